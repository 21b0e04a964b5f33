import { isCmr, printClass } from '#shared/clp/clp.classes.ts';
import type { Twins } from '#shared/control/control.contract.ts';
import { isOfCleaning } from '#shared/detergents/cleaning.conformity.ts';
import type { FieldValue } from '#shared/fields/field.ts';
import { productName } from '#shared/products/product.label.ts';
import { broughtBy, type Card, cardsToFill } from '#shared/twins/cards.ts';
import { contradictionsOf, proposalsOf, type TwinState } from '#shared/twins/twins.ts';
import type { ControlDependencies } from './control.service.ts';
import type { Read } from './control.state.ts';
import * as store from './control.store.ts';

/** What is known of one product, as the twins look at it. */
export const twinStateOf = ({ product, formula, margins, profiles, kept }: Read): TwinState => ({
  kind: product.type_produit,
  product,
  conformity: kept.conformity.data,
  exposure: margins.exposure,
  hasNano:
    formula.mode === 'table' &&
    (formula.lines.some(({ nano }) => nano) ||
      formula.substances.some(({ id, nano }) => nano && formula.lines.some((line) => line.substance_id === id))),
  cmr: [...profiles.values()].flatMap(({ inci, clp }) => {
    const found = clp.filter(isCmr);
    return found.length > 0 ? [`${inci} (${found.map(printClass).join(', ')})`] : [];
  }),
  profiles: [...profiles.values()].flatMap(({ inci, profile }) => (profile ? [{ inci, profile }] : [])),
  claims: kept.claims.data.length,
});

/** What the file of a product says twice. */
export function createTwins({ db }: Pick<ControlDependencies, 'db'>) {
  /** What the product that was saved last says beside this name. */
  const cardOf = async (
    card: Card,
    name: string,
    product: Pick<Read['product'], 'id' | 'example'>,
  ): Promise<(Card & { known: Values; of: string }) | null> => {
    const row = await store.findNaming(db, {
      kind: card.record,
      field: card.name,
      name,
      except: product.id,
      example: product.example,
    });
    if (!row) return null;
    const data = JSON.parse(row.data) as { values?: Values } & Values;
    return {
      ...card,
      known: card.record === 'assessment' ? (data.values ?? {}) : data,
      of: productName(JSON.parse(row.summary)),
    };
  };

  return async (found: Read): Promise<Twins> => {
    const state = twinStateOf(found);
    const proposals: Twins['proposals'] = proposalsOf(state).map(({ value, ...rest }) => ({
      ...rest,
      value: value as string,
    }));
    const records = {
      conformity: found.kept.conformity.data as unknown as Values,
      assessment: found.kept.assessment.data.values as unknown as Values,
    };
    const isCosmetic = state.kind === 'cosmetique';
    for (const record of isCosmetic ? (['conformity', 'assessment'] as const) : (['conformity'] as const))
      for (const card of cardsToFill(record, records[record])) {
        const known = await cardOf(card, String(records[record][card.name]), found.product);
        if (!known) continue;
        for (const { field, value } of broughtBy(card, records[record], known.known))
          if (
            (isCosmetic || isOfCleaning(field)) &&
            !proposals.some((one) => one.record === record && one.field === field)
          )
            proposals.push({ record, field, value: value as string, from: known.of });
      }
    return { proposals, contradictions: contradictionsOf(state) };
  };
}

type Values = Readonly<Record<string, FieldValue | undefined>>;
