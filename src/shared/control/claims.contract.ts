import { z } from 'zod';
import { isDay } from '../fields/date.ts';
import { shortText } from '../records/record.contract.ts';
import { CLAIM_CRITERIA, CLAIM_PROOFS, CLAIM_SUPPORTS } from './claims.ts';

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
