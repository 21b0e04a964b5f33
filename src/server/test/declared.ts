import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '#shared/contract/endpoint.ts';

const SHARED = join(import.meta.dirname, '../../shared');

/** Every declaration of src/shared, found by its shape: one that nobody mounted is found too. */
export async function declared(): Promise<Endpoint[]> {
  const files = readdirSync(SHARED, { recursive: true }).filter((file) => String(file).endsWith('.contract.ts'));
  const modules = await Promise.all(files.map((file) => import(join(SHARED, String(file)))));
  const isEndpoint = (value: unknown): value is Endpoint =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'right' in value;
  // A library of the firm exports its endpoints together.
  const flat = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null && !isEndpoint(value) && 'list' in value
      ? Object.values(value)
      : [value];
  return modules.flatMap((module) => Object.values(module).flatMap(flat).filter(isEndpoint));
}
