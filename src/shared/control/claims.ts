import { fold } from '../contract/list.ts';

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

/** The claims that somebody typed, or pasted: a line each. */
export const claimTexts = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

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
