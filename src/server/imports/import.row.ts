import { randomUUID } from 'node:crypto';
import {
  IMPORT_DAYS,
  type IMPORT_KINDS,
  KEY_FIELDS,
  type KeyField,
  type SheetImport,
} from '#shared/imports/import.contract.ts';
import type { Mapping, ReadFile } from '#shared/imports/sheet.read.ts';
import type { Actor } from '../caller.ts';
import type { ImportRow, SheetImportRow } from '../db/tables.ts';
import { movedOn } from '../errors.ts';

/** What is kept of what was said. */
export interface KeptMapping extends Mapping {
  /** `undefined`: nobody has said, and the first field that may be one is. */
  key?: KeyField | null;
}

export const mappingOf = (row: Pick<SheetImportRow, 'mapping'>): KeptMapping => JSON.parse(row.mapping) as KeptMapping;
export const shapeOf = (row: Pick<SheetImportRow, 'shape'>): ReadFile => JSON.parse(row.shape) as ReadFile;

const defaultKey = ({ columns }: ReadFile): KeyField | null =>
  KEY_FIELDS.find((name) => columns.some(({ field }) => field === name)) ?? null;
/** By what its products are known, without a reference of product. */
export const keyIn = (row: SheetImportRow): KeyField | null => {
  const { key } = mappingOf(row);
  return key === undefined ? defaultKey(shapeOf(row)) : key;
};

export const present = (row: SheetImportRow): SheetImport => {
  const { sheets, layout, header_line, columns, hidden, head } = shapeOf(row);
  return {
    kind: 'sheet',
    id: row.id,
    file_name: row.file_name,
    created_at: row.created_at,
    created_by: row.created_by,
    expires_at: row.expires_at,
    batch_id: row.batch_id,
    sheets,
    layout,
    header_line,
    columns,
    key: keyIn(row),
    hidden,
    reads_hidden: mappingOf(row).hidden,
    head,
  };
};

const DAY_MS = 86_400_000;

/** What is kept of something that comes in, whatever it is, for a week. */
export const newImport = (
  { kind, file_name, by }: { kind: (typeof IMPORT_KINDS)[number]; file_name: string; by: Actor },
  now: Date,
): ImportRow => ({
  id: randomUUID(),
  kind,
  file_name,
  read_file_id: null,
  mapping: null,
  shape: null,
  revision: 1,
  batch_id: null,
  created_at: now.toISOString(),
  created_by: by.email,
  created_by_id: by.id,
  expires_at: new Date(now.getTime() + IMPORT_DAYS * DAY_MS).toISOString(),
});

/** Whether a row is a sheet's, and not of old files. */
export const isSheet = (row: ImportRow): row is SheetImportRow => row.kind === 'sheet';

/** Why nothing can be applied; `null` when it can. */
export function blockedBy({ layout, columns }: ReadFile): string | null {
  if (layout === null || columns.length === 0)
    return 'Aucun produit n’a été reconnu dans ce fichier : dites quelle ligne nomme les colonnes.';
  const names = new Set(columns.map(({ field }) => field));
  return names.has('ref_produit') || KEY_FIELDS.some((name) => names.has(name))
    ? null
    : 'Dites quelle colonne est la référence du produit, ou son nom : sans elle, on ne sait pas de quel produit parle une ligne.';
}

export const MOVED = () => movedOn('Quelqu’un a dit autre chose de ce fichier entre-temps : rechargez la page.');
