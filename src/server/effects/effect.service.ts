import { remarksOf } from '#shared/effects/causality.ts';
import { clockOf, isSerious } from '#shared/effects/clock.ts';
import {
  EFFECTS_MAX,
  type Effect,
  type EffectValues,
  ERASABLE,
  type Erasable,
} from '#shared/effects/effect.contract.ts';
import {
  CRITERIA,
  type CriterionName,
  SERIOUSNESS,
  type SeriousnessName,
  UNKNOWN,
} from '#shared/effects/effect.fields.ts';
import { identityIn } from '#shared/effects/identity.ts';
import { summaryOf } from '#shared/effects/summary.ts';
import { dayOf } from '#shared/fields/date.ts';
import { IN_FUTURE } from '#shared/fields/days.ts';
import type { Writer } from '#shared/fields/writer.ts';
import type { Change } from '#shared/products/product.contract.ts';
import type { Actor } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import { bodyFault, notCosmetic } from '../errors.ts';
import {
  createFollowRecords,
  type FollowDependencies,
  fileLock,
  type Kept,
  type WriteOptions,
} from '../follow/follow.service.ts';
import type { LotService } from '../lots/lot.service.ts';
import { authorityOf, effectChanges, transmissionOf } from './effect.words.ts';

interface EffectDependencies extends FollowDependencies {
  lots: Pick<LotService, 'listOf'>;
}

/** A case with what an administrator erased of it. */
export type EffectData = EffectValues &
  Pick<Effect, 'effacements'> & {
    /** Since when it stands as serious and nobody excluded it, by our own clock. */
    grave_depuis: string | null;
  };

const NO_EFFECT: EffectData = {
  reference: null,
  recu_le: '',
  source: 'consommateur',
  pays: 'FR',
  lot_id: null,
  usage: 'inconnu',
  zone: null,
  tranche_age: null,
  sexe: null,
  description: null,
  delai_apparition: null,
  issue: null,
  gravite: Object.fromEntries(Object.keys(SERIOUSNESS).map((name) => [name, null])) as Record<SeriousnessName, null>,
  grave_su_le: null,
  criteres: Object.fromEntries(Object.keys(CRITERIA).map((name) => [name, UNKNOWN])) as Record<CriterionName, string>,
  imputabilite: null,
  imputabilite_par: null,
  imputabilite_le: null,
  imputabilite_motif: null,
  mesures: null,
  transmis_le: null,
  transmission_reference: null,
  non_transmis_motif: null,
  clos_le: null,
  effacements: [],
  grave_depuis: null,
};

/** Days that were not tomorrow. */
const DAYS = ['recu_le', 'grave_su_le', 'imputabilite_le', 'transmis_le', 'clos_le'] as const;

/** The rows of the register, and what may not be written into it. */
function createEffectRecords(deps: EffectDependencies, today: () => string) {
  const { lots } = deps;
  return createFollowRecords<EffectData>(deps, {
    kind: 'effect',
    noun: 'effet indésirable',
    most: EFFECTS_MAX,
    tooMany: `Ce produit a ${EFFECTS_MAX.toLocaleString('fr-FR')} effets indésirables : c’est le plus qu’il peut en avoir.`,
    empty: NO_EFFECT,
    // Trash and journal name the product, and nothing of the case.
    labelOf: () => 'Effet indésirable',
    toldAs: () => 'effet indésirable',
    async changesOf(before, after, { trx, product }) {
      const known = await lots.listOf(product.id, trx);
      return effectChanges(before, after, (id) => known.find((one) => one.id === id)?.numero ?? id);
    },
    async check({ trx, product, before, values }) {
      // A case of before it became a cleaning product is still to be settled.
      if (before === null && product.type_produit !== 'cosmetique') throw notCosmetic('un effet indésirable');
      const known = await lots.listOf(product.id, trx);
      const numbers = known.map(({ numero }) => numero);
      return [
        ...DAYS.flatMap((name) => {
          const day = values[name];
          return day !== null && day > today() ? [bodyFault(name, IN_FUTURE)] : [];
        }),
        ...ERASABLE.flatMap((name) => {
          const why = values[name] === null ? null : identityIn(values[name], numbers);
          return why === null ? [] : [bodyFault(name, why)];
        }),
        ...(values.lot_id !== null && values.lot_id !== before?.lot_id && !known.some(({ id }) => id === values.lot_id)
          ? [bodyFault('lot_id', 'Ce lot n’est pas de ce produit : choisissez-en un dans la liste.')]
          : []),
      ];
    },
  });
}

