import { fold } from '../contract/list.ts';
import { z } from '../contract/zod.ts';
import { isDay } from '../fields/date.ts';
import { shortText } from '../records/record.contract.ts';

/** The common criteria for claims. Source: Regulation (EU) 655/2013, annex. */
export const CLAIM_CRITERIA = {
  legalite: 'Conformité avec la législation',
  veracite: 'Véracité',
  preuves: 'Éléments probants',
  honnetete: 'Sincérité',
  equite: 'Équité',
  choix: 'Choix en connaissance de cause',
} as const;
export const CLAIM_SUPPORTS = { etiquette: 'Étiquette', site: 'Site internet', reseau: 'Réseau social' } as const;
export const CLAIM_PROOFS = {
  etude: 'Étude instrumentale',
  usage: 'Test d’usage',
  bibliographie: 'Bibliographie',
  ingredient: 'Donnée d’ingrédient, à la dose',
} as const;

const oneOf = <K extends string>(words: Readonly<Record<K, string>>) =>
  z
    .enum(Object.keys(words) as [K, ...K[]], { error: 'Cette valeur n’est pas de la liste.' })
    .nullable()
    .default(null);

export const CLAIMS_MAX = 100;

export const claim = z.strictObject({
  /** Its files are attached under `allegation_` and this. */
  id: z.string().regex(/^[a-z0-9]{1,30}$/, { error: 'Identifiant impossible : minuscules et chiffres, 30 au plus.' }),
  /** As printed. */
  texte: z
    .string({ error: 'Le texte de l’allégation est requis.' })
    .trim()
    .min(1, { error: 'Le texte de l’allégation est requis.' })
    .max(500, { error: '500 caractères au plus.' }),
  support: oneOf(CLAIM_SUPPORTS),
  critere: oneOf(CLAIM_CRITERIA),
  preuve: oneOf(CLAIM_PROOFS),
  /** Why the proof fits the claim. */
  adequation: shortText(5_000),
  revue_le: z.string().refine(isDay, { error: 'Date invalide.' }).nullable().default(null),
});
export type Claim = z.output<typeof claim>;

export const claimFileKey = (id: string): string => `allegation_${id}`;
export const CLAIM_FILE = /^allegation_/;

/** Words that call for a proof of their own. No verdict. Source: technical document on cosmetic claims, annexes III and IV. */
const CALLS: readonly RegExp[] = [
  /\bsans\s+\p{L}/u,
  /\bhypo-?allergenique/,
  /\bteste\w* (?:dermatologiquement|sous controle)|\bdermatologi(?:quement|st)/,
  /\bclean\b/,
  /\bnon[- ]?toxique/,
  /\b100\s?% ?(?:naturel|d.origine naturelle)|\bnaturel/,
  /\bbio(?:logique)?\b/,
];
/** The words of a claim that call for a proof of their own, as they are folded; `null` without any. */
export const callingWords = (text: string): string | null =>
  CALLS.map((pattern) => pattern.exec(fold(text))?.[0].trim()).find(Boolean) ?? null;
export const CALL = 'Cette mention appelle une preuve particulière.';
