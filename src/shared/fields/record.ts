import { readField } from './field.reading.ts';
import { type FieldDefinition, type FieldValue, isFilled } from './field.ts';

/**
 * A record: what a catalogue of fields says of one thing. Its progress and how it is read from a store are computed from the
 * catalogue, whatever the thing: a product, a raw material; so are its rule and its answer (`record.shape.ts`).
 */
export type RecordValues<Name extends string = string> = Record<Name, FieldValue>;

type Catalogue<Name extends string> = readonly (FieldDefinition & { readonly name: Name })[];

/**
 * Stored values as the catalogue reads them today. A field added since is empty; a value that its field no longer takes
 * (it was text, and is a number now) stays as the text it was, and is named in `unread`: nothing is lost, nothing fails.
 */
export function readStored<Name extends string>(
  fields: Catalogue<Name>,
  stored: Readonly<Record<string, unknown>>,
): { values: RecordValues<Name>; unread: Name[] } {
  const values: Partial<RecordValues<Name>> = {};
  const unread: Name[] = [];
  for (const field of fields) {
    const raw = stored[field.name] ?? null;
    const { value, faults } = readField(field, raw);
    if (faults.length === 0) values[field.name] = value;
    else {
      values[field.name] = typeof raw === 'string' ? raw : JSON.stringify(raw);
      unread.push(field.name);
    }
  }
  return { values: values as RecordValues<Name>, unread };
}

export type StepState = 'none' | 'partial' | 'complete' | 'off';

export interface StepProgress {
  /** `none`: nothing filled; `complete`: every field filled but the optional ones; `partial`: in between; `off`: nothing is asked. */
  state: StepState;
  filled: number;
  total: number;
}

/** How far the fields of one step are. @param standsIn what fills a field without a value of its own */
export function stepProgressOf<F extends FieldDefinition>(
  fields: readonly F[],
  values: Readonly<Record<string, unknown>>,
  standsIn: (field: F) => boolean = () => false,
): StepProgress {
  const missing = fields.filter((field) => !isFilled(values[field.name]) && !standsIn(field));
  const [total, filled] = [fields.length, fields.length - missing.length];
  if (total === 0) return { state: 'off', filled, total };
  if (filled === 0) return { state: 'none', filled, total };
  return { state: missing.every((field) => field.optional) ? 'complete' : 'partial', filled, total };
}

/** Share of the fields that are filled, a whole percentage. @param standsIn what fills a field without a value of its own */
export function progressOf<F extends FieldDefinition>(
  fields: readonly F[],
  values: Readonly<Record<string, unknown>>,
  standsIn: (field: F) => boolean = () => false,
): number {
  const filled = fields.filter((field) => isFilled(values[field.name]) || standsIn(field)).length;
  return Math.round((100 * filled) / fields.length);
}
