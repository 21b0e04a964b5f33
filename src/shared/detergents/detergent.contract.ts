import { z } from 'zod';
import { CLP_CLASS_NAMES } from '../clp/clp.classes.ts';
import { CLASSES_MAX, classified } from '../clp/clp.shapes.ts';
import { CONTENT_CLASS_NAMES } from '../clp/content.classes.ts';
import { COMPANY_KEY_MAX, FORMULA_NUMBER_MAX, readUfi, readVat } from '../clp/ufi.ts';
import { endpointsOf, RECORD_BYTES } from '../contract/endpoint.ts';
import { sentBack } from '../contract/sent.back.ts';
import { isDay } from '../fields/date.ts';
import { answerShape, inputShape } from '../fields/record.shape.ts';
import { shortText } from '../records/record.contract.ts';
import { DETERGENT_FIELDS, type DetergentFieldValues, NO_DETERGENT_FIELDS } from './detergent.fields.ts';

const api = endpointsOf('Nettoyage');

/** How a class was concluded. Regulation (EC) 1272/2008, articles 8, 9 and 11. */
export const CLP_METHODS = { calcul: 'Calcul', essai: 'Essai', jugement: 'Jugement d’expert' } as const;
const methods = Object.keys(CLP_METHODS) as [keyof typeof CLP_METHODS, ...(keyof typeof CLP_METHODS)[]];

/** Statements of a label: P102, P305+P351+P338. */
const STATEMENT = /^(?:EU)?[HP]\d{3}[A-Za-z]{0,2}(?:\s*\+\s*(?:EU)?[HP]\d{3}[A-Za-z]{0,2}){0,5}$/;
const STATEMENTS_MAX = 60;

const conclusion = classified({
  mention: shortText(60),
  methode: z.enum(methods, { error: 'Calcul, essai ou jugement.' }).nullable().default(null),
});
/** What stands beside the fields. Absent of what is sent, each stays as it is. */
const lists = {
  clp_conclusion: z.array(conclusion).max(CLASSES_MAX, { error: `${CLASSES_MAX} classes au plus.` }),
  p_mentions: z
    .array(
      z
        .string()
        .trim()
        .max(60, { error: '60 caractères au plus.' })
        .regex(STATEMENT, { error: 'Une mention s’écrit « P102 », ou « P305+P351+P338 ».' }),
    )
    .max(STATEMENTS_MAX, { error: `${STATEMENTS_MAX} mentions au plus.` }),
};

export type ClpConclusion = {
  classe: (typeof CLP_CLASS_NAMES)[number];
  categorie: string;
  mention: string | null;
  methode: keyof typeof CLP_METHODS | null;
};
export type DetergentValues = DetergentFieldValues & { clp_conclusion: ClpConclusion[]; p_mentions: string[] };
type ListName = keyof typeof lists;
export type DetergentInput = Omit<DetergentValues, ListName> & Partial<Pick<DetergentValues, ListName>>;
export const NO_DETERGENT: DetergentValues = { ...NO_DETERGENT_FIELDS, clp_conclusion: [], p_mentions: [] };

const detergentShape = z.strictObject({
  ...inputShape(DETERGENT_FIELDS, { isRequired: () => false }),
  clp_conclusion: lists.clp_conclusion.optional(),
  p_mentions: lists.p_mentions.optional(),
}) as unknown as z.ZodObject & z.ZodType<DetergentInput>;

/** A French VAT number, without its spaces. */
const NOT_FRENCH =
  'Ce numéro de TVA n’est pas français : « FR », deux caractères, puis les neuf chiffres du SIREN. Sans numéro français, l’UFI se fait avec une clé.';

const fieldFault = (context: z.RefinementCtx, name: string, message: string): void =>
  context.addIssue({ code: 'custom', path: [name], message });

export const CLASSED_AND_NOT = 'Des classes sont conclues : le mélange ne peut pas être dit non classé.';

/** What was typed, its codes normalised. */
function normalised(values: DetergentInput, context: z.RefinementCtx): DetergentInput {
  const next = { ...values };
  if (next.dose_g === 0) fieldFault(context, 'dose_g', 'Une dose est supérieure à zéro.');
  if (next.numero_formule !== null && !Number.isInteger(next.numero_formule))
    fieldFault(context, 'numero_formule', 'Un numéro de formule est un nombre entier.');
  if (next.tva !== null) {
    const vat = readVat(next.tva);
    if (vat === null) fieldFault(context, 'tva', NOT_FRENCH);
    else next.tva = vat;
  }
  if (next.ufi !== null) {
    const read = readUfi(next.ufi);
    if ('fault' in read) fieldFault(context, 'ufi', read.fault);
    else next.ufi = read.ufi;
  }
  return next;
}

/** What a person did on a composition: once that is another one, it is to be done again. */
export const COMPOSITION_ACTS = {
  contenu: 'la relecture du contenu',
  conclusion: 'la classification',
  fiche: 'la fiche des composants',
  etiquette: 'l’étiquette jointe',
  site: 'la vérification de la liste en ligne',
  fds: 'la fiche de données de sécurité',
  pcn: 'la notification',
} as const;
export type CompositionAct = keyof typeof COMPOSITION_ACTS;
const acts = Object.keys(COMPOSITION_ACTS) as [CompositionAct, ...CompositionAct[]];

