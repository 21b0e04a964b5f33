import { createHash } from 'node:crypto';
import {
  ANNEXES,
  type AnnexExport,
  CELL_NAMES,
  type Cells,
  type ChosenColumns,
  type Entry,
  entryOf,
  type RawEntry,
} from '#shared/regulation/export.read.ts';
import { chemicalNames } from '#shared/regulation/identity.ts';
import { indexOf, type LawIndex } from '#shared/regulation/match.ts';
import type { Corpus, CorpusFile, CorpusPreview } from '#shared/regulation/regulation.contract.ts';
import type { CorpusEntryRow, CorpusRow } from '../db/tables.ts';

/** A corpus of the law, as it is kept and as it is asked. */

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** Of the cells that name it: a reference number is no key, several rows carry one. */
export const identityHash = ({ name = '', glossary = '', cas = '', ec = '' }: Cells): string =>
  sha256([name, glossary, cas, ec].map((cell) => cell.replace(/\s+/g, ' ').trim()).join('\n')).slice(0, 24);

/** The same entry in every corpus. */
export const lastingKey = ({
  annex,
  ref,
  identity_hash,
}: Pick<CorpusEntryRow, 'annex' | 'ref' | 'identity_hash'>): string =>
  `${annex}|${ref.replace(/\s+/g, '')}|${identity_hash}`;

export const rowsOf = (corpusId: string, { rows }: AnnexExport): CorpusEntryRow[] =>
  rows.map(({ annex, ref, ordinal, cells }) => ({
    id: `${corpusId}.${annex}.${ordinal}`,
    corpus_id: corpusId,
    annex,
    ref,
    ordinal,
    identity_hash: identityHash(cells),
    cells: JSON.stringify(cells),
  }));

/** A file of a corpus as it is kept: the columns that a person chose make other entries of the same bytes. */
interface KeptFile extends CorpusFile {
  chosen?: ChosenColumns;
}

export const fileOf = (
  { annex, created_on, last_update, rows, warnings }: AnnexExport,
  { name, bytes, chosen }: { name: string; bytes: Buffer; chosen: ChosenColumns | undefined },
): KeptFile => ({
  annex,
  name,
  ...(chosen ? { chosen } : {}),
  sha256: sha256(bytes),
  created_on,
  last_update,
  rows: rows.length,
  warnings,
});

/** Of its files, and of the columns that were chosen in them, in the order of the annexes. */
export const corpusHash = (files: readonly KeptFile[]): string =>
  sha256(
    ANNEXES.map((annex) => {
      const file = files.find((one) => one.annex === annex);
      return file ? [file.sha256, ...(file.chosen ? [JSON.stringify(file.chosen)] : [])].join(' ') : '-';
    }).join('\n'),
  );

export function presentCorpus(row: CorpusRow): Corpus {
  const files: CorpusFile[] = JSON.parse(row.files);
  return {
    id: row.id,
    imported_at: row.imported_at,
    imported_by: row.imported_by,
    activated_at: row.activated_at,
    active: row.active === 1,
    sha256: row.sha256,
    date:
      files
        .flatMap(({ last_update, created_on }) => last_update ?? created_on ?? [])
        .toSorted()
        .at(-1) ?? null,
    files: files.toSorted((a, b) => ANNEXES.indexOf(a.annex) - ANNEXES.indexOf(b.annex)),
    missing: ANNEXES.filter((annex) => !files.some((file) => file.annex === annex)),
    unreadable: null,
  };
}

export interface LoadedEntry extends Entry {
  lasting: string;
  /** Of all that it says. */
  content: string;
}

/** A corpus in memory: its entries read, and found by all their names. */
export interface LoadedCorpus {
  corpus: Corpus;
  entries: readonly LoadedEntry[];
  byId: ReadonlyMap<string, LoadedEntry>;
  /** By what an entry is in every corpus. */
  byLasting: ReadonlyMap<string, LoadedEntry>;
  index: LawIndex;
  /** Texts that a search looks in, by entry. */
  texts: ReadonlyMap<string, string>;
}

export function loadCorpus(
  corpus: Corpus,
  rows: readonly CorpusEntryRow[],
  fold: (text: string) => string,
): LoadedCorpus {
  const entries = rows.map((row): LoadedEntry => {
    const raw = { annex: row.annex, ref: row.ref, ordinal: row.ordinal, cells: JSON.parse(row.cells) } as RawEntry;
    const entry = entryOf(row.id, raw, chemicalNames);
    const { limit_text, product_text, other_text, wording_text } = entry;
    return {
      ...entry,
      lasting: lastingKey(row),
      content: sha256([limit_text, product_text, other_text, wording_text].join('\n')).slice(0, 24),
    };
  });
  return {
    corpus,
    entries,
    byId: new Map(entries.map((entry) => [entry.id, entry])),
    byLasting: new Map(entries.map((entry) => [entry.lasting, entry])),
    index: indexOf(entries),
    texts: new Map(
      entries.map((entry) => [
        entry.id,
        fold([entry.key, ...CELL_NAMES.map((name) => entry.cells[name] ?? '')].join(' ')),
      ]),
    ),
  };
}

/** What differs from another corpus, cell by cell; only annexes that both have, or that came. */
export function differencesOf(before: LoadedCorpus | null, after: LoadedCorpus): CorpusPreview['differences'] {
  if (!before) return [];
  const annexes = new Set(after.corpus.files.map(({ annex }) => annex));
  const byKey = (loaded: LoadedCorpus) =>
    new Map(loaded.entries.filter(({ annex }) => annexes.has(annex)).map((entry) => [entry.lasting, entry]));
  const [old, now] = [byKey(before), byKey(after)];
  const found: CorpusPreview['differences'] = [];
  for (const [key, entry] of now) {
    const known = old.get(key);
    const cells = CELL_NAMES.filter((name) => name !== 'updated').flatMap((name) => {
      const [from, to] = [known?.cells[name] ?? '', entry.cells[name] ?? ''];
      return from === to ? [] : [{ name, from, to }];
    });
    if (!known) found.push({ key: entry.key, name: entry.name, kind: 'added', cells: [] });
    else if (cells.length > 0) found.push({ key: entry.key, name: entry.name, kind: 'changed', cells });
  }
  for (const [key, entry] of old)
    if (!now.has(key)) found.push({ key: entry.key, name: entry.name, kind: 'removed', cells: [] });
  return found;
}
