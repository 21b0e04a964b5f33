import { z } from 'zod';
import { endpointsOf, LINES_BYTES } from '../contract/endpoint.ts';
import { sentBack } from '../contract/sent.back.ts';
import { isDay } from '../fields/date.ts';
import { nameKey } from '../fields/name.ts';
import { parseNumber } from '../fields/number.ts';
import { followMeta } from '../follow/follow.contract.ts';
import { NAME_MAX, noteText, requiredName, shortText } from '../records/record.contract.ts';
import { VERDICTS } from './verdict.ts';

const api = endpointsOf('Suivi');

/** What a study looks at. */
export const STUDY_TYPES = {
  accélérée: 'Stabilité accélérée',
  'temps réel': 'Stabilité en temps réel',
  cycles: 'Cycles de température',
  compatibilité: 'Compatibilité avec le conditionnement',
  PAO: 'Période après ouverture',
  autre: 'Autre étude',
} as const;
export type StudyType = keyof typeof STUDY_TYPES;
export const UNITS = { jours: 'jour', semaines: 'semaine', mois: 'mois' } as const;
export type PointUnit = keyof typeof UNITS;

/** Studies of one product, and what one of them may hold. */
export const STUDY_LIMITS = { each: 200, conditions: 20, points: 60, criteria: 60, readings: 1_200 } as const;
/** Days after a point during which it is not late, unless somebody said otherwise; and the most they may say. */
export const TOLERANCE = { days: 7, max: 90 } as const;
const POINT_MAX = 1_000;
const NUMBER_MAX = 1e12;

const choice = <K extends string>(names: Readonly<Record<K, string>>, error: string) =>
  z.enum(Object.keys(names) as [K, ...K[]], { error });
const day = z.string({ error: 'Donnez le jour, par exemple 15/03/2026.' }).refine(isDay, { error: 'Date invalide.' });
const listOf = <T extends z.ZodType>(one: T, most: number, what: string) =>
  z
    .array(one)
    .max(most, { error: `${most.toLocaleString('fr-FR')} ${what} au plus.` })
    .default([]);

const wholeNumber = (missing: string, max: number) =>
  z
    .number({ error: missing })
    .int({ error: 'Un nombre entier est attendu.' })
    .min(0, { error: 'La valeur ne peut pas être négative.' })
    .max(max, { error: `La valeur doit être au plus égale à ${max.toLocaleString('fr-FR')}.` });

const NOT_NUMBER = 'Nombre invalide. Écrivez par exemple 5,5 ou 1 200.';
/** A bound, as a number or as people type it. */
const bound = z
  .union([z.number(), z.string().max(60, { error: NOT_NUMBER })], { error: NOT_NUMBER })
  .nullable()
  .default(null)
  .transform((value, context) => {
    if (value === null || (typeof value === 'string' && value.trim() === '')) return null;
    const read = typeof value === 'number' ? value : parseNumber(value);
    if (read !== null && Math.abs(read) <= NUMBER_MAX) return read;
    context.addIssue({ code: 'custom', message: NOT_NUMBER, input: value });
    return null;
  });

const point = z.strictObject({
  valeur: wholeNumber('Donnez le point, par exemple 3.', POINT_MAX),
  unite: choice(UNITS, 'Jours, semaines ou mois.'),
});
const criterion = z.strictObject({
  nom: requiredName('Nommez ce qui est regardé, par exemple « pH ».'),
  unite: shortText(60),
  min: bound,
  max: bound,
  /** What a person looks for, and ticks: « limpide, incolore ». */
  attendu: shortText(500),
});
const reading = z.strictObject({
  condition: requiredName('Dites dans quelle condition.'),
  /** The `valeur` of its point. */
  point: wholeNumber('Dites à quel point.', POINT_MAX),
  le: day,
  /** As typed, by the name of the criterion. */
  valeurs: z.record(
    z.string().max(NAME_MAX),
    z.union([z.string().max(200, { error: '200 caractères au plus.' }), z.number(), z.boolean(), z.null()]),
  ),
  remarque: noteText,
  /** Computed; sent back, it is not read. */
  verdict: z.unknown().optional(),
});

const studyShape = z.strictObject({
  type: choice(STUDY_TYPES, 'Choisissez le type d’étude.'),
  lot_id: z.string().max(100).nullable().default(null),
  conditionnement: shortText(500),
  laboratoire: shortText(500),
  protocole: noteText,
  debut: day.nullable().default(null),
  conditions: listOf(
    requiredName('Nommez la condition, par exemple « 40 °C ».'),
    STUDY_LIMITS.conditions,
    'conditions',
  ),
  points: listOf(point, STUDY_LIMITS.points, 'points'),
  tolerance_jours: wholeNumber('Donnez la tolérance en jours.', TOLERANCE.max).default(TOLERANCE.days),
  criteres: listOf(criterion, STUDY_LIMITS.criteria, 'critères'),
  lectures: listOf(reading, STUDY_LIMITS.readings, 'lectures'),
  conclusion: noteText,
});