const meta = {
  revision: z.number().int(),
  updated_at: z.string().nullable(),
  updated_by: z.string().nullable(),
  /** What stood on a composition that is no longer this one. */
  sur_une_autre_composition: z.array(z.enum(acts)),
};
export const detergent = z.object({
  ...answerShape(DETERGENT_FIELDS),
  ...lists,
  ...meta,
}) as unknown as z.ZodObject & z.ZodType<Detergent>;
export type Detergent = DetergentValues & z.output<z.ZodObject<typeof meta>>;

export const getDetergent = api('GET /products/{id}/detergent', 'member', {
  summary: 'Ce que le dossier d’un produit de nettoyage dit à côté de sa fiche',
  output: detergent,
});
export const updateDetergent = api('PUT /products/{id}/detergent', 'write', {
  summary: 'Enregistrer le dossier d’un produit de nettoyage',
  body: sentBack(detergentShape, detergent).transform(normalised),
  bodyMaxBytes: RECORD_BYTES,
  output: detergent,
});

export const makeDetergentUfi = api('POST /products/{id}/detergent/ufi', 'write', {
  summary: 'Faire l’UFI du mélange, d’un numéro de TVA français ou d’une clé, et d’un numéro de formule',
  body: z
    .strictObject({
      tva: z.string().max(100).nullable().optional(),
      cle: z
        .number({ error: 'La clé est un nombre entier.' })
        .int({ error: 'La clé est un nombre entier.' })
        .min(0, { error: 'La clé est un nombre positif.' })
        .max(COMPANY_KEY_MAX, { error: 'La clé est trop grande.' })
        .nullable()
        .optional(),
      numero_formule: z
        .number({ error: 'Le numéro de formule est requis : un nombre entier.' })
        .int({ error: 'Un numéro de formule est un nombre entier.' })
        .min(0, { error: 'Un numéro de formule n’est pas négatif.' })
        .max(FORMULA_NUMBER_MAX, { error: 'Un numéro de formule est au plus 268 435 455.' }),
    })
    .transform((body, context) => {
      const vat = body.tva ? readVat(body.tva) : null;
      if (body.tva && vat === null) fieldFault(context, 'tva', NOT_FRENCH);
      if (!body.tva && (body.cle ?? null) === null)
        fieldFault(context, 'tva', 'Un UFI se fait d’un numéro de TVA français, ou d’une clé de l’entreprise.');
      return { tva: vat, cle: vat === null ? (body.cle ?? null) : null, numero_formule: body.numero_formule };
    }),
  output: detergent,
});

const day = z.string().refine(isDay, { error: 'Date invalide.' });
export const contentLabel = z.object({
  familles: z.array(
    z.object({
      classe: z.enum(CONTENT_CLASS_NAMES),
      percent: z.number().nullable(),
      tranche: z.string().nullable(),
      sources: z.array(z.object({ name: z.string(), percent: z.number().nullable() })),
    }),
  ),
  toujours: z.array(z.enum(CONTENT_CLASS_NAMES)),
  conservateurs: z.array(z.string()),
  allergenes: z.array(z.object({ nom: z.string(), percent: z.number() })),
  texte: z.string(),
  phosphore: z.object({ phosphore_g: z.number(), limite_g: z.number() }).nullable(),
  a_verifier: z.array(z.string()),
});

export const getContentLabel = api('GET /products/{id}/detergent/label', 'member', {
  summary: 'Le contenu à citer sur l’étiquette d’un détergent, par tranches, et ce qui est à vérifier',
  query: z.object({ first_placed: day.optional(), at: day.optional() }),
  output: contentLabel,
});

export const componentSheet = z.object({
  lignes: z.array(z.object({ tranche: z.string(), nom: z.string(), inci: z.string(), cas: z.string() })),
  en_ligne: z.array(z.string()),
});
export const getComponentSheet = api('GET /products/{id}/detergent/sheet', 'member', {
  summary: 'La fiche des composants pour le personnel médical, et la liste à publier en ligne',
  output: componentSheet,
});

const term = z.object({ inci: z.string(), percent: z.number(), calcul: z.string(), valeur: z.number() });
const classNames = z.enum(CLP_CLASS_NAMES);
export const clpAnswer = z.object({
  resultats: z.array(
    z.object({
      classe: classNames,
      categorie: z.string().nullable(),
      /** The paragraph of annex I. */
      regle: z.string(),
      termes: z.array(term),
      somme: z.number().nullable(),
      seuil: z.number().nullable(),
      ate_mel: z.number().nullable(),
      inconnu_percent: z.number().nullable(),
    }),
  ),
  euh208: z.array(z.string()),
  a_verifier: z.array(z.string()),
  /** Of what a person concluded; `null` while nobody did. */
  conclusion: z
    .object({ pictogrammes: z.array(z.string()), signal: z.enum(['Danger', 'Attention']).nullable() })
    .nullable(),
});
export type ClpAnswer = z.output<typeof clpAnswer>;
export const getClp = api('GET /products/{id}/clp', 'member', {
  summary: 'Le résultat du calcul de classification (CLP, annexe I), chaque terme montré',
  output: clpAnswer,
});
