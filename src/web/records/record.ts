import type { FieldDefinition } from '#shared/fields/field.ts';

/** A field of a record, in one of its steps. */
export type RecordField = FieldDefinition & { readonly step: number };

/** What a form holds: every field as the text a person types; days as `YYYY-MM-DD`. */
export type Texts = Record<string, string>;

/** What every record says of itself beside its values. */
export interface Held {
  id: string;
  revision: number;
  updated_at: string;
  updated_by: string | null;
}
