import { classify } from '#shared/clp/clp.compute.ts';
import { companyOfKey, companyOfVat, makeUfi } from '#shared/clp/ufi.ts';
import { type CleaningState, cleaningStateOf, compositionOf, mixtureOf } from '#shared/detergents/cleaning.state.ts';
import { type ContentLabel, contentLabelOf } from '#shared/detergents/content.ts';
import { dangerLabelOf, isConcluded } from '#shared/detergents/danger.label.ts';
import {
  CLASSED_AND_NOT,
  type ClpAnswer,
  type Detergent,
  type DetergentInput,
  type DetergentValues,
} from '#shared/detergents/detergent.contract.ts';
import { type ComponentSheet, componentSheetOf } from '#shared/detergents/sheet.ts';
import type { Stamp } from '#shared/findings/stamp.ts';
import { type Executor, lock } from '../db/open.ts';
import { bodyFault, conflict, invalid } from '../errors.ts';
import { actsOf } from './control.acts.ts';
import type { createParts } from './control.parts.ts';
import type { ControlRecords, DetergentData, Kept, SaveOptions } from './control.records.ts';
import type { ControlDependencies } from './control.service.ts';
import type { Read } from './control.state.ts';
import * as store from './control.store.ts';

/** What a cleaning product is besides its form; `null` for a cosmetic. */
export const cleaningOf = (found: Read, now: { stamp: Stamp; today: string }): CleaningState | null =>
  found.product.type_produit === 'nettoyage' ? stateOf(found, now) : null;

const stateOf = (found: Read, now: { stamp: Stamp; today: string }): CleaningState =>
  cleaningStateOf({
    ...found,
    ...now,
    record: found.kept.detergent.data.values,
    stamps: found.kept.detergent.data.stamps,
    fileStamps: found.fileStamps,
  });

interface CleaningDeps extends ControlDependencies, Pick<ReturnType<typeof createParts>, 'stampNow'> {
  records: ControlRecords;
  read: (productId: string) => Promise<Read>;
  today: () => string;
}

/** The record of a cleaning product, and what is computed of its composition. */
export function createCleaning({ products, records, read, stampNow, today }: CleaningDeps) {
  const present = async (productId: string): Promise<Detergent> => {
    const found = await read(productId);
    const { data, ...meta } = found.kept.detergent;
    const { changed } = stateOf(found, { stamp: await stampNow(found), today: today() });
    return { ...data.values, ...meta, sur_une_autre_composition: [...changed] };
  };

  /** One number, one composition: of this product, and of every other. @throws 409 */
  const checkUfi = async (
    trx: Executor,
    {
      ufi,
      composition,
      productId,
      own,
    }: { ufi: string; composition: string | null; productId: string; own: DetergentData['ufis'] },
  ): Promise<void> => {
    const isOther = (one: { ufi: string; composition: string | null }): boolean =>
      one.ufi === ufi && one.composition !== null && composition !== null && one.composition !== composition;
    if (own.some(isOther))
      throw conflict(
        'Ce numéro de formule a déjà servi à une autre composition de ce produit : un numéro, une composition. Prenez-en un nouveau.',
      );
    for (const { product_id, data } of await store.listHolding(trx, { kind: 'detergent', text: ufi })) {
      if (product_id === productId) continue;
      const held = JSON.parse(data) as Partial<DetergentData>;
      if (!(held.ufis ?? []).some(isOther)) continue;
      const [other] = await products.labelsOf([product_id], trx);
      throw conflict(
        `Ce numéro de formule est celui d’une autre composition${other ? `, « ${other.label} »` : ''} : un numéro, une composition. Prenez-en un autre.`,
      );
    }
  };

  const save = async (
    productId: string,
    next: (before: DetergentValues) => DetergentValues,
    { action, ...options }: SaveOptions & { action?: 'detergent.ufi' },
  ): Promise<Kept<'detergent'>> => {
    const found = await read(productId);
    const stamp = await stampNow(found);
    // A code that was typed before the formula is of no composition yet.
    const composition = found.formula.lines.length > 0 ? (stamp.composition ?? null) : null;
    const kept = { productId, kind: 'detergent' as const, ...options, ...(action ? { action } : {}) };
    return records.save({
      ...kept,
      data: async (before, trx) => {
        const values = next(before.values);
        const used = { ufi: values.ufi ?? '', composition };
        const isNew = values.ufi !== null && (action !== undefined || values.ufi !== before.values.ufi);
        // Two at once are held against each other. One that is typed is on a label already: kept, it counts for those that are made.
        if (isNew) await lock(trx, 'ufis');
        if (isNew && action === 'detergent.ufi') await checkUfi(trx, { ...used, productId, own: before.ufis });
        return {
          values,
          stamps: actsOf(before, values, stamp),
          ufis: isNew
            ? [...before.ufis.filter((one) => JSON.stringify(one) !== JSON.stringify(used)), used]
            : before.ufis,
        };
      },
    });
  };

  return {
    detergent: present,
    /** @throws 422 for classes beside « non classé » */
    async saveDetergent(productId: string, input: DetergentInput, options: SaveOptions): Promise<Detergent> {
      await save(
        productId,
        ({ clp_conclusion, p_mentions }) => {
          const values = { clp_conclusion, p_mentions, ...input };
          if (values.clp_non_classe === true && values.clp_conclusion.length > 0)
            throw invalid([bodyFault('clp_non_classe', CLASSED_AND_NOT)]);
          return values;
        },
        options,
      );
      return present(productId);
    },

    /** Makes the UFI of the mixture as it is now. @throws 409 for a number that is another composition’s */
    async makeUfi(
      productId: string,
      { tva, cle, numero_formule }: { tva: string | null; cle: number | null; numero_formule: number },
      options: SaveOptions,
    ): Promise<Detergent> {
      const company = tva === null ? companyOfKey(cle ?? 0) : companyOfVat(tva);
      const ufi = makeUfi({ ...company, number: numero_formule });
      await save(productId, (before) => ({ ...before, tva: tva ?? before.tva, numero_formule, ufi }), {
        ...options,
        action: 'detergent.ufi',
      });
      return present(productId);
    },

    async contentLabel(
      productId: string,
      when: { first_placed?: string | undefined; at?: string | undefined },
    ): Promise<ContentLabel> {
      const found = await read(productId);
      return contentLabelOf(compositionOf(found), found.kept.detergent.data.values, {
        firstPlaced: when.first_placed ?? today(),
        at: when.at ?? today(),
      });
    },

    async componentSheet(productId: string): Promise<ComponentSheet> {
      const found = await read(productId);
      const when = { firstPlaced: today(), at: today() };
      return componentSheetOf(compositionOf(found), found.kept.detergent.data.values, when);
    },

    async clp(productId: string): Promise<ClpAnswer> {
      const found = await read(productId);
      return clpAnswerOf(classify(mixtureOf(found)), found.kept.detergent.data.values);
    },
  };
}

/** The result of the calculation, beside what a person concluded: pictograms are of the conclusion alone. */
export const clpAnswerOf = (
  computed: Omit<ClpAnswer, 'conclusion'>,
  record: Pick<DetergentValues, 'clp_conclusion' | 'clp_non_classe' | 'public'>,
): ClpAnswer => ({
  ...computed,
  conclusion: isConcluded(record) ? dangerLabelOf(record) : null,
});
