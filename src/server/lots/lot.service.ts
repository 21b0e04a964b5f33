import { dayOf, printDay } from '#shared/fields/date.ts';
import { dayFaults, IN_FUTURE } from '#shared/fields/days.ts';
import { nameKey } from '#shared/fields/name.ts';
import { LOTS_MAX, type Lot, type LotOfAll, type LotsQuery, type Stopped } from '#shared/lots/lot.contract.ts';
import { LOT_FIELDS, type LotValues } from '#shared/lots/lot.fields.ts';
import { keptUntil, lastLotOf, placedOn, retentionOf } from '#shared/lots/retention.ts';
import { changesOfFields } from '#shared/products/changes.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { Actor } from '../caller.ts';
import type { Executor } from '../db/open.ts';
import { bodyFault } from '../errors.ts';
import {
  createFollowRecords,
  type FollowDependencies,
  type Kept,
  listOfAll,
  type WriteOptions,
  type Writing,
} from '../follow/follow.service.ts';
import type { FormulaService } from '../formulas/formula.service.ts';

interface LotDependencies extends FollowDependencies {
  formulas: Pick<FormulaService, 'get'>;
  /** The day of the last lot as the conformity says it, for a product without lots. */
  lastLotSaid: (productId: string, executor: Executor) => Promise<string | null>;
  /** The day since which the composition is what it is. */
  composedOn: (productId: string) => Promise<string | null>;
}

/** A lot with what the server adds to its values. */
type LotData = LotValues & Pick<Lot, 'composition_sha256'>;
interface StopData {
  le: string | null;
  motif: string | null;
}

const NO_LOT: LotData = {
  numero: '',
  fabrique_le: null,
  premiere_mise: null,
  derniere_mise: null,
  quantite: null,
  composition_sha256: null,
};
const NO_STOP: StopData = { le: null, motif: null };
const STOP_LABELS = { le: 'Aucun lot après le', motif: 'Motif de l’arrêt' } as const;

