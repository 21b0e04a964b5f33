import { createHash } from 'node:crypto';
import { SUMMARY_FIELDS } from '#shared/products/product.contract.ts';
import { FIELDS } from '#shared/products/product.fields.ts';
import { alignSortColumns } from '../db/columns.ts';
import { type Database, type Executor, inTransaction } from '../db/open.ts';
import { findSetting, writeSetting } from '../db/settings.ts';
import { besideOf } from './product.beside.ts';
import { columnsOf, contentHashOf, filesHashOf, modifiedOf, valuesOf } from './product.row.ts';
import * as store from './product.store.ts';

const SETTING = 'catalogue';
const ROWS_AT_ONCE = 200;

/** What the computed columns are made from: another catalogue makes others. Raised when `columnsOf` itself changes. */
const COLUMNS_VERSION = 6;
const FINGERPRINT = createHash('sha256')
  .update(
    JSON.stringify([
      COLUMNS_VERSION,
      FIELDS.map(({ name, kind, fileKey }) => [name, kind, fileKey]),
      SUMMARY_FIELDS.map(({ name }) => name),
    ]),
  )
  .digest('hex');

/**
 * Brings what is computed from the products up to today's catalogue: the columns of the list, its summaries, what the
 * search looks in, the progressions. Only when the catalogue has changed; a few hundred rows a transaction, so that one
 * that is stopped goes on at the next start. The values themselves, revisions and times stay as they are.
 * @param always even when the catalogue is the same: for rows that came from elsewhere
 * @returns how many products were brought up to date
 */
export async function alignCatalogue(database: Database, { always = false } = {}): Promise<number> {
  const { db } = database;
  if (!always && (await findSetting(db, SETTING)) === FINGERPRINT) return 0;
  await alignSortColumns(
    database,
    'products',
    SUMMARY_FIELDS.map(({ name }) => name),
  );
  let [count, after] = [0, ''];
  for (;;) {
    const rows = await inTransaction(db, async (trx) => {
      const some = await store.listAfterToWrite(trx, after, ROWS_AT_ONCE);
      const past = await pastOf(trx, some);
      for (const { id, data, has_formula, validated_hash, composition_sha256, type_produit } of some) {
        const { files_hash, validated, beside_text } = past(id);
        const kept = { data, files_hash, validated_hash: validated_hash ?? validated };
        await store.recompute(trx, id, {
          ...columnsOf(valuesOf(data), { has_formula, beside_text }),
          beside_text,
          ...kept,
          modified_since_validation: modifiedOf({ ...kept, composition_sha256, type_produit }),
        });
      }
      return some;
    });
    count += rows.length;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await writeSetting(db, SETTING, FINGERPRINT);
  return count;
}

/**
 * The files of these products, what they are found by beside their form, and what they were when they were last validated: fields
 * and files of that moment.
 */
async function pastOf(
  trx: Executor,
  rows: readonly { id: string }[],
): Promise<(id: string) => { files_hash: string; beside_text: string; validated: string | null }> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return () => ({ files_hash: '', beside_text: '', validated: null });
  const files = Map.groupBy(await store.listFilesOf(trx, ids), ({ owner_id }) => owner_id);
  const records = Map.groupBy(await store.listRecordsOf(trx, ids), ({ product_id }) => product_id);
  const validations = Map.groupBy(await store.listValidated(trx, ids), ({ product_id }) => product_id);
  return (id) => {
    const all = files.get(id) ?? [];
    const there = all.filter(({ deleted_at }) => deleted_at === null);
    const last = validations.get(id)?.at(-1);
    const at = (moment: string): string =>
      filesHashOf(
        all.filter(
          ({ created_at, deleted_at }) => created_at <= moment && (deleted_at === null || deleted_at > moment),
        ),
      );
    return {
      files_hash: filesHashOf(there),
      beside_text: besideOf(there, records.get(id) ?? []),
      validated: last
        ? contentHashOf({
            data: last.data,
            files_hash: at(last.at),
            composition_sha256: '',
            type_produit: 'cosmetique',
          })
        : null,
    };
  };
}
