import { dayOf, printDay } from '#shared/fields/date.ts';
import { IN_FUTURE } from '#shared/fields/days.ts';
import { writeNumber } from '#shared/fields/number.ts';
import type { Change } from '#shared/products/product.contract.ts';
import {
  STUDY_LIMITS,
  STUDY_TYPES,
  type Study,
  type StudyReading,
  type StudyValues,
  TOLERANCE,
} from '#shared/studies/study.contract.ts';
import { printPoint } from '#shared/studies/study.ts';
import { verdictOfReading } from '#shared/studies/verdict.ts';
import type { Actor } from '../caller.ts';
import type { Executor } from '../db/open.ts';
import { bodyFault } from '../errors.ts';
import {
  createFollowRecords,
  type FollowDependencies,
  type Kept,
  type WriteOptions,
} from '../follow/follow.service.ts';
import type { LotService } from '../lots/lot.service.ts';

interface StudyDependencies extends FollowDependencies {
  lots: Pick<LotService, 'listOf'>;
}

const NO_STUDY: StudyValues = {
  type: 'autre',
  lot_id: null,
  conditionnement: null,
  laboratoire: null,
  protocole: null,
  debut: null,
  conditions: [],
  points: [],
  tolerance_jours: TOLERANCE.days,
  criteres: [],
  lectures: [],
  conclusion: null,
};

/** What differs of a study is said of each part as one sentence, and of readings one by one. */
const SAID = {
  type: ['Type', ({ type }) => STUDY_TYPES[type]],
  lot_id: ['Lot', ({ lot_id }) => lot_id],
  conditionnement: ['Conditionnement', ({ conditionnement }) => conditionnement],
  laboratoire: ['Laboratoire', ({ laboratoire }) => laboratoire],
  protocole: ['Protocole', ({ protocole }) => protocole],
  debut: ['Début', ({ debut }) => debut && printDay(debut)],
  conditions: ['Conditions', ({ conditions }) => conditions.join(', ')],
  points: ['Points', ({ points }) => points.map(printPoint).join(', ')],
  tolerance_jours: ['Tolérance (jours)', ({ tolerance_jours }) => String(tolerance_jours)],
  criteres: ['Critères', ({ criteres }) => criteres.map(sayCriterion).join('\u00a0; ')],
  conclusion: ['Conclusion', ({ conclusion }) => conclusion],
} as const satisfies Record<string, readonly [label: string, say: (values: StudyValues) => string | null]>;

function sayCriterion({ nom, unite, min, max, attendu }: StudyValues['criteres'][number]): string {
  const bounds = [min !== null && `min. ${writeNumber(min)}`, max !== null && `max. ${writeNumber(max)}`, attendu];
  return [nom, unite && `(${unite})`, bounds.filter(Boolean).join(', ')].filter(Boolean).join(' ');
}

const keyOf = ({ condition, point }: StudyReading): string => JSON.stringify([condition, point]);
const sayReading = (one: StudyReading | undefined): string | null =>
  one
    ? [
        `le ${printDay(one.le)}`,
        ...Object.entries(one.valeurs)
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]) => `${name}\u00a0: ${sayValue(value)}`),
        one.remarque,
      ]
        .filter(Boolean)
        .join('\u00a0; ')
    : null;
const sayValue = (value: StudyReading['valeurs'][string]): string =>
  typeof value === 'boolean'
    ? value
      ? 'conforme'
      : 'non conforme'
    : typeof value === 'number'
      ? writeNumber(value)
      : `${value}`;

function changesOf(before: StudyValues, after: StudyValues, lotName: (id: string | null) => string | null): Change[] {
  const fields = (Object.keys(SAID) as (keyof typeof SAID)[]).flatMap((field): Change[] => {
    const [label, say] = SAID[field];
    const [from, to] = [before, after].map((one) => (field === 'lot_id' ? lotName(one.lot_id) : say(one)) || null);
    return from === to ? [] : [{ field, label, from: from ?? null, to: to ?? null }];
  });
  const [was, is] = [before, after].map(({ lectures }) => new Map(lectures.map((one) => [keyOf(one), one])));
  const readings = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].flatMap((key): Change[] => {
    const [from, to] = [sayReading(was?.get(key)), sayReading(is?.get(key))];
    const one = is?.get(key) ?? was?.get(key);
    const point = [...after.points, ...before.points].find(({ valeur }) => valeur === one?.point);
    const label = `Lecture, ${one?.condition}, ${point ? printPoint(point) : one?.point}`;
    return from === to ? [] : [{ field: 'lectures', label, from, to }];
  });
  return [...fields, ...readings];
}

/** The studies of a product: their points and readings, point by point, beside what is asked of them. */
export function createStudies(deps: StudyDependencies) {
  const { db, lots, clock } = deps;

  const records = createFollowRecords<StudyValues>(deps, {
    kind: 'study',
    noun: 'étude',
    most: STUDY_LIMITS.each,
    tooMany: `Ce produit a ${STUDY_LIMITS.each} études : c’est le plus qu’il peut en avoir.`,
    empty: NO_STUDY,
    labelOf: ({ type, debut }) => [STUDY_TYPES[type], debut && `du ${printDay(debut)}`].filter(Boolean).join(' '),
    toldAs: ({ type }) => `étude (${STUDY_TYPES[type].toLowerCase()})`,
    async changesOf(before, after, { trx, product }) {
      const known = await lots.listOf(product.id, trx);
      return changesOf(before, after, (id) => known.find((one) => one.id === id)?.numero ?? id);
    },
    async check({ trx, product, before, values: { debut, lectures, lot_id } }) {
      const today = dayOf(clock());
      const isNewLot = lot_id !== null && lot_id !== before?.lot_id;
      const known = isNewLot ? await lots.listOf(product.id, trx) : [];
      return [
        ...(debut !== null && debut > today ? [bodyFault('debut', IN_FUTURE)] : []),
        ...lectures.flatMap(({ le }, index) =>
          le > today ? [{ loc: ['body', 'lectures', index, 'le'], msg: IN_FUTURE, type: 'value_error' }] : [],
        ),
        ...(isNewLot && !known.some(({ id }) => id === lot_id)
          ? [bodyFault('lot_id', 'Ce lot n’est pas de ce produit : choisissez-en un dans la liste.')]
          : []),
      ];
    },
  });

  const present = ({ product_id: _, values, ...kept }: Kept<StudyValues>): Study => ({
    ...kept,
    ...values,
    lectures: values.lectures.map((one) => ({ ...one, verdict: verdictOfReading(values.criteres, one.valeurs) })),
  });

  return {
    records,
    listOf: async (productId: string, executor: Executor = db): Promise<Study[]> =>
      (await records.listOf(productId, executor)).map(present),
    list: async (productId: string): Promise<Study[]> => (await records.list(productId)).map(present),
    get: async (productId: string, id: string): Promise<Study> => present(await records.get(productId, id)),
    create: async (productId: string, values: StudyValues, by: Actor): Promise<Study> =>
      present(await records.create(productId, values, by)),
    save: async (productId: string, id: string, values: StudyValues, options: WriteOptions): Promise<Study> =>
      present(await records.save(productId, id, () => values, options)),
    remove: records.remove,
  };
}
export type StudyService = ReturnType<typeof createStudies>;
