import { completed } from '#shared/exposure/exposure.completed.ts';
import type { ExposureRecord, Margins } from '#shared/exposure/exposure.contract.ts';
import { AGGREGATE, SCCS_SOURCE } from '#shared/exposure/exposure.table.ts';
import type { HypothesisKey } from '#shared/exposure/hypotheses.ts';
import { changedMargins, keptMargins } from '#shared/exposure/margins.kept.ts';
import {
  aggregated,
  dailyAmount,
  marginOf,
  printSafely,
  type Working,
  wholeDose,
  written,
} from '#shared/exposure/margins.ts';
import { printDayOf } from '#shared/fields/date.ts';
import { nameKey } from '#shared/fields/name.ts';
import { toPercent } from '#shared/fields/percent.ts';
import { expandedLines, wholeQuantity } from '#shared/formulas/formula.ts';
import { readOnce } from '../db/moment.ts';
import type { ExposureRow } from '../db/tables.ts';
import { type FileAnswer, workbookAnswer } from '../http/file.ts';
import { basisOf, missingSources } from './exposure.basis.ts';
import type { ExposuresDependencies } from './exposure.service.ts';
import * as store from './exposure.store.ts';
import { marginSheet } from './margin.sheet.ts';

/** What a function of an ingredient says of one that stands in most cosmetics of a day. */
const PRESERVATIVE = /conservateur|preservative/i;

type MarginRow = Margins['rows'][number];

const aggregateNote = (amount: number | null): string =>
  `exposition agrégée, ${amount === null ? String(AGGREGATE.mg_kg_day) : printSafely(amount, 'up')} mg/kg pc/j (${SCCS_SOURCE})`;

interface MarginsDeps extends ExposuresDependencies {
  present: (row: ExposureRow | undefined) => ExposureRecord;
}

/** Who answers for a supposition about a substance, in words that documents and guests read: a person, not an account. */
async function acceptancesOf({
  db,
  users,
}: Pick<MarginsDeps, 'db' | 'users'>): Promise<(key: HypothesisKey, substanceId: string) => string | null> {
  const rows = await store.listHypotheses(db);
  if (rows.length === 0) return () => null;
  const names = new Map((await users.names()).map(({ email, name }) => [email, name] as const));
  return (key, substanceId) => {
    const own = rows.find((row) => row.key === key && row.substance_id === substanceId);
    const found = own ?? rows.find((row) => row.key === key && row.substance_id === '');
    return found ? `acceptée par ${names.get(found.by ?? '') ?? 'une personne'} le ${printDayOf(found.at)}` : null;
  };
}

/** Margins of safety, computed from what is there. */
export function createMargins({
  db,
  products,
  formulas,
  substances,
  users,
  documents,
  sealedMargins,
  present,
}: MarginsDeps) {
  const compute = async (productId: string) => {
    const [{ type_produit }, row, accepted] = await Promise.all([
      products.get(productId),
      store.find(db, productId),
      acceptancesOf({ db, users }),
    ]);
    const record = present(row);
    const exposure = completed(record);
    const together = aggregated(exposure);
    const aggregate = new Set(record.aggregate.map(nameKey));
    // No margin is computed for what is no cosmetic: its stored exposure stays.
    const composition = type_produit === 'cosmetique' ? await formulas.composition(productId) : null;
    const expanded = composition ? expandedLines(composition.lines, composition.shelf) : [];
    const known = new Map(
      (await substances.listByIds(expanded.flatMap(({ substance }) => substance?.id ?? []))).map(({ id, values }) => [
        id,
        values,
      ]),
    );
    const rows: (MarginRow & { working: Working })[] = [];
    const to_document: Margins['to_document'] = [];
    for (const one of expanded) {
      const { name, substance, nano, may_contain, functions } = one;
      if (may_contain || !name) continue;
      const quantity = wholeQuantity(one);
      const values = substance ? known.get(substance.id) : undefined;
      const percent = quantity ? toPercent(quantity.max) : null;
      const bound = !quantity || quantity.min === quantity.max ? ('exact' as const) : ('max' as const);
      if (
        !substance ||
        !values ||
        percent === null ||
        !quantity ||
        (values.pod === null && values.cramer === null && !values.genotoxic_alert)
      ) {
        to_document.push({
          inci: name,
          percent,
          bound,
          sed_mg_kg_d: percent === null ? null : wholeDose({ inci: name, percent, nano }, exposure),
          profile: values?.profile ?? null,
        });
        continue;
      }
      const isAdult = exposure.population === 'adulte';
      const isAggregate = isAdult && aggregate.has(nameKey(name));
      const { note, isAssumed, ...margin } = marginOf(
        { inci: name, percent, nano, tox: values },
        isAggregate ? together : exposure,
        (key) => accepted(key, substance.id),
      );
      rows.push({
        ...margin,
        substance_id: substance.id,
        is_aggregate: isAggregate,
        may_aggregate: isAdult && (isAggregate || functions.some((one) => PRESERVATIVE.test(one))),
        written: written(margin),
        bound,
        is_assumed: isAssumed,
        pod_kind: values.pod_kind,
        pod_source: values.pod_source ?? values.study,
        ...basisOf(values),
        note: [isAggregate && aggregateNote(margin.a_mg_kg_d), note, ...missingSources(values)]
          .filter(Boolean)
          .join(' ; '),
        remark: record.remarks[nameKey(name)] ?? null,
      });
    }
    return { record, exposure, rows, to_document };
  };

  const margins = readOnce(async (productId: string): Promise<Margins> => {
    const [{ record, exposure, rows, to_document }, sealed] = await Promise.all([
      compute(productId),
      sealedMargins(productId),
    ]);
    const amount = dailyAmount(exposure);
    const plain = rows.map(({ working: _, ...row }) => row);
    return {
      exposure: { ...record, a_mg_kg_d: amount?.value ?? null, how: amount?.how ?? null },
      rows: plain,
      to_document,
      since: sealed && {
        ...sealed,
        changes: changedMargins(sealed.margins, keptMargins({ rows: plain, to_document })),
      },
    };
  });

  const sheet = async (productId: string): Promise<Buffer> => {
    const { exposure, rows, to_document } = await compute(productId);
    const source = completed(exposure).source ?? 'Source de l’exposition : à préciser';
    return documents.workbook(marginSheet({ rows, to_document, source }));
  };

  return {
    margins,
    sheet,

    /** The same as a workbook whose results are formulas. */
    async workbook(productId: string): Promise<FileAnswer> {
      return workbookAnswer(await sheet(productId), 'marges');
    },
  };
}
