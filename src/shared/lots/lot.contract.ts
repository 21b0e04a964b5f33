import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';
import { listQuery } from '../contract/list.query.ts';
import { sentBack } from '../contract/sent.back.ts';
import { isDay, printDay } from '../fields/date.ts';
import { answerShape, inputShape } from '../fields/record.shape.ts';
import { followMeta } from '../follow/follow.contract.ts';
import { LOT_FIELDS, type LotValues } from './lot.fields.ts';

const api = endpointsOf('Suivi');

/** Lots of one product. */
export const LOTS_MAX = 2_000;
/** Characters of the reason why no lot follows. */
const REASON_MAX = 2_000;

const lotInput = z.strictObject(
  inputShape(LOT_FIELDS, { isRequired: ({ name }) => name === 'numero' }),
) as unknown as z.ZodObject & z.ZodType<LotValues>;

/** The days of a lot, in the order in which they come. */
function inOrder(values: LotValues, context: z.RefinementCtx): LotValues {
  const { fabrique_le, premiere_mise, derniere_mise } = values;
  const fault = (name: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [name], message, input: values });
  const placed = premiere_mise === null ? ('derniere_mise' as const) : ('premiere_mise' as const);
  const first = premiere_mise ?? derniere_mise;
  if (fabrique_le !== null && first !== null && first < fabrique_le)
    fault(placed, `Un lot fabriqué le ${printDay(fabrique_le)} n’a pas pu être mis sur le marché avant.`);
  if (premiere_mise !== null && derniere_mise !== null && derniere_mise < premiere_mise)
    fault('derniere_mise', `La dernière mise sur le marché précède la première, le ${printDay(premiere_mise)}.`);
  return values;
}

const meta = {
  ...followMeta,
  /** SHA-256 of the composition that it was made of, when it was that of the day it was entered here. */
  composition_sha256: z.string().nullable(),
};
const answer = z.object({ ...answerShape(LOT_FIELDS), ...meta });
export type Lot = LotValues & z.output<z.ZodObject<typeof meta>>;
const lot = answer as unknown as z.ZodType<Lot>;
const body = sentBack(lotInput, answer).transform(inOrder);

export const listLots = api('GET /products/{id}/lots', 'member', {
  summary: 'Les lots d’un produit, le dernier mis sur le marché d’abord',
  output: z.array(lot),
});

/** A lot among those of all products. */
const lotOfAll = z.object({
  id: z.string(),
  numero: z.string(),
  product: z.object({ id: z.string(), label: z.string() }),
});
export type LotOfAll = z.output<typeof lotOfAll>;
export const lotsQuery = listQuery.omit({ sort: true });
export type LotsQuery = z.output<typeof lotsQuery>;
/** Who calls about a unit reads the number of its lot. */
export const listAllLots = api('GET /lots', 'member', {
  summary: 'Les lots de tous les produits, le dernier ajouté d’abord ; « search » cherche dans leur numéro',
  query: lotsQuery,
  output: z.array(lotOfAll),
});
export const createLot = api('POST /products/{id}/lots', 'write', {
  summary: 'Ajouter un lot',
  body,
  output: lot,
  status: 201,
  idempotent: true,
});
export const getLot = api('GET /products/{id}/lots/{lotId}', 'member', {
  summary: 'Lire un lot',
  output: lot,
});
export const updateLot = api('PUT /products/{id}/lots/{lotId}', 'write', {
  summary: 'Modifier un lot',
  body,
  output: lot,
});
export const removeLot = api('DELETE /products/{id}/lots/{lotId}', 'write', {
  summary: 'Mettre un lot à la corbeille',
  output: 'nothing',
});

const day = z.string({ error: 'Donnez le jour, par exemple 15/03/2026.' }).refine(isDay, { error: 'Date invalide.' });

export const stopped = z.object({
  /** The day from which no lot follows; `null` while lots may. */
  le: z.string().nullable(),
  motif: z.string().nullable(),
  /** The last day on which the file is kept, known once no lot follows; until then, the first that it may be. */
  conservation_jusqu_au: z.string().nullable(),
  au_moins: z.string().nullable(),
  revision: z.number().int(),
  updated_at: z.string().nullable(),
  updated_by: z.string().nullable(),
});
export type Stopped = z.output<typeof stopped>;

export const getStop = api('GET /products/{id}/arret', 'member', {
  summary: 'Si d’autres lots suivront, et jusqu’à quand le dossier se conserve',
  output: stopped,
});
export const updateStop = api('PUT /products/{id}/arret', 'write', {
  summary: 'Dire qu’aucun lot ne suivra, ou revenir dessus (null)',
  body: sentBack(
    z.strictObject({
      // As it is answered while lots may follow.
      le: day.nullable(),
      motif: z
        .string()
        .trim()
        .max(REASON_MAX, { error: `${REASON_MAX} caractères au plus.` })
        .nullable()
        .default(null),
    }),
    stopped,
  ).nullable(),
  output: stopped,
});
