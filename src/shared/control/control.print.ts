import type { Attachment } from '../attachments/attachment.contract.ts';
import { standsAt } from '../attachments/attachment.place.ts';
import { CLEANING_ITEMS, NO_CLEANING, printCleaning } from '../detergents/cleaning.print.ts';
import type { CleaningState } from '../detergents/cleaning.state.ts';
import { DETERGENT_FIELDS } from '../detergents/detergent.fields.ts';
import { printInstant } from '../fields/date.ts';
import { printValue } from '../fields/field.text.ts';
import type { FieldValue, PrintedField } from '../fields/field.ts';
import { printNumber } from '../fields/number.ts';
import { type Writer, writerOf } from '../fields/writer.ts';
import type { Finding } from '../findings/finding.contract.ts';
import { FINDING_CODES } from '../findings/finding.ts';
import type { Lot, Stopped } from '../lots/lot.contract.ts';
import { LOT_ITEMS, NO_LOTS, printLots } from '../lots/lot.print.ts';
import { CONFORMITY_FIELDS, type ConformityName, type ConformityValues } from '../regulation/conformity.fields.ts';
import type { Study } from '../studies/study.contract.ts';
import { printStudies, STUDY_ITEMS } from '../studies/study.print.ts';
import { ASSESSMENT_FIELDS, type AssessmentName, type AssessmentValues } from './assessment.fields.ts';
import type { Claim } from './claims.contract.ts';
import { CLAIM_CRITERIA, CLAIM_PROOFS, CLAIM_SUPPORTS, claimFileKey } from './claims.ts';
import { countsOf } from './findings.ts';
import { POINT_KEYS, pointName } from './point.titles.ts';
import { microbialLimitOf } from './points.product.ts';
import type { ControlPoint } from './points.ts';
import { type Versioned, versionsOf } from './versions.print.ts';

/** What a document prints of the file beside the form, already written in its language. */
export type PrintedControl = Record<string, string | Record<string, string>[]>;

/** The names each item of a list has. */
export const CONTROL_ITEMS = {
  points_art11: ['point', 'intitule', 'etat', 'manque'],
  points_nettoyage: ['point', 'intitule', 'etat', 'manque'],
  ...CLEANING_ITEMS,
  remarques: ['code', 'texte', 'point', 'raison'],
  allegations: ['texte', 'support', 'critere', 'preuve', 'piece'],
  versions: ['date', 'auteur', 'motif'],
  ...LOT_ITEMS,
  ...STUDY_ITEMS,
} as const;

/** Facts that the annexes ask for have English names on the wire and French ones on paper. */
const ON_PAPER: Partial<Record<ConformityName | AssessmentName, string>> = {
  category: 'categorie',
  rinse: 'rincage',
  spray: 'vaporisation',
  professional: 'usage_professionnel',
  mucous: 'muqueuses',
  eyes: 'yeux',
  intimate: 'hygiene_intime',
  signed_on: 'evaluation_date',
};

/** What each field of the conformity and of the assessment is called in a template. */
export const CONTROL_FIELDS: readonly { placeholder: string; group: string; field: PrintedField }[] = [
  ...CONFORMITY_FIELDS.map((field) => ({
    placeholder: ON_PAPER[field.name] ?? field.name,
    group: 'Conformité',
    field,
  })),
  ...ASSESSMENT_FIELDS.map((field) => ({
    placeholder: ON_PAPER[field.name] ?? field.name,
    group: 'Évaluation (partie B)',
    field,
  })),
  ...DETERGENT_FIELDS.map((field) => ({ placeholder: field.name as string, group: 'Nettoyage', field })),
];

/** « Renseigné »: filled in, which says nothing of what is right. */
export const POINT_STATE_LABELS: Record<ControlPoint['state'], string> = {
  couvert: 'Renseigné',
  partiel: 'Partiel',
  vide: 'Vide',
  sans_objet: 'Sans objet',
};

interface Source extends Versioned {
  /** What a cleaning product is besides; `null` for a cosmetic. */
  cleaning: CleaningState | null;
  points: readonly ControlPoint[];
  findings: readonly Finding[];
  conformity: ConformityValues;
  assessment: AssessmentValues;
  /** How the signature was recorded here; `null` before. */
  signature: { signed_on: string; entered_at: string; entered_by: string | null } | null;
  /** What is printed is what was signed: else nothing says that it is. */
  isAsSigned: boolean;
  claims: readonly Claim[];
  files: readonly Pick<Attachment, 'field_key' | 'also' | 'file_name' | 'alias' | 'issued_on' | 'created_at'>[];
  lots: readonly Lot[];
  studies: readonly Study[];
  /** What is known of undesirable effects, in a sentence; empty for a cleaning product. */
  effects: string;
  /** Whether the register holds any: a register that nobody keeps says nothing. */
  hasEffects: boolean;
  /** Until when the file is kept. */
  retention: Stopped;
}

