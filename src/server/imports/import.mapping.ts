import type { KeyField, Layout, SheetImport } from '#shared/imports/import.contract.ts';
import { headersKey } from '#shared/imports/sheet.columns.ts';
import type { ReadFile } from '#shared/imports/sheet.read.ts';
import { FIELD_BY_NAME, type FieldName, getField } from '#shared/products/product.fields.ts';
import type { Asker } from '../batches/batch.service.ts';
import { inTransaction } from '../db/open.ts';
import type { SheetImportRow } from '../db/tables.ts';
import { bodyFault, invalid } from '../errors.ts';
import { isStale } from '../revision.ts';
import { type KeptMapping, MOVED, mappingOf, present } from './import.row.ts';
import type { ImportsDependencies, Own } from './import.service.ts';
import * as store from './import.store.ts';

/** What a person says of a file; what is not said stays as it was. */
export interface Said {
  layout?: Layout | undefined;
  header_line?: number | null | undefined;
  columns?: readonly { header: string; field: FieldName | null }[] | undefined;
  key?: KeyField | null | undefined;
  hidden?: boolean | undefined;
}

/** What was said of columns is known again for so many files of other columns. */
const MAPPINGS_KEPT = 100;

/** What people say of the columns of their files. */
export function createMapping({ db, files, documents, clock, get, record }: ImportsDependencies & Own) {
  const keptMappings = async (): Promise<Record<string, (string | null)[]>> =>
    Object.fromEntries((await store.listMappings(db)).map(({ headers, fields }) => [headers, knownFields(fields)]));

  return {
    keptMappings,

    /** Keeps what a person says of the file. @throws 403, 404, 412, 422 with what cannot be */
    async map(
      id: string,
      said: Said,
      { ifMatch, ...asker }: Asker & { ifMatch: string | null },
    ): Promise<{ answer: SheetImport; revision: number }> {
      const row = await get(db, id, asker);
      if (isStale(ifMatch, row.revision)) throw MOVED();
      const before = mappingOf(row);
      const moves = said.layout !== undefined || said.header_line !== undefined;
      const mapping: KeptMapping = {
        ...before,
        // Other columns: what was said of those of before says nothing of them.
        ...(moves ? { layout: said.layout ?? null, header_line: said.header_line ?? null, fields: null } : {}),
        ...(said.hidden === undefined ? {} : { hidden: said.hidden }),
        ...(said.key === undefined ? {} : { key: said.key }),
      };
      const fields = said.columns?.map(({ field }) => field) ?? mapping.fields;
      const read = await documents.sheetFile(() => files.read(row.read_file_id), {
        mapping: { ...mapping, fields },
        kept: await keptMappings(),
      });
      if (said.columns) checkColumns(said.columns, read);
      const next: SheetImportRow = {
        ...row,
        mapping: JSON.stringify({ ...mapping, fields }),
        shape: JSON.stringify(read),
        revision: row.revision + 1,
      };
      await inTransaction(db, async (trx) => {
        if (!(await store.update(trx, { id, revision: row.revision, values: next }))) throw MOVED();
        if (said.columns)
          await store.keepMapping(
            trx,
            {
              headers: headersKey(said.columns.map(({ header }) => header)),
              fields: JSON.stringify(said.columns.map(({ field }) => field)),
              used_at: clock().toISOString(),
            },
            MAPPINGS_KEPT,
          );
        await record(trx, 'import.mapping', { row, by: asker.by });
      });
      return { answer: present(next), revision: next.revision };
    },
  };
}

/** Fields that were said, those that are still fields. */
const knownFields = (json: string): (string | null)[] =>
  (JSON.parse(json) as (string | null)[]).map((name) => (name !== null && FIELD_BY_NAME.has(name) ? name : null));

/** @throws 422 for columns that are not those of the file, or two of them that are the same field */
function checkColumns(said: readonly { header: string; field: FieldName | null }[], { columns }: ReadFile): void {
  const isTheirs =
    said.length === columns.length &&
    headersKey(said.map(({ header }) => header)) === headersKey(columns.map(({ header }) => header));
  if (!isTheirs)
    throw invalid([
      bodyFault(
        'columns',
        'Ces colonnes ne sont pas celles du fichier : rechargez la page, puis dites de nouveau ce qu’elles sont.',
      ),
    ]);
  for (const [name, both] of Map.groupBy(
    said.filter(({ field }) => field !== null),
    ({ field }) => field,
  ))
    if (both.length > 1)
      throw invalid([
        bodyFault(
          'columns',
          `Deux colonnes (${both.map(({ header }) => `« ${header} »`).join(', ')}) sont dites « ${getField(name as FieldName).label} » : gardez-en une.`,
        ),
      ]);
}
