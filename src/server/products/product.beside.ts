import { DETERGENT_FIELDS } from '#shared/detergents/detergent.fields.ts';
import type { FieldDefinition } from '#shared/fields/field.ts';
import { CONFORMITY_FIELDS } from '#shared/regulation/conformity.fields.ts';
import type { Executor } from '../db/open.ts';
import type { ProductRow } from '../db/tables.ts';
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

/**
 * What these products are found by beside the fields of their form: the references that they were given where they are notified
 * (CPNP, PCN, UFI), and the names of their files.
 */
export async function besideOf(db: Executor, ids: readonly string[]): Promise<(id: string) => string> {
  if (ids.length === 0) return () => '';
  const files = Map.groupBy(await store.listFilesOf(db, ids), ({ owner_id }) => owner_id);
  const records = Map.groupBy(await store.listRecordsOf(db, ids), ({ product_id }) => product_id);
  return (id) => {
    const there = (files.get(id) ?? []).filter(({ deleted_at }) => deleted_at === null);
    const names = there.flatMap(({ file_name, alias }) => [file_name, alias ?? '']);
    const references = (records.get(id) ?? []).flatMap(({ data }) => referencesIn(data));
    return [...new Set([...references, ...names])].filter(Boolean).join('\n');
  };
}

/** Says what the search looks in, once a file or a reference of the product has changed. */
export async function foundBeside(trx: Executor, row: ProductRow): Promise<void> {
  const beside_text = (await besideOf(trx, [row.id]))(row.id);
  if (beside_text === row.beside_text) return;
  const { search_text } = columnsOf(valuesOf(row.data), { ...row, beside_text });
  await store.recompute(trx, row.id, { beside_text, search_text });
}
