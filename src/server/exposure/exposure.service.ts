import { Readable } from 'node:stream';
import { completed } from '#shared/exposure/exposure.completed.ts';
import {
  type ExposureInput,
  type ExposureRecord,
  exposureInput,
  type Margins,
} from '#shared/exposure/exposure.contract.ts';
import { dailyAmount, marginOf } from '#shared/exposure/margins.ts';
import { expandedLines } from '#shared/formulas/formula.ts';
import { nameKey } from '#shared/formulas/inci.name.ts';
import { toPercent } from '#shared/formulas/percent.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, inTransaction } from '../db/open.ts';
import type { ExposureRow } from '../db/tables.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { staleRecord } from '../errors.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { FileAnswer } from '../http/file.ts';
import type { ProductService } from '../products/product.service.ts';
import type { SubstanceService } from '../substances/substance.service.ts';
import * as store from './exposure.store.ts';

export interface ExposureService {
  get(productId: string): Promise<ExposureRecord>;
  save(
    productId: string,
    input: ExposureInput,
    options: { ifMatch: string | null; by: Actor },
  ): Promise<ExposureRecord>;
  margins(productId: string): Promise<Margins>;
  /** The same as a workbook. */
  workbook(productId: string): Promise<FileAnswer>;
}

interface Dependencies {
  db: Db;
  products: ProductService;
  formulas: FormulaService;
  substances: SubstanceService;
  documents: Pick<DocumentService, 'workbook'>;
  audit: AuditService;
  clock: () => Date;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function createExposures({
  db,
  products,
  formulas,
  substances,
  documents,
  audit,
  clock,
}: Dependencies): ExposureService {
  const present = (row: ExposureRow | undefined): ExposureRecord => ({
    ...exposureInput.parse(row ? JSON.parse(row.data) : {}),
    revision: row?.revision ?? 0,
    updated_at: row?.updated_at ?? null,
    updated_by: row?.updated_by ?? null,
  });

  const margins = async (productId: string): Promise<Margins> => {
    await products.get(productId);
    const record = present(await store.find(db, productId));
    const exposure = completed(record);
    const composition = await formulas.composition(productId);
    const expanded = composition ? expandedLines(composition.lines, composition.shelf) : [];
    const known = new Map(
      (await substances.listByIds(expanded.flatMap(({ substance }) => substance?.id ?? []))).map(({ id, values }) => [
        id,
        values,
      ]),
    );
    const rows: Margins['rows'] = [];
    const to_document: Margins['to_document'] = [];
    for (const { name, substance, quantity, nano, may_contain } of expanded) {
      if (may_contain || !name) continue;
      const values = substance ? known.get(substance.id) : undefined;
      const percent = quantity ? toPercent(quantity.max) : 0;
      if (!values || !quantity || (values.pod === null && values.cramer === null && !values.genotoxic_alert)) {
        to_document.push({ inci: name, percent });
        continue;
      }
      const { note, isAssumed, ...margin } = marginOf({ inci: name, percent, nano, tox: values }, exposure);
      rows.push({
        ...margin,
        bound: quantity.min === quantity.max ? 'exact' : 'max',
        is_assumed: isAssumed,
        pod_kind: values.pod_kind,
        pod_source: values.pod_source ?? values.study,
        note: [note, ...missingSources(values)].filter(Boolean).join(' ; '),
        remark: record.remarks[nameKey(name)] ?? null,
      });
    }
    const amount = dailyAmount(exposure);
    return {
      exposure: { ...record, a_mg_kg_d: amount?.value ?? null, how: amount?.how ?? null },
      rows,
      to_document,
    };
  };

  return {
    async get(productId) {
      await products.get(productId);
      return present(await store.find(db, productId));
    },

    save: (productId, input, { ifMatch, by }) =>
      inTransaction(
        db,
        async (trx) => {
          const product = await products.get(productId, trx);
          const before = await store.find(trx, productId);
          const revision = before?.revision ?? 0;
          if (ifMatch !== null && ifMatch !== '*' && ifMatch !== String(revision)) throw staleRecord();
          const row: ExposureRow = {
            product_id: productId,
            data: JSON.stringify(input),
            revision: revision + 1,
            updated_at: clock().toISOString(),
            updated_by: by.email,
          };
          if (!(await store.save(trx, row, revision))) throw staleRecord();
          await audit.record(trx, {
            action: 'exposure.update',
            by,
            object: { type: 'exposure', id: productId, label: productLabel(product) },
          });
          return present(row);
        },
        `exposure ${productId}`,
      ),

    margins,

    async workbook(productId) {
      const { exposure, rows, to_document } = await margins(productId);
      const toDocument = to_document.map(({ inci, percent }) => ({ inci, percent, remark: 'à documenter' }));
      const source = { remark: completed(exposure).source ?? 'Source de l’exposition : à préciser' };
      const bytes = await documents.workbook([
        COLUMNS.map(([title]) => title),
        ...[...rows, ...toDocument, source].map((row: Partial<MarginRow>) => COLUMNS.map(([, cell]) => cell(row))),
      ]);
      return {
        stream: Readable.from(bytes),
        size: bytes.length,
        mimeType: XLSX,
        fileName: 'marges.xlsx',
        disposition: 'attachment',
      };
    },
  };
}

type MarginRow = Margins['rows'][number];
const say = (value: number | null | undefined): string => (value == null ? '' : String(value).replace('.', ','));

/** The columns of the workbook, and what each says of a substance. */
const COLUMNS: readonly [string, (row: Partial<MarginRow>) => string][] = [
  ['INCI', ({ inci }) => inci ?? ''],
  ['% (borne haute)', ({ percent }) => say(percent)],
  ['A (mg/kg pc/j)', ({ a_mg_kg_d }) => say(a_mg_kg_d)],
  ['Absorption', ({ absorption }) => absorption ?? ''],
  ['SED (mg/kg pc/j)', ({ sed_mg_kg_d }) => say(sed_mg_kg_d)],
  ['POD (mg/kg pc/j)', ({ pod }) => say(pod)],
  ['Nature', ({ pod_kind }) => pod_kind ?? ''],
  ['Source du POD', ({ pod_source }) => pod_source ?? ''],
  ['POD systémique', ({ pod_sys }) => say(pod_sys)],
  ['MoS', ({ mos }) => say(mos)],
  ['TTC (µg/kg pc/j)', ({ ttc }) => say(ttc)],
  ['Seuil', ({ threshold }) => say(threshold)],
  ['Remarque', ({ note, remark }) => [note, remark].filter(Boolean).join(' ; ')],
];

/** Every number says where it is from, or that nobody said it. */
function missingSources(values: {
  pod: number | null;
  pod_source: string | null;
  study: string | null;
  oral_bioavailability: number | null;
  oral_bioavailability_source: string | null;
  dermal_absorption_percent: number | null;
  dermal_absorption_ug_cm2: number | null;
  dermal_absorption_source: string | null;
}): string[] {
  const missing = [
    values.pod !== null && !values.pod_source && !values.study && 'POD',
    values.oral_bioavailability !== null && !values.oral_bioavailability_source && 'biodisponibilité orale',
    (values.dermal_absorption_percent !== null || values.dermal_absorption_ug_cm2 !== null) &&
      !values.dermal_absorption_source &&
      'absorption cutanée',
  ].filter(Boolean);
  return missing.length > 0 ? [`source manquante : ${missing.join(', ')}`] : [];
}
