import type { z } from 'zod';

/** Values checked as those of a request are; what is wrong, in sentences that name the value. */
export function valuesOrFaults<I extends z.ZodType>(
  input: I,
  values: unknown,
  names: Readonly<Record<string, string>>,
): { values: z.output<I> } | { faults: string[] } {
  const parsed = input.safeParse(values);
  if (parsed.success) return { values: parsed.data };
  const faults = parsed.error.issues.map(({ path, message }) => {
    const name = names[String(path[0])];
    return name ? `${name} : ${message}` : message;
  });
  return { faults: [...new Set(faults)] };
}