/** The lots of a product, that no other follows, and until when its file is kept. */
export function createLots(deps: LotDependencies) {
  const { db, products, formulas, lastLotSaid, composedOn, clock } = deps;
  const today = (): string => dayOf(clock());

  const stopOf = async (productId: string, executor: Executor): Promise<Kept<StopData> | null> =>
    (await stops.listOf(productId, executor))[0] ?? null;
  /** Its lots, its stop, and what both say of how long it is kept. */
  const read = async (productId: string, executor: Executor) => {
    const [all, stop] = [await lots.listOf(productId, executor), await stopOf(productId, executor)];
    const said = all.length > 0 ? null : await lastLotSaid(productId, executor);
    return { all, stop, facts: { lots: all.map(({ values }) => values), stop: stop?.values.le ?? null, said } };
  };
  /** Until when nothing of the product goes follows from all of it. */
  const keep = async (trx: Executor, productId: string): Promise<void> =>
    products.keepUntil(trx, productId, keptUntil((await read(productId, trx)).facts));

  const lots = createFollowRecords<LotData>(deps, {
    kind: 'lot',
    noun: 'lot',
    most: LOTS_MAX,
    tooMany: `Ce produit a ${LOTS_MAX.toLocaleString('fr-FR')} lots : c’est le plus qu’il peut en avoir.`,
    empty: NO_LOT,
    labelOf: ({ numero }) => numero,
    toldAs: ({ numero }) => `lot ${numero}`,
    changesOf: (before, after) => changesOfFields(LOT_FIELDS, { ...before }, { ...after }),
    async check({ trx, product, before, values, others }) {
      return [
        ...dayFaults(LOT_FIELDS, { before: { ...before }, after: { ...values }, today: today() }).map(
          ({ name, text }) => bodyFault(name, text),
        ),
        ...sameNumber(values, others),
        ...afterStop(values, (await stopOf(product.id, trx))?.values.le ?? null),
      ];
    },
    written: keep,
  });

  const stops = createFollowRecords<StopData>(deps, {
    kind: 'arret',
    noun: 'arrêt',
    most: 1,
    tooMany: 'L’arrêt de ce produit est déjà dit.',
    empty: NO_STOP,
    labelOf: () => 'Arrêt',
    toldAs: ({ le }) => (le === null ? 'arrêt retiré' : `arrêt le ${printDay(le)}`),
    changesOf: (before, after) =>
      (['le', 'motif'] as const).flatMap((field) => {
        const say = (one: StopData): string | null => (field === 'le' && one.le ? printDay(one.le) : one[field]);
        return before[field] === after[field]
          ? []
          : [{ field, label: STOP_LABELS[field], from: say(before), to: say(after) }];
      }),
    async check({ trx, product, values: { le } }) {
      if (le === null) return [];
      if (le > today()) return [bodyFault('le', IN_FUTURE)];
      const last = lastLotOf((await lots.listOf(product.id, trx)).map(({ values }) => values));
      const placed = last ? placedOn(last) : await lastLotSaid(product.id, trx);
      const which = last ? `Le lot ${last.numero}` : 'Le dernier lot, d’après la conformité,';
      return placed !== null && placed > le
        ? [bodyFault('le', `${which} a été mis sur le marché le ${printDay(placed)}, après ce jour.`)]
        : [];
    },
    written: keep,
  });

  const present = ({ product_id: _, values, ...kept }: Kept<LotData>): Lot => ({ ...values, ...kept });

  /** The composition of today, for a lot that was not made before it became what it is. */
  const compositionOf = async (
    productId: string,
    { fabrique_le, premiere_mise }: LotValues,
  ): Promise<string | null> => {
    const { composition_sha256, updated_at } = await formulas.get(productId);
    const made = fabrique_le ?? premiere_mise;
    // Its lines were typed, or one of its raw materials became something else.
    const since = [updated_at && dayOf(new Date(updated_at)), await composedOn(productId)];
    return made !== null && since.some((day) => day !== null && made < day) ? null : composition_sha256;
  };

  const presentStop = ({ stop, facts }: Awaited<ReturnType<typeof read>>): Stopped => ({
    le: stop?.values.le ?? null,
    motif: stop?.values.motif ?? null,
    ...retentionOf(facts),
    revision: stop?.revision ?? 0,
    updated_at: stop?.updated_at ?? null,
    updated_by: stop?.updated_by ?? null,
  });

  return {
    records: lots,
    keep,
    listOf: async (productId: string, executor: Executor = db): Promise<Lot[]> =>
      latestFirst((await lots.listOf(productId, executor)).map(present)),
    list: async (productId: string): Promise<Lot[]> => latestFirst((await lots.list(productId)).map(present)),
    get: async (productId: string, id: string): Promise<Lot> => present(await lots.get(productId, id)),
    async create(productId: string, values: LotValues, by: Actor): Promise<Lot> {
      const composition_sha256 = await compositionOf(productId, values);
      return present(await lots.create(productId, { ...values, composition_sha256 }, by));
    },
    save: async (productId: string, id: string, values: LotValues, options: WriteOptions): Promise<Lot> =>
      present(await lots.save(productId, id, ({ composition_sha256 }) => ({ ...values, composition_sha256 }), options)),
    remove: lots.remove,
    /** Those of all products. */
    listAll: (query: LotsQuery): Promise<{ rows: LotOfAll[]; total: number }> => listOfProducts(db, lots.kind, query),

    async stop(productId: string): Promise<Stopped> {
      await products.get(productId);
      return presentStop(await read(productId, db));
    },
    async saveStop(productId: string, stop: StopData | null, options: WriteOptions): Promise<Stopped> {
      await stops.saveOnly(productId, stop?.le ? stop : NO_STOP, options);
      return presentStop(await read(productId, db));
    },
    /** Its lots, and until when its file is kept: what a control, a document and a sealed dossier say of them. */
    async readAll(productId: string): Promise<{ lots: Lot[]; retention: Stopped }> {
      const found = await read(productId, db);
      return { lots: latestFirst(found.all.map(present)), retention: presentStop(found) };
    },
  };
}
export type LotService = ReturnType<typeof createLots>;

const latestFirst = (lots: readonly Lot[]): Lot[] =>
  lots.toSorted((a, b) => (placedOn(b) ?? b.fabrique_le ?? '').localeCompare(placedOn(a) ?? a.fabrique_le ?? ''));

const sameNumber = ({ numero }: LotValues, others: Writing<LotData>['others']) =>
  others.some(({ values }) => nameKey(values.numero) === nameKey(numero))
    ? [bodyFault('numero', `Ce produit a déjà un lot ${numero}. Modifiez-le, ou donnez un autre numéro.`)]
    : [];

const afterStop = (values: LotValues, stop: string | null) =>
  stop === null
    ? []
    : (['premiere_mise', 'derniere_mise'] as const).flatMap((name) => {
        const day = values[name];
        return day !== null && day > stop
          ? [bodyFault(name, `L’arrêt est dit au ${printDay(stop)} : aucun lot n’est mis sur le marché après.`)]
          : [];
      });

async function listOfProducts(
  db: Executor,
  kind: string,
  query: LotsQuery,
): Promise<{ rows: LotOfAll[]; total: number }> {
  const { rows, total } = await listOfAll(db, { kind, ...query });
  return {
    rows: rows.map(({ id, label, product_id, summary }) => ({
      id,
      numero: label,
      product: { id: product_id, label: productLabel(JSON.parse(summary)) },
    })),
    total,
  };
}
