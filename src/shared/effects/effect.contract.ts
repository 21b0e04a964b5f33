import { z } from 'zod';
import { endpointsOf, RECORD_BYTES } from '../contract/endpoint.ts';
import { sentBack } from '../contract/sent.back.ts';
import { isDay, printDay } from '../fields/date.ts';
import { followMeta } from '../follow/follow.contract.ts';
import { change } from '../products/product.contract.ts';
import { noteText, shortText } from '../records/record.contract.ts';
import { CAUSALITY_REMARKS } from './causality.ts';
import {
  AGE_RANGES,
  CAUSALITY,
  CRITERIA,
  type CriterionName,
  EFFECT_SOURCES,
  EFFECT_USES,
  SERIOUSNESS,
  type SeriousnessName,
  UNKNOWN,
} from './effect.fields.ts';

/** A program never reads nor writes a case: health data (Regulation (EU) 2016/679, article 9). */
const api = endpointsOf('Suivi', { token: 'never' });
const counts = endpointsOf('Suivi');

/** Cases of one product. */
export const EFFECTS_MAX = 2_000;
/** Characters of why a serious effect was not sent. */
export const REASON_MIN = 20;

const day = z.string({ error: 'Donnez le jour, par exemple 15/03/2026.' }).refine(isDay, { error: 'Date invalide.' });
const maybeDay = day.nullable().default(null);
const keysOf = <K extends string>(names: Readonly<Record<K, unknown>>) => Object.keys(names) as [K, ...K[]];
const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.enum(values, { error: `Cette valeur n’est pas de la liste : ${values.join(', ')}.` });

const seriousness = z.strictObject(
  Object.fromEntries(
    keysOf(SERIOUSNESS).map((name) => [name, z.boolean({ error: 'Oui, non, ou rien.' }).nullable().default(null)]),
  ) as Record<SeriousnessName, z.ZodDefault<z.ZodNullable<z.ZodBoolean>>>,
);
const criteria = z.strictObject(
  Object.fromEntries(
    keysOf(CRITERIA).map((name) => [
      name,
      oneOf([UNKNOWN, ...CRITERIA[name].values])
        .nullable()
        .default(UNKNOWN)
        .transform((value) => value ?? UNKNOWN),
    ]),
  ) as unknown as Record<CriterionName, z.ZodType<string>>,
);

const effectShape = z.strictObject({
  /** Leads to the firm's own file. */
  reference: shortText(100),
  recu_le: day,
  source: oneOf(keysOf(EFFECT_SOURCES)),
  /** Where it happened: ISO 3166-1, two letters. */
  pays: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, { error: 'Le pays s’écrit en deux lettres, par exemple FR.' })
    .default('FR'),
  lot_id: z.string().max(100).nullable().default(null),
  usage: oneOf(keysOf(EFFECT_USES)).default('inconnu'),
  zone: shortText(200),
  tranche_age: oneOf(AGE_RANGES).nullable().default(null),
  sexe: shortText(20),
  description: noteText,
  delai_apparition: shortText(200),
  issue: shortText(500),
  gravite: seriousness.prefault({}),
  grave_su_le: maybeDay,
  criteres: criteria.prefault({} as never),
  imputabilite: oneOf(CAUSALITY).nullable().default(null),
  imputabilite_par: shortText(200),
  imputabilite_le: maybeDay,
  imputabilite_motif: noteText,
  mesures: noteText,
  transmis_le: maybeDay,
  transmission_reference: shortText(200),
  non_transmis_motif: noteText,
  clos_le: maybeDay,
});
export type EffectValues = z.output<typeof effectShape>;

/** Days that come after the case was known, and not before. */
const AFTER = {
  grave_su_le: 'La gravité n’a pas pu être connue avant le cas',
  imputabilite_le: 'L’imputabilité n’a pas pu être jugée avant le cas',
  transmis_le: 'Le cas n’a pas pu être transmis avant d’être connu',
  clos_le: 'Le cas n’a pas pu être clos avant d’être connu',
} as const;

function coherent(values: EffectValues, context: z.RefinementCtx): EffectValues {
  const fault = (name: keyof EffectValues, message: string): void =>
    context.addIssue({ code: 'custom', path: [name], message, input: values });
  for (const name of keysOf(AFTER)) {
    const on = values[name];
    if (on !== null && on < values.recu_le) fault(name, `${AFTER[name]}, reçu le ${printDay(values.recu_le)}.`);
  }
  if (values.imputabilite !== null) {
    if (values.imputabilite_par === null)
      fault('imputabilite_par', 'Un niveau est donné par une personne : nommez-la.');
    if (values.imputabilite_motif === null) fault('imputabilite_motif', 'Un niveau est donné avec sa raison.');
  }
  if (values.non_transmis_motif !== null && values.non_transmis_motif.length < REASON_MIN)
    fault('non_transmis_motif', `Dites pourquoi en une phrase : ${REASON_MIN} caractères au moins.`);
  return values;
}

