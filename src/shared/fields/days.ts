import { printDay } from './date.ts';
import type { FieldDefinition } from './field.ts';

/** Of a day on which something was done. */
export const IN_FUTURE = 'Cette date est dans l’avenir : ce qui n’a pas encore eu lieu ne se déclare pas.';

/**
 * The days of a record that cannot be: what was done was not done tomorrow, nor before it could be.
 * @param before what was kept: an earlier release took it, and it stays until somebody changes it
 * @returns each fault, with the name of its field
 */
export function dayFaults(
  fields: readonly FieldDefinition[],
  {
    before,
    after,
    today,
  }: { before: Readonly<Record<string, unknown>>; after: Readonly<Record<string, unknown>>; today: string },
): { name: string; text: string }[] {
  return fields.flatMap(({ name, past, since }) => {
    const day = after[name];
    if (typeof day !== 'string') return [];
    if (past && day > today) return [{ name, text: IN_FUTURE }];
    return since && day < since.day && day !== before[name]
      ? [{ name, text: `Cette date est antérieure au ${printDay(since.day)}\u00a0: ${since.why}. Vérifiez l’année.` }]
      : [];
  });
}
