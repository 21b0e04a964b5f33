import { Readable } from 'node:stream';
import type { AuditAction } from '#shared/audit/audit.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import type { ImportReport } from '#shared/records/record.contract.ts';
import type { Column, Draft, Drafts } from '#shared/records/record.sheet.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { DocumentService, Table } from '../documents/document.service.ts';
import { bodyFault, conflict, invalid } from '../errors.ts';
import { type FileAnswer, type UploadedFile, workbookAnswer } from '../http/file.ts';
import { namesLock, type Records, type Saved } from './record.kind.ts';

import { createImportPlan } from './record.plan.ts';

/** What an import has to know of one kind of record. */
export interface Exchange<Values extends object, D extends Draft> {
  type: 'substance' | 'material';
  /** The name of the file that is exported, without its extension. */
  fileName: string;
  columns: readonly Column[];
  rowsOf(records: readonly { id: string; values: Values }[]): Promise<string[][]>;
  draft(rows: readonly (readonly string[])[], chosen?: readonly (string | null)[]): Drafts<D>;
  /** Only one record of a name. */
  isUnique: boolean;
  /** What two rows share that are about one new record. */
  keyOf(draft: D): string;
  /** Whether a record of its name is the one a row means. */
  isSame(values: Values, draft: D): boolean;
  /** What the rows name besides: substances that are not known yet are made when `by` is given. */
  prepare(drafts: readonly D[], executor: Executor, by: Actor | null): Promise<Prepared<Values, D>>;
  /** The values checked as those of a request are. @returns the faults, each with the value it is about */
  parse(values: unknown): { values: Values } | { faults: string[] };
}

export interface Prepared<Values, D> {
  merge(before: Values | null, draft: D): { values: unknown; faults: readonly string[] };
  newSubstances: readonly string[];
}

/** What of the file is left out, and what is hidden in it. */
const notesOf = ({ name, others, hiddenLines }: Table): string[] => [
  ...(others.length > 0
    ? [
        `Une seule feuille est lue, « ${name} » ; ${others.length === 1 ? 'une autre ne l’est pas' : 'd’autres ne le sont pas'} : ${others.map((one) => `« ${one} »`).join(', ')}.`,
      ]
    : []),
  ...(hiddenLines.length > 0
    ? [
        `Des lignes masquées sont lues aussi : ${hiddenLines.slice(0, HIDDEN_SAID).join(', ')}${hiddenLines.length > HIDDEN_SAID ? '…' : '.'}`,
      ]
    : []),
];
const HIDDEN_SAID = 20;

/** A cell that says nothing that can be kept is a fault of the record of its line, where its column is read. */
function tellFaults(
  { faults }: Pick<Table, 'faults'>,
  {
    columns,
    drafts,
    totals,
  }: { columns: ImportReport['columns']; drafts: readonly Draft[]; totals: readonly number[] },
): void {
  const summed = new Set(totals);
  const inOrder = faults
    .filter(({ line, column }) => columns[column]?.field && !summed.has(line))
    .toSorted((a, b) => a.line - b.line);
  let at = -1;
  for (const { line, column, message } of inOrder) {
    // Both go down the file together.
    while ((drafts[at + 1]?.line ?? Number.POSITIVE_INFINITY) <= line) at += 1;
    const draft = drafts[at];
    draft?.faults.push(`${line === draft.line ? '' : `Ligne ${line}, `}${columns[column]?.header} : ${message}`);
  }
}

/** Faults told of one request. */
const FAULTS_MAX = 200;

export function createExchange<Values extends object, Answer, D extends Draft>(
  deps: { db: Db; documents: Pick<DocumentService, 'libraryTable' | 'workbook' | 'csv'>; audit: AuditService },
  records: Records<Values, Answer>,
  exchange: Exchange<Values, D>,
) {
  const { db, documents, audit } = deps;
  const { plan, reportOf } = createImportPlan(records, exchange);

  return {
    /** What a file would do, or does: all of it or nothing. */
    async import(
      file: UploadedFile,
      {
        chosen,
        apply,
        plan: expected,
        by,
        saved,
      }: {
        chosen?: (string | null)[] | undefined;
        apply: boolean;
        plan?: string | undefined;
        by: Actor;
        saved: Saved;
      },
    ): Promise<ImportReport> {
      const table = await documents.libraryTable(file.content, exchange.columns);
      const { columns, drafts, totals } = exchange.draft(table.rows, chosen);
      tellFaults(table, { columns, drafts, totals });
      const said = [
        ...notesOf(table),
        ...totals.map((line) => `La ligne ${line} est un total : elle n’est pas importée.`),
      ];
      if (drafts.length === 0 && columns.length === 0)
        throw invalid([bodyFault('file', 'Ce fichier est vide : il n’y a rien à importer.')]);
      if (!apply)
        return { ...(await reportOf(await plan(drafts, { executor: db, by: null }), columns, db)), notes: said };
      return inTransaction(
        db,
        async (trx) => {
          const report = await reportOf(await plan(drafts, { executor: trx, by: null }), columns, trx);
          if (expected !== undefined && expected !== report.plan)
            throw conflict('Des fiches ont changé depuis l’aperçu : regardez-le de nouveau avant d’importer.');
          if (report.counts.refused > 0) throw invalid(faultsOf(report));
          const { planned } = await plan(drafts, { executor: trx, by });
          const wanted = planned.flatMap(({ id, after }, index) =>
            after ? [{ id, after, action: report.rows[index]?.action }] : [],
          );
          await records.createMany(
            trx,
            wanted.filter(({ action }) => action === 'create').map(({ after }) => after),
            by,
          );
          await records.updateMany(
            trx,
            wanted.flatMap(({ id, after, action }) =>
              id !== null && action === 'update' ? [{ id, values: after }] : [],
            ),
            { by, saved },
          );
          if (report.counts.create + report.counts.update > 0)
            await audit.record(trx, {
              action: `${exchange.type}.import` satisfies AuditAction,
              by,
              object: {
                type: exchange.type,
                id: null,
                label: `${file.fileName} : ${counted(report.counts.create, 'créée', 'créées')}, ${counted(report.counts.update, 'modifiée', 'modifiées')}${report.new_substances.length > 0 ? `, avec ${counted(report.new_substances.length, 'substance nouvelle', 'substances nouvelles')}` : ''}`,
              },
            });
          return { ...report, notes: said, applied: true };
        },
        // Raw materials bring substances with them.
        namesLock(exchange.type),
        namesLock('substance'),
      );
    },

    async export(format: 'xlsx' | 'csv'): Promise<FileAnswer> {
      const rows = [exchange.columns.map(({ label }) => label), ...(await exchange.rowsOf(await records.all()))];
      if (format === 'xlsx') return workbookAnswer(await documents.workbook(rows), exchange.fileName);
      const bytes = await documents.csv(rows);
      return {
        stream: Readable.from(bytes),
        size: bytes.length,
        mimeType: 'text/csv; charset=utf-8',
        fileName: `${exchange.fileName}.csv`,
        disposition: 'attachment',
      };
    },
  };
}

export type RecordExchange = ReturnType<typeof createExchange>;

const faultsOf = ({ rows }: Pick<ImportReport, 'rows'>) =>
  rows
    .filter(({ action }) => action === 'refused')
    .slice(0, FAULTS_MAX)
    .map(({ line, label, messages }) => ({
      loc: ['body', 'file', line],
      msg: `Ligne ${line} (${label}) : ${messages.join(' ')}`,
      type: 'value_error',
    }));