/** The register of undesirable effects of a cosmetic: counts and clocks are computed, what they mean is people’s word. */
export function createEffects(deps: EffectDependencies) {
  const { db, products, lots, audit, clock } = deps;
  const today = (): string => dayOf(clock());

  const records = createEffectRecords(deps, today);

  const present = async (
    { product_id, values, ...kept }: Kept<EffectData>,
    executor: Executor = db,
  ): Promise<Effect> => {
    const grave = isSerious(values.gravite);
    const timing = clockOf(values, today());
    return {
      ...kept,
      ...values,
      grave,
      a_transmettre_le: timing?.due_on ?? null,
      hors_delai_jours: timing?.late ?? 0,
      autorite: authorityOf(values.pays),
      transmission_texte: transmissionOf(values, await products.get(product_id, executor)),
      remarques: remarksOf(values.imputabilite, values.criteres),
    };
  };
  const presentAll = async (rows: readonly Kept<EffectData>[]): Promise<Effect[]> => {
    const found: Effect[] = [];
    for (const row of rows.toSorted((a, b) => b.values.recu_le.localeCompare(a.values.recu_le)))
      found.push(await present(row));
    return found;
  };
  const since = (values: EffectValues, before: string | null): string | null =>
    isSerious(values.gravite) === true && values.imputabilite !== 'exclue' ? (before ?? clock().toISOString()) : null;
  /** A level has its day: today, unless another one is said. */
  const dated = (values: EffectValues): EffectValues =>
    values.imputabilite !== null && values.imputabilite_le === null ? { ...values, imputabilite_le: today() } : values;

  const summary = async (
    productId: string,
    { at = today(), writer }: { at?: string | undefined; writer?: Writer } = {},
  ) => {
    const product = await products.get(productId);
    const known = await lots.listOf(productId);
    const [first] = known.flatMap(({ premiere_mise }) => premiere_mise ?? []).toSorted();
    const market = typeof product.date_mise_marche === 'string' ? product.date_mise_marche : null;
    const effects = (await records.listOf(productId)).map(({ values }) => values);
    return summaryOf({ effects, lots: known, since: first ?? market, at, ...(writer ? { writer } : {}) });
  };

  return {
    records,
    /** What the file of the product is computed from; never answered. */
    listOf: records.listOf,
    list: async (productId: string): Promise<Effect[]> => presentAll(await records.list(productId)),
    get: async (productId: string, id: string): Promise<Effect> => present(await records.get(productId, id)),
    create: async (productId: string, values: EffectValues, by: Actor): Promise<Effect> =>
      present(
        await records.create(productId, { ...dated(values), effacements: [], grave_depuis: since(values, null) }, by),
      ),
    save: async (productId: string, id: string, values: EffectValues, options: WriteOptions): Promise<Effect> =>
      present(
        await records.save(
          productId,
          id,
          ({ effacements, grave_depuis }) => ({
            ...dated(values),
            effacements,
            grave_depuis: since(values, grave_depuis),
          }),
          options,
        ),
      ),
    remove: records.remove,
    revisions: records.revisions,
    summary,

    /** What a document says of them: the counts, and why one that is serious was not sent. */
    async told(productId: string, writer: Writer): Promise<string> {
      const { texte } = await summary(productId, { writer });
      const unsent =
        writer.language === 'en' ? 'A serious effect was not notified:' : 'Un effet grave n’a pas été transmis\u00a0:';
      const reasons = (await records.listOf(productId))
        .filter(({ values }) => isSerious(values.gravite) === true && values.transmis_le === null)
        .flatMap(({ values }) => values.non_transmis_motif ?? []);
      return [texte, ...reasons.map((reason) => `${unsent} ${reason}`)].join('\n');
    },

    /** Takes texts out of a case and of all that its history kept; that it was done stays. */
    erase: async (productId: string, id: string, fields: readonly Erasable[], by: Actor): Promise<Effect> =>
      inTransaction(
        db,
        async (trx) => {
          const product = await products.get(productId, trx);
          const said = { le: clock().toISOString(), par: by.email, champs: [...fields] };
          const isGone = ({ field }: Change): boolean => (fields as readonly string[]).includes(field);
          const kept = await records.rewrite(
            trx,
            { productId, id },
            {
              values: (values, isNow) => ({
                ...values,
                ...withoutTexts(values, fields),
                ...(isNow ? { effacements: [...values.effacements, said] } : {}),
              }),
              changes: (changes) => changes.map((one) => (isGone(one) ? { ...one, from: ERASED, to: ERASED } : one)),
              by,
            },
          );
          await audit.record(trx, {
            action: 'effect.erase',
            by,
            object: { type: 'follow', id: productId, label: records.labelOf(product) },
          });
          return present(kept, trx);
        },
        fileLock(productId),
      ),
  };
}
export type EffectService = ReturnType<typeof createEffects>;

const ERASED = 'effacé';
/** A level keeps that it was reasoned, a case that it was said not to be sent: in these words. */
const ERASED_TEXT = 'Texte effacé par un administrateur.';
const KEEPS_ITS_PLACE: ReadonlySet<Erasable> = new Set([
  'imputabilite_par',
  'imputabilite_motif',
  'non_transmis_motif',
]);

const withoutTexts = (values: EffectValues, fields: readonly Erasable[]): Partial<EffectValues> =>
  Object.fromEntries(
    fields.map((name) => [name, values[name] !== null && KEEPS_ITS_PLACE.has(name) ? ERASED_TEXT : null]),
  );
