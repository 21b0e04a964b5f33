import { DETERGENT_FIELDS } from '#shared/detergents/detergent.fields.ts';
import type { FieldDefinition } from '#shared/fields/field.ts';
import { CONFORMITY_FIELDS } from '#shared/regulation/conformity.fields.ts';
import type { Executor } from '../db/open.ts';
import type { AttachmentRow, ProductRow } from '../db/tables.ts';
import { columnsOf, valuesOf } from './product.row.ts';
import * as store from './product.store.ts';

const FIELDS: readonly FieldDefinition[] = [...CONFORMITY_FIELDS, ...DETERGENT_FIELDS];
const REFERENCES = FIELDS.filter(({ reference }) => reference).map(({ name }) => name);

/** The references in the values of a record, as they are written and without what parts them: an UFI is read aloud, or pasted. */
function referencesIn(data: string): string[] {
  const record = JSON.parse(data) as Record<string, unknown>;
  const values = (record.values ?? record) as Record<string, unknown>;
  // One that was replaced is still on bottles.
  const past = (record.ufis ?? []) as { ufi: string }[];
  const written = [...REFERENCES.map((name) => String(values[name] ?? '')), ...past.map(({ ufi }) => ufi)];
  return written.flatMap((text) => [text, text.replace(/[\s.-]/g, '')]);
}

type Piece = Pick<AttachmentRow, 'file_name' | 'alias'>;

/**
 * What a product is found by beside the fields of its form: the references that it was given where it is notified (CPNP, PCN,
 * UFI), and the names of the files that it has.
 */
export function besideOf(files: readonly Piece[], records: readonly { data: string }[]): string {
  const references = records.flatMap(({ data }) => referencesIn(data));
  const names = files.flatMap(({ file_name, alias }) => [file_name, alias ?? '']);
  return [...new Set([...references, ...names])].filter(Boolean).join('\n');
}

/** Says what the search looks in, once a file or a reference of the product has changed. @param files those it has now */
export async function foundBeside(trx: Executor, row: ProductRow, files: readonly Piece[]): Promise<void> {
  const beside_text = besideOf(files, await store.listRecordsOf(trx, [row.id]));
  if (beside_text === row.beside_text) return;
  const { search_text } = columnsOf(valuesOf(row.data), { ...row, beside_text });
  await store.recompute(trx, row.id, { beside_text, search_text });
}
