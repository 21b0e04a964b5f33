import { type Endpoint, pathOf } from '#shared/contract/endpoint.ts';

/** The address of a question; what is empty is not asked. The same question has the same one, in whatever order it was put. */
export function addressOf(
  path: Endpoint['path'],
  params: Record<string, string> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  search.sort();
  const address = pathOf({ path }, params);
  return search.size > 0 ? `${address}?${search}` : address;
}