/** What the server says of a case. */
const computed = {
  /** `null`: to be qualified. */
  grave: z.boolean().nullable(),
  /** The last day to send it; `null` for one that is not serious. */
  a_transmettre_le: z.string().nullable(),
  hors_delai_jours: z.number().int(),
  /** To whom: the authority of the country where it happened. */
  autorite: z.string(),
  /** What article 23(1) asks, to be copied. */
  transmission_texte: z.string(),
  /** What a careful colleague would say of the level beside the criteria. */
  remarques: z.array(z.enum(keysOf(CAUSALITY_REMARKS))),
  /** What an administrator erased of it: when, and which texts. */
  effacements: z.array(z.object({ le: z.string(), par: z.string().nullable(), champs: z.array(z.string()) })),
};
const answer = z.object({ ...effectShape.shape, ...followMeta, ...computed });
export type Effect = EffectValues & z.output<z.ZodObject<typeof followMeta>> & z.output<z.ZodObject<typeof computed>>;
const effect = answer as unknown as z.ZodType<Effect>;
const body = sentBack(effectShape, answer).transform(coherent);

export const listEffects = api('GET /products/{id}/effects', 'write', {
  summary: 'Les effets indésirables d’un produit, le dernier reçu d’abord',
  output: z.array(effect),
});
export const createEffect = api('POST /products/{id}/effects', 'write', {
  summary: 'Ajouter un effet indésirable',
  body,
  bodyMaxBytes: RECORD_BYTES,
  output: effect,
  status: 201,
  idempotent: true,
});
export const summariseEffects = counts('GET /products/{id}/effects/summary', 'member', {
  summary: 'Combien d’effets indésirables, et combien pour dix mille unités',
  query: z.object({ at: day.optional() }),
  output: z.object({
    since: z.string().nullable(),
    total: z.number().int(),
    graves: z.number().int(),
    a_qualifier: z.number().int(),
    /** Units sold; `null` unless each lot says how many. */
    unites: z.number().nullable(),
    /** Rounded up to two decimals. */
    pour_10000: z.number().nullable(),
    texte: z.string(),
  }),
});
export const stateEffects = api('POST /products/{id}/effects/statement', 'write', {
  summary: 'Arrêter le relevé des effets indésirables : il devient la déclaration de la conformité',
  body: z.strictObject({ at: day }),
  output: z.object({ ei_declaration: z.string(), ei_date: z.string(), revision: z.number().int() }),
});
export const getEffect = api('GET /products/{id}/effects/{effectId}', 'write', {
  summary: 'Lire un effet indésirable',
  output: effect,
});
export const updateEffect = api('PUT /products/{id}/effects/{effectId}', 'write', {
  summary: 'Modifier un effet indésirable',
  body,
  bodyMaxBytes: RECORD_BYTES,
  output: effect,
});
export const removeEffect = api('DELETE /products/{id}/effects/{effectId}', 'write', {
  summary: 'Mettre un effet indésirable à la corbeille',
  output: 'nothing',
});
export const listEffectRevisions = api('GET /products/{id}/effects/{effectId}/revisions', 'write', {
  summary: 'L’histoire d’un effet indésirable',
  output: z.array(
    z.object({
      revision: z.number().int(),
      at: z.string(),
      by: z.string().nullable(),
      changes: z.array(change),
    }),
  ),
});

/** The texts of a case, which may hold what they should not. */
export const ERASABLE = [
  'reference',
  'zone',
  'sexe',
  'description',
  'delai_apparition',
  'issue',
  'imputabilite_par',
  'imputabilite_motif',
  'mesures',
  'transmission_reference',
  'non_transmis_motif',
] as const satisfies readonly (keyof EffectValues)[];
export type Erasable = (typeof ERASABLE)[number];
export const eraseEffect = api('POST /products/{id}/effects/{effectId}/erase', 'admin', {
  summary: 'Effacer des textes d’un effet indésirable et de toute son histoire ; qu’ils l’ont été reste dit',
  body: z.strictObject({
    champs: z
      .array(z.enum(ERASABLE, { error: 'Ce texte n’est pas de ceux qui s’effacent.' }))
      .min(1, { error: 'Dites quels textes effacer.' }),
  }),
  output: effect,
});
