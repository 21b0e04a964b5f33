import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';
import { FINDING_CODE_NAMES, FINDING_LEVELS, type FindingLevel } from './finding.ts';

const api = endpointsOf('Contrôle');

export const finding = z.object({
  /** Its code and what it is about: the same as long as the fact is the same. */
  key: z.string(),
  code: z.enum(FINDING_CODE_NAMES),
  level: z.enum(Object.keys(FINDING_LEVELS) as [FindingLevel, ...FindingLevel[]]),
  text: z.string(),
  /** The point of article 11 that it keeps from being covered; `null` when it is about none. */
  point: z.string().nullable(),
  /** The others that it keeps from being covered too. */
  also: z.array(z.string()).readonly().optional(),
  /** Where it is looked at: below `/products/{id}`, or the sheet of a raw material or a substance (`isLibraryLink`). */
  link: z.string(),
  /** What is found now: an answer may say that it is of this, and is refused (412) once it is something else. */
  basis: z.string(),
  /** The day on which it begins to matter: `YYYY-MM-DD`. */
  due_on: z.string().nullable(),
  /** What a person says of it; it falls once its fact is another one. An orange one that is answered is not counted. */
  answer: z.object({ by: z.string().nullable(), at: z.string(), reason: z.string() }).nullable(),
});
export type Finding = z.output<typeof finding>;

export const listFindings = api('GET /products/{id}/findings', 'member', {
  summary: 'Les remarques sur le dossier d’un produit : ce qu’un collègue attentif dirait avant qu’il parte',
  output: z.array(finding),
});

/** Characters of an answer. */
export const ANSWER_MIN = 20;
const answer = z.strictObject({
  reason: z
    .string({ error: 'Dites pourquoi en une phrase.' })
    .trim()
    .min(ANSWER_MIN, { error: `Dites pourquoi en une phrase : ${ANSWER_MIN} caractères au moins.` })
    .max(2_000, { error: '2 000 caractères au plus.' }),
  /** What its author read; absent: whatever is found now. */
  basis: z.string().max(100).optional(),
});

export const answerFinding = api('PUT /products/{id}/findings/{key}/answer', 'write', {
  summary: 'Répondre à une remarque : la raison reste à côté d’elle tant que son objet ne change pas',
  body: answer,
  output: finding,
});
/** Findings that one call may answer: a formula has at most 2,000 lines. */
const ANSWERS_MAX = 2_000;
export const answerFindings = api('PUT /products/{id}/findings/answers', 'write', {
  summary: 'Répondre à plusieurs remarques à la fois, toutes ou aucune',
  body: z.strictObject({
    answers: z
      .array(answer.extend({ key: z.string().max(300) }))
      .min(1)
      .max(ANSWERS_MAX, {
        error: 'Répondez à 2 000 remarques au plus à la fois.',
      }),
  }),
  output: z.array(finding),
});
export const unanswerFinding = api('DELETE /products/{id}/findings/{key}/answer', 'write', {
  summary: 'Retirer la réponse à une remarque',
  output: finding,
});
