import type { Claim } from '#shared/control/claims.contract.ts';
import type { ControlRecord } from '#shared/control/control.contract.ts';
import type { NotifiedStamp } from '#shared/control/cpnp.ts';
import { dayOf } from '#shared/fields/date.ts';
import { IN_FUTURE } from '#shared/fields/days.ts';
import type { ConformityValues } from '#shared/regulation/conformity.fields.ts';
import type { Conformity, ConformityInput } from '#shared/regulation/regulation.contract.ts';
import { bodyFault, invalid, notCosmetic } from '../errors.ts';
import type { createControlRecords, Kept, SaveOptions } from './control.records.ts';
import type { ControlDependencies } from './control.service.ts';

/** Days that say that the product was notified as it was then. */
const NOTIFIED_ON = ['cpnp_date', 'cpnp_maj_date'] as const;

interface ClaimsDeps extends ControlDependencies {
  /** What a notification of the product stands on, with this conformity. */
  notifiedNow: (productId: string, conformity: ConformityValues) => Promise<NotifiedStamp>;
  records: ReturnType<typeof createControlRecords>;
}

/** What a person writes beside the form: conformity, claims. */
export function createClaims({ products, effects, records, notifiedNow, clock }: ClaimsDeps) {
  const presentConformity = ({ data, ...meta }: Kept<'conformity'>): Conformity => ({ ...data, ...meta }) as Conformity;

  const save = async <K extends ControlRecord>(
    productId: string,
    kind: K,
    data: Parameters<typeof records.save<K>>[0]['data'],
    options: SaveOptions,
  ): Promise<Kept<K>> => records.save({ productId, kind, data, ...options });

  return {
    save,

    async conformity(productId: string): Promise<Conformity> {
      await products.get(productId);
      return presentConformity(await records.read(productId, 'conformity'));
    },
    async saveConformity(productId: string, values: ConformityInput, options: SaveOptions): Promise<Conformity> {
      const before = (await records.read(productId, 'conformity')).data;
      const isNotified = NOTIFIED_ON.some((name) => values[name] !== null && values[name] !== before[name]);
      const notified = isNotified ? await notifiedNow(productId, values) : undefined;
      return presentConformity(
        await records.save({ productId, kind: 'conformity', data: () => ({ ...values }), notified, ...options }),
      );
    },

    /** What is known of effects on a day becomes the declaration of the conformity. @throws 422 for a day to come */
    async stateEffects(productId: string, at: string, { ifMatch, by }: SaveOptions) {
      if (at > dayOf(clock())) throw invalid([bodyFault('at', IN_FUTURE)]);
      if ((await products.get(productId)).type_produit !== 'cosmetique')
        throw notCosmetic('un relevé d’effets indésirables');
      const { texte } = await effects.summary(productId, { at });
      const said = { ei_declaration: texte, ei_date: at };
      const { revision } = await records.save({
        productId,
        kind: 'conformity',
        data: (before) => ({ ...before, ...said }),
        ifMatch,
        by,
      });
      return { ...said, revision };
    },

    async claims(productId: string): Promise<{ claims: Claim[]; revision: number }> {
      await products.get(productId);
      const { data, revision } = await records.read(productId, 'claims');
      return { claims: data, revision };
    },
    async saveClaims(
      productId: string,
      claims: Claim[],
      options: SaveOptions,
    ): Promise<{ claims: Claim[]; revision: number }> {
      const ids = claims.map(({ id }) => id);
      const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
      if (twice !== -1)
        throw invalid([
          { loc: ['body', twice, 'id'], msg: 'Deux allégations ont le même identifiant.', type: 'value_error' },
        ]);
      const { data, revision } = await save(productId, 'claims', () => claims, options);
      return { claims: data, revision };
    },
  };
}

export type Claims = ReturnType<typeof createClaims>;