export function printControl(source: Source): PrintedControl {
  const { points, findings, conformity, assessment, claims, files, cleaning, writer } = source;
  const signature = source.isAsSigned ? source.signature : null;
  const isOfOther = source.signature !== null && !source.isAsSigned;
  const { word } = writer;
  const pointOf = (point: ControlPoint) => printPoint(point, writer);
  const limit = microbialLimitOf(conformity);
  const values: Record<string, unknown> = {
    ...conformity,
    ...assessment,
    ...(isOfOther ? { signed_on: null } : {}),
    ...(cleaning?.record ?? {}),
  };
  return {
    ...Object.fromEntries(
      CONTROL_FIELDS.map(({ placeholder, field }) => [
        placeholder,
        printValue(field, values[field.name] as FieldValue | undefined, writer),
      ]),
    ),
    signature_enregistree: signature ? recordedBy(signature, writer) : '',
    partie_b_signee: isOfOther ? '' : namesOf(signedNow(files, signature?.signed_on ?? null)),
    evaluateur_preuve: namesOf(files.filter((file) => standsAt(file, 'evaluateur_preuve'))),
    limite_microbio: limit === null ? '' : `${writer.figures(printNumber(limit))} ${writer.unit('ufc/g')}`,
    ...(cleaning ? printCleaning(cleaning, writer) : NO_CLEANING),
    ei_texte: source.effects,
    ei_registre: source.hasEffects ? source.effects : '',
    ...printLots(source),
    ...printStudies(source.studies, writer),
    points_art11: cleaning ? [] : points.map(pointOf),
    points_nettoyage: cleaning ? points.map(pointOf) : [],
    remarques: findings
      .filter(({ level }) => level !== 'neutre')
      .map(({ code, text, point, answer }) => ({
        code: FINDING_CODES[code].label,
        texte: text,
        point: POINT_KEYS.filter((key) => key === point)
          .map(pointName)
          .join(''),
        raison: answer?.reason ?? '',
      })),
    nb_rouges: String(countsOf(findings).rouge),
    allegations: claims.map(({ id, texte, support, critere, preuve }) => ({
      texte,
      support: support ? word(CLAIM_SUPPORTS[support]) : '',
      critere: critere ? word(CLAIM_CRITERIA[critere]) : '',
      preuve: preuve ? word(CLAIM_PROOFS[preuve]) : '',
      piece: namesOf(files.filter((file) => standsAt(file, claimFileKey(id)))),
    })),
    versions: versionsOf(source),
  };
}

const namesOf = (files: Source['files']): string => files.map(({ alias, file_name }) => alias ?? file_name).join(', ');

/** What bears the signature that is recorded: of its day, else the newest; one of an earlier assessment is not its original. */
function signedNow(files: Source['files'], signedOn: string | null): Source['files'] {
  const signed = files.filter((file) => standsAt(file, 'signature'));
  const ofDay = signed.filter(({ issued_on }) => issued_on !== null && issued_on === signedOn);
  return ofDay.length > 0 ? ofDay : signed.toSorted((a, b) => a.created_at.localeCompare(b.created_at)).slice(-1);
}

const printPoint = ({ key, title, state, missing, reason }: ControlPoint, { word }: Writer) => ({
  point: pointName(key),
  intitule: word(title),
  etat: word(POINT_STATE_LABELS[state]),
  manque: reason ?? missing.map(({ text }) => text).join(' ; '),
});

/** An editor records what the assessor signed: « par … le 12/03/2026 10:04 ». */
export const recordedBy = (
  { entered_at, entered_by }: NonNullable<Source['signature']>,
  { language, instant }: Writer = writerOf('fr'),
): string =>
  language === 'en'
    ? `${entered_by ? `by ${entered_by} ` : ''}on ${instant(entered_at)}`
    : `${entered_by ? `par ${entered_by} ` : ''}le ${printInstant(entered_at)}`;

export const NO_CONTROL: PrintedControl = {
  ...Object.fromEntries(CONTROL_FIELDS.map(({ placeholder }) => [placeholder, ''])),
  signature_enregistree: '',
  partie_b_signee: '',
  evaluateur_preuve: '',
  limite_microbio: '',
  ...NO_CLEANING,
  ei_texte: '',
  ei_registre: '',
  ...NO_LOTS,
  etudes: [],
  points_art11: [],
  points_nettoyage: [],
  remarques: [],
  nb_rouges: '',
  allegations: [],
  versions: [],
};
