import { standsAt } from '../attachments/attachment.contract.ts';
import { CLEANING_ITEMS, NO_CLEANING, printCleaning } from '../detergents/cleaning.print.ts';
import type { CleaningState } from '../detergents/cleaning.state.ts';
import { DETERGENT_FIELDS } from '../detergents/detergent.fields.ts';
import { dayOf, printDay, printInstant } from '../fields/date.ts';
import { printValue } from '../fields/field.text.ts';
import type { FieldDefinition, FieldValue } from '../fields/field.ts';
import { printNumber } from '../fields/number.ts';
import type { Finding } from '../findings/finding.contract.ts';
import { FINDING_CODES } from '../findings/finding.ts';
import type { Lot, Stopped } from '../lots/lot.contract.ts';
import { LOT_ITEMS, NO_LOTS, printLots } from '../lots/lot.print.ts';
import type { Revision } from '../products/product.contract.ts';
import { historyOf } from '../products/product.history.ts';
import { CONFORMITY_FIELDS, type ConformityName, type ConformityValues } from '../regulation/conformity.fields.ts';
import type { Study } from '../studies/study.contract.ts';
import { printStudies, STUDY_ITEMS } from '../studies/study.print.ts';
import { ASSESSMENT_FIELDS, type AssessmentName, type AssessmentValues } from './assessment.fields.ts';
import { CLAIM_CRITERIA, CLAIM_PROOFS, CLAIM_SUPPORTS, type Claim, claimFileKey } from './claims.ts';
import { countsOf } from './findings.ts';
import { POINT_KEYS, pointName } from './point.titles.ts';
import { microbialLimitOf } from './points.product.ts';
import type { ControlPoint } from './points.ts';

/** What a document prints of the file beside the form, already written in French. */
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
export const CONTROL_FIELDS: readonly { placeholder: string; group: string; field: FieldDefinition }[] = [
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

/** Changes named as the reason of a version. */
const NAMED_MAX = 6;

interface Source {
  /** What a cleaning product is besides; `null` for a cosmetic. */
  cleaning: CleaningState | null;
  points: readonly ControlPoint[];
  findings: readonly Finding[];
  conformity: ConformityValues;
  assessment: AssessmentValues;
  /** How the signature was recorded here; `null` before. */
  signature: { entered_at: string; entered_by: string | null } | null;
  claims: readonly Claim[];
  files: readonly { field_key: string; also: readonly string[]; file_name: string; alias: string | null }[];
  lots: readonly Lot[];
  studies: readonly Study[];
  /** What is known of undesirable effects, in a sentence; empty for a cleaning product. */
  effects: string;
  /** Until when the file is kept. */
  retention: Stopped;
  /** The latest first. */
  revisions: readonly Revision[];
}

export function printControl(source: Source): PrintedControl {
  const { points, findings, conformity, assessment, signature, claims, files, revisions, cleaning } = source;
  const limit = microbialLimitOf(conformity);
  const values: Record<string, unknown> = { ...conformity, ...assessment, ...(cleaning?.record ?? {}) };
  return {
    ...Object.fromEntries(
      CONTROL_FIELDS.map(({ placeholder, field }) => [
        placeholder,
        printValue(field, values[field.name] as FieldValue | undefined),
      ]),
    ),
    signature_enregistree: signature ? recordedBy(signature) : '',
    partie_b_signee: files
      .filter((file) => standsAt(file, 'signature'))
      .map(({ alias, file_name }) => alias ?? file_name)
      .join(', '),
    limite_microbio: limit === null ? '' : `${printNumber(limit)} ufc/g`,
    ...(cleaning ? printCleaning(cleaning) : NO_CLEANING),
    ei_texte: source.effects,
    ...printLots(source),
    ...printStudies(source.studies),
    points_art11: cleaning ? [] : points.map(printPoint),
    points_nettoyage: cleaning ? points.map(printPoint) : [],
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
      support: support ? CLAIM_SUPPORTS[support] : '',
      critere: critere ? CLAIM_CRITERIA[critere] : '',
      preuve: preuve ? CLAIM_PROOFS[preuve] : '',
      piece: files
        .filter((file) => standsAt(file, claimFileKey(id)))
        .map(({ alias, file_name }) => alias ?? file_name)
        .join(', '),
    })),
    versions: historyOf(revisions)
      .flatMap(({ sittings }) => sittings)
      .toReversed()
      .map(({ to, by, changes }, index) => ({
        date: printDay(dayOf(new Date(to))),
        auteur: by ?? '',
        motif: index === 0 ? 'Création' : motiveOf(changes.map(({ label }) => label)),
      })),
  };
}

const printPoint = ({ key, title, state, missing, reason }: ControlPoint) => ({
  point: pointName(key),
  intitule: title,
  etat: POINT_STATE_LABELS[state],
  manque: reason ?? missing.map(({ text }) => text).join(' ; '),
});

/** An editor records what the assessor signed: « par … le 12/03/2026 10:04 ». */
export const recordedBy = ({ entered_at, entered_by }: NonNullable<Source['signature']>): string =>
  `${entered_by ? `par ${entered_by} ` : ''}le ${printInstant(entered_at)}`;

const motiveOf = (labels: readonly string[]): string =>
  labels.length <= NAMED_MAX
    ? labels.join(', ')
    : `${labels.slice(0, NAMED_MAX).join(', ')} et ${labels.length - NAMED_MAX} autres`;

export const NO_CONTROL: PrintedControl = {
  ...Object.fromEntries(CONTROL_FIELDS.map(({ placeholder }) => [placeholder, ''])),
  signature_enregistree: '',
  partie_b_signee: '',
  limite_microbio: '',
  ...NO_CLEANING,
  ei_texte: '',
  ...NO_LOTS,
  ...printStudies([]),
  points_art11: [],
  points_nettoyage: [],
  remarques: [],
  nb_rouges: '',
  allegations: [],
  versions: [],
};
