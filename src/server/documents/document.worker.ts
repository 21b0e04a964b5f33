import { readFileSync } from 'node:fs';
import type { Fault } from '#shared/contract/error.ts';
import type { Mapping } from '#shared/imports/sheet.read.ts';
import type { Column } from '#shared/records/record.sheet.ts';
import type { Annex, ChosenColumns } from '#shared/regulation/export.read.ts';
import type { TemplateData } from '#shared/templates/placeholders.ts';
import { Refusal } from '../errors.ts';
import { check, clean, compare, diagnose, fill, hasWords, mend, review } from './document.work.ts';
import type { FillOptions } from './docx/fill.ts';
import type { Fonts, Subject } from './docx/review.ts';
import type { KeptMappings } from './product.sheets.ts';
import { namesOf, type SharedNames } from './shared.names.ts';
import type { SheetCell } from './xlsx/write.ts';

/** Read when a first task asks for it: most processes fill Word documents, and begin in half the time without the rest. */
const tables = () => import('./table.work.ts');
const pages = () => import('./pdf/page.image.ts');
const archives = () => import('./intake.work.ts');
const outlines = () => import('./outline/document.outline.ts');
const sheets = () => import('./product.sheets.ts');

const WORK = {
  check,
  diagnose,
  clean,
  hasWords,
  image: async (pdf: Buffer) => (await pages()).firstPageImage(pdf),
  showsWords: async (pdf: Buffer) => (await pages()).pdfHasWords(pdf),
  words: async (pdf: Buffer) => (await pages()).wordsOfPdf(pdf),
  commas: async (bytes: Buffer) => (await tables()).commas(bytes),
  openWorkbook: async (bytes: Buffer) => (await sheets()).openWorkbook(bytes),
  shownDocument: async (bytes: Buffer) => (await outlines()).shownDocument(bytes),
  firstWords: async (bytes: Buffer) => (await archives()).firstWords(bytes),
};

/** What a process is asked: the work by its name, and the bytes or the file that holds them. */
export type Task =
  | { name: keyof typeof WORK; bytes: Uint8Array | string }
  | { name: 'fill'; bytes: Uint8Array | string; data: TemplateData; options: FillOptions }
  | { name: 'review'; bytes: Uint8Array | string; subject: Subject; fonts: Fonts }
  | { name: 'mend'; bytes: Uint8Array | string; names: { name: string; by: string } }
  | { name: 'compare'; bytes: Uint8Array | string; other: Uint8Array }
  | { name: 'formula'; bytes: Uint8Array | string; text: string | null; names: SharedNames; own: readonly string[] }
  | { name: 'annex'; bytes: Uint8Array | string; columns: Partial<Record<Annex, ChosenColumns>> }
  | { name: 'libraryTable'; bytes: Uint8Array | string; columns: readonly Column[] }
  | { name: 'sheetFile'; bytes: Uint8Array | string; mapping: Mapping; kept: KeptMappings }
  | { name: 'sheetDrafts'; bytes: Uint8Array | string; mapping: Mapping; fields: readonly (string | null)[] }
  | { name: 'templateFits'; bytes: Uint8Array | string; templates: readonly Uint8Array[] }
  | { name: 'readOld'; bytes: Uint8Array | string; templates: readonly Uint8Array[]; isTied: boolean }
  | { name: 'archive'; path: string; from: number; most: number }
  | { name: 'archived'; path: string; entry: string; most: number }
  | { name: 'csv'; rows: readonly (readonly string[])[] }
  | { name: 'workbook'; rows: readonly (readonly SheetCell[])[] };

/** A refusal crosses the border between processes as plain values: its class would be lost. */
export type Outcome = { value: unknown } | { refused: { status: number; detail: string | Fault[] } };

export default async function run(task: Task): Promise<Outcome> {
  try {
    return { value: await perform(task) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: { status: error.status, detail: error.detail } };
    throw error;
  }
}

/** Bytes cross the border between processes as plain arrays. */
const asBuffers = ({ pictures = null, ...others }: FillOptions): FillOptions => ({
  ...others,
  pictures: pictures && new Map(Array.from(pictures, ([key, one]) => [key, { ...one, bytes: Buffer.from(one.bytes) }])),
});

async function perform(task: Task): Promise<unknown> {
  if (task.name === 'archive') return (await archives()).readArchive(task.path, task);
  if (task.name === 'archived') return (await archives()).readArchived(task.path, task);
  if (task.name === 'csv') return (await tables()).csv(task.rows);
  if (task.name === 'workbook') return (await tables()).workbook(task.rows);
  const bytes = typeof task.bytes === 'string' ? readFileSync(task.bytes) : Buffer.from(task.bytes);
  if (task.name === 'fill') return fill(bytes, task.data, asBuffers(task.options));
  if (task.name === 'compare') return compare(bytes, Buffer.from(task.other));
  if (task.name === 'mend') return mend(bytes, task.names);
  if (task.name === 'annex') return (await tables()).annex(bytes, task.columns);
  if (task.name === 'formula')
    return (await tables()).formula(
      task.text === null ? { bytes } : { text: task.text },
      new Set([...namesOf(task.names), ...task.own]),
    );
  if (task.name === 'templateFits') return (await outlines()).templateFits(bytes, task.templates);
  if (task.name === 'readOld') return (await outlines()).readOld(bytes, task);
  if (task.name === 'libraryTable') return (await import('./library.tables.ts')).libraryTable(bytes, task.columns);
  if (task.name === 'sheetFile') return (await sheets()).sheetFile(bytes, task);
  if (task.name === 'sheetDrafts') return (await sheets()).sheetDrafts(bytes, task);
  return task.name === 'review' ? review(bytes, task.subject, task.fonts) : WORK[task.name](bytes);
}