export type StudyPoint = z.output<typeof point>;
export type Criterion = z.output<typeof criterion>;
export type StudyReading = Omit<z.output<typeof reading>, 'verdict'>;
export type StudyValues = Omit<z.output<typeof studyShape>, 'lectures'> & { lectures: StudyReading[] };

type Path = readonly (string | number)[];
/** What each part says of the others: each fault at its own place. */
function coherent(values: z.output<typeof studyShape>, context: z.RefinementCtx): StudyValues {
  const fault = (path: Path, message: string): void =>
    context.addIssue({ code: 'custom', path: [...path], message, input: values });
  const twice = (keys: readonly string[], at: (index: number) => Path, say: (index: number) => string): void => {
    for (const [index, key] of keys.entries()) if (keys.indexOf(key) !== index) fault(at(index), say(index));
  };
  const { conditions, points, criteres, lectures, debut } = values;
  twice(
    conditions.map(nameKey),
    (index) => ['conditions', index],
    (index) => `La condition « ${conditions[index]} » existe deux fois.`,
  );
  twice(
    points.map(({ valeur }) => String(valeur)),
    (index) => ['points', index, 'valeur'],
    (index) => `Le point ${points[index]?.valeur} existe deux fois.`,
  );
  twice(
    criteres.map(({ nom }) => nameKey(nom)),
    (index) => ['criteres', index, 'nom'],
    (index) => `Le critère « ${criteres[index]?.nom} » existe deux fois.`,
  );
  for (const [index, { nom }] of criteres.entries())
    if (nom === '__proto__') fault(['criteres', index, 'nom'], 'Ce nom ne peut pas être celui d’un critère.');
  for (const [index, { min, max }] of criteres.entries())
    if (min !== null && max !== null && min > max)
      fault(['criteres', index, 'max'], 'Le maximum est plus petit que le minimum.');
  twice(
    lectures.map(({ condition, point: at }) => `${nameKey(condition)} ${at}`),
    (index) => ['lectures', index, 'point'],
    (index) => `La lecture « ${lectures[index]?.condition} » au point ${lectures[index]?.point} existe deux fois.`,
  );
  const [known, named] = [new Set(conditions), new Set(criteres.map(({ nom }) => nom))];
  for (const [index, { condition, point: at, le, valeurs }] of lectures.entries()) {
    if (!known.has(condition))
      fault(['lectures', index, 'condition'], `« ${condition} » n’est pas une condition de l’étude.`);
    if (!points.some(({ valeur }) => valeur === at))
      fault(['lectures', index, 'point'], `L’étude n’a pas de point ${at}.`);
    if (debut !== null && le < debut) fault(['lectures', index, 'le'], 'Cette lecture précède le début de l’étude.');
    for (const name of Object.keys(valeurs))
      if (!named.has(name)) fault(['lectures', index, 'valeurs'], `« ${name} » n’est pas un critère de l’étude.`);
  }
  return { ...values, lectures: lectures.map(({ verdict: _, ...one }) => one) };
}

const answered = { ...followMeta, lectures: z.array(z.unknown()) };
const answer = z.object({ ...studyShape.shape, ...answered });
export type Study = Omit<StudyValues, 'lectures'> &
  z.output<z.ZodObject<typeof followMeta>> & {
    lectures: (StudyReading & { verdict: (typeof VERDICTS)[number] | null })[];
  };
const study = z.object({
  ...followMeta,
  ...studyShape.shape,
  lectures: z.array(
    z.object({
      condition: z.string(),
      point: z.number(),
      le: z.string(),
      valeurs: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      remarque: z.string().nullable(),
      /** The worst of its criteria; `null` where nothing is judged. */
      verdict: z.enum(VERDICTS).nullable(),
    }),
  ),
}) as unknown as z.ZodType<Study>;
const body = sentBack(studyShape, answer).transform(coherent);

export const listStudies = api('GET /products/{id}/studies', 'member', {
  summary: 'Les études d’un produit : stabilité, compatibilité, période après ouverture',
  output: z.array(study),
});
export const createStudy = api('POST /products/{id}/studies', 'write', {
  summary: 'Ajouter une étude',
  body,
  bodyMaxBytes: LINES_BYTES,
  output: study,
  status: 201,
  idempotent: true,
});
export const getStudy = api('GET /products/{id}/studies/{studyId}', 'member', {
  summary: 'Lire une étude',
  output: study,
});
export const updateStudy = api('PUT /products/{id}/studies/{studyId}', 'write', {
  summary: 'Modifier une étude : protocole, points, lectures, conclusion',
  body,
  bodyMaxBytes: LINES_BYTES,
  output: study,
});
export const removeStudy = api('DELETE /products/{id}/studies/{studyId}', 'write', {
  summary: 'Mettre une étude à la corbeille',
  output: 'nothing',
});
