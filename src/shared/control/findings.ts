import type { Attachment } from '../attachments/attachment.contract.ts';
import type { Margins } from '../exposure/exposure.contract.ts';
import { isBelow } from '../exposure/margins.ts';
import { printDay } from '../fields/date.ts';
import { isFilled } from '../fields/field.ts';
import { nameKey } from '../fields/name.ts';
import type { Finding } from '../findings/finding.contract.ts';
import { FINDING_CODES, FINDING_LEVELS, type FindingCode } from '../findings/finding.ts';
import type { Formula } from '../formulas/formula.contract.ts';
import type { Product } from '../products/product.contract.ts';
import type { Corpus, Verdict } from '../regulation/regulation.contract.ts';
import type { Claim } from './claims.ts';
import type { ChronologyLine } from './control.contract.ts';
import { type ControlState, REASON_MIN } from './point.needs.ts';

/** What the findings of a product are computed from: what each room knows of it, read once. */
export interface FileState {
  /** `YYYY-MM-DD` */
  today: string;
  product: Product;
  formula: Formula;
  /** What is missing of the formula, by its first point. */
  gap: ControlState['gap'];
  verdicts: readonly Verdict[];
  corpus: Corpus | null;
  margins: Margins;
  /** The pieces of the product and of the raw materials and substances it is made of, with whose they are. */
  pieces: readonly { file: Attachment; of: string | null }[];
  claims: readonly Claim[];
  chronology: readonly ChronologyLine[];
}

type Told = Pick<Finding, 'text'> & Partial<Pick<Finding, 'point' | 'due_on'>> & { about?: string };

/** Characters of what a finding is about, in its key: keys are indexed. */
const ABOUT_LENGTH = 200;
/** A corpus whose oldest file was exported longer ago is old (days). */
const CORPUS_DAYS = 90;
/** How long before its last day a piece is told of (days). */
const PIECE_DAYS = 60;

const daysAfter = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/** Words that are forbidden on a product or its packaging. Code de l’environnement, article L.541-9-1. */
const FORBIDDEN_CLAIMS = /biodegradable|respectueux de l[’' ]environnement/;

const open = ({ state, decision }: Verdict): boolean =>
  state === 'inconnu' || (state === 'a_verifier' && decision === null);

/** What is found under each code; a code without a line here does not compile. */
const FINDERS: Readonly<Record<FindingCode, (state: FileState) => readonly Told[]>> = {
  INTERDIT: ({ verdicts }) => broken(verdicts, (key) => key === 'II'),
  HORS_LIMITE: ({ verdicts }) => broken(verdicts, (key) => key !== 'II'),
  LOI_A_VERIFIER: ({ verdicts, corpus }) => {
    // Without a corpus all of them are: that is said once.
    const names = (corpus ? verdicts : []).filter(open).map(({ inci }) => inci);
    return names.length === 0 ? [] : [{ text: `Annexes à vérifier pour ${listed(names)}.` }];
  },
  SANS_TABLEAU: ({ formula, product }) =>
    formula.mode === 'table' || !(isFilled(product.ingredients) || product.has_formula_attachment)
      ? []
      : [
          {
            text: `La formule est ${formula.mode === 'file' ? 'un fichier' : 'un texte'} : aucune annexe n’est lue, aucune marge n’est calculée.`,
          },
        ],
  SANS_CORPUS: ({ corpus, formula }) =>
    corpus || formula.mode !== 'table'
      ? []
      : [{ text: 'Aucun corpus réglementaire n’est en vigueur : la formule n’est pas jugée.' }],
  CORPUS_ANCIEN: ({ corpus, today, formula }) => {
    const days = (corpus?.files ?? []).flatMap(({ created_on }) => created_on ?? []).toSorted();
    const [oldest] = days;
    return formula.mode === 'table' && oldest && daysAfter(oldest, CORPUS_DAYS) < today
      ? [
          {
            text: `Le plus ancien fichier du corpus date du ${printDay(oldest)} : plus de ${CORPUS_DAYS} jours.`,
            about: corpus?.id ?? '',
          },
        ]
      : [];
  },
  FORMULE_INCOMPLETE: ({ gap }) => (gap === null ? [] : [{ text: gap, point: 'A1' }]),
  MARGE_BASSE: ({ margins }) =>
    margins.rows
      .filter((row) => isBelow(row) && !isReason(row.remark))
      .map(({ inci, threshold, substance_id }) => ({
        text: `${inci} : la marge de sécurité est sous le seuil de ${threshold}, sans remarque de l’évaluateur.`,
        about: substance_id,
        point: 'A8',
      })),
  SANS_EXPOSITION: ({ margins, formula }) =>
    formula.mode === 'table' && formula.lines.length > 0 && margins.exposure.a_mg_kg_d === null
      ? [{ text: 'La quantité de produit par jour n’est pas connue : aucune exposition n’est calculée.', point: 'A7' }]
      : [],
  DIP_MODIFIE_DEPUIS: ({ product }) =>
    product.modified_since_validation ? [{ text: 'La fiche ou ses pièces ont changé depuis leur validation.' }] : [],
  PIECE_PERIMEE: ({ pieces, today }) =>
    pieces
      .filter(({ file }) => file.expires_on !== null && file.expires_on < today && !isRenewed(file, pieces, today))
      .map(({ file, of }) => ({
        text: `${pieceName(file, of)} : périmée depuis le ${printDay(file.expires_on ?? '')}.`,
        about: file.id,
        due_on: file.expires_on,
      })),
  PIECE_BIENTOT: ({ pieces, today }) =>
    pieces
      .filter(
        ({ file: { expires_on } }) =>
          expires_on !== null && expires_on >= today && expires_on <= daysAfter(today, PIECE_DAYS),
      )
      .map(({ file, of }) => ({
        text: `${pieceName(file, of)} : valable jusqu’au ${printDay(file.expires_on ?? '')}.`,
        about: file.id,
        due_on: file.expires_on,
      })),
  ALLEGATION_INTERDITE: ({ claims }) =>
    claims
      .filter(({ texte, support }) => support === 'etiquette' && FORBIDDEN_CLAIMS.test(nameKey(texte)))
      .map(({ id, texte }) => ({
        text: `« ${texte} » : ces mots sont interdits sur un produit ou son emballage (code de l’environnement, article L.541-9-1).`,
        about: id,
        point: '11-2-d',
      })),
  B_APRES_MARCHE: ofChronology('B_APRES_MARCHE', 'B4'),
  CPNP_APRES_MARCHE: ofChronology('CPNP_APRES_MARCHE', null),
  RAPPORT_APRES_SIGNATURE: ofChronology('RAPPORT_APRES_SIGNATURE', null),
  EVALUATION_A_REVISER: ofChronology('EVALUATION_A_REVISER', null),
  SAISIE_APRES_COUP: ofChronology('SAISIE_APRES_COUP', null),
  VALIDATION_APRES_MARCHE: ofChronology('VALIDATION_APRES_MARCHE', null),
  BPF_EXPIREES_AU_DERNIER_LOT: ofChronology('BPF_EXPIREES_AU_DERNIER_LOT', null),
  REGLE_A_VENIR: ofChronology('REGLE_A_VENIR', null),
};

/** The findings of a product, the worst first, then the nearest day. */
export function findingsOf(state: FileState): Finding[] {
  const levels = Object.keys(FINDING_LEVELS);
  const keys = new Map<string, number>();
  /** Two facts of one name are two findings: the second is numbered. */
  const keyOf = (code: FindingCode, about: string | undefined): string => {
    const key = about ? `${code}:${about.slice(0, ABOUT_LENGTH)}` : code;
    const times = (keys.get(key) ?? 0) + 1;
    keys.set(key, times);
    return times === 1 ? key : `${key} (${times})`;
  };
  return (Object.keys(FINDING_CODES) as FindingCode[])
    .flatMap((code) =>
      FINDERS[code](state).map(({ text, about, point = null, due_on = null }) => ({
        key: keyOf(code, about),
        code,
        level: FINDING_CODES[code].level,
        text,
        point,
        link: FINDING_CODES[code].tab,
        due_on,
      })),
    )
    .toSorted(
      (a, b) => levels.indexOf(a.level) - levels.indexOf(b.level) || (a.due_on ?? '9').localeCompare(b.due_on ?? '9'),
    );
}

/** Red and orange ones, as lists count them. */
export const countsOf = (findings: readonly Finding[]): { rouge: number; orange: number } => ({
  rouge: findings.filter(({ level }) => level === 'rouge').length,
  orange: findings.filter(({ level }) => level === 'orange').length,
});

const isReason = (text: string | null): boolean => (text ?? '').trim().length >= REASON_MIN;

const listed = (names: readonly string[]): string => {
  const [shown, rest] = [names.slice(0, 5), names.length - 5];
  return rest > 0 ? `${shown.join(', ')} et ${rest} ${rest === 1 ? 'autre' : 'autres'}` : shown.join(', ');
};

/** `non_conforme` by an entry whose annex is asked for. The safety of the product cannot be concluded: point B.1. */
function broken(verdicts: readonly Verdict[], isAsked: (annex: string) => boolean): Told[] {
  return verdicts
    .filter(({ state, why }) => state === 'non_conforme' && isAsked(/^(II|III|IV|V|VI)\//.exec(why)?.[1] ?? ''))
    .map(({ key, inci, why }) => ({ text: `${inci} : ${why}`, about: key, point: 'B1' }));
}

function ofChronology(code: FindingCode, point: string | null): (state: FileState) => readonly Told[] {
  return ({ chronology }) =>
    chronology
      .filter((line) => line.code === code)
      .map(({ text, dates: [first] }) => ({ text, point, about: first && `${first.label} ${first.date}` }));
}

/** A newer piece of its kind, for the same thing, that still holds answers for it. */
const isRenewed = (old: Attachment, pieces: FileState['pieces'], today: string): boolean =>
  pieces.some(
    ({ file, of }) =>
      file.id !== old.id &&
      file.kind === old.kind &&
      file.field_key === old.field_key &&
      of === pieces.find((one) => one.file.id === old.id)?.of &&
      (file.expires_on === null ? (file.issued_on ?? '') > (old.issued_on ?? '') : file.expires_on >= today),
  );

const pieceName = ({ alias, file_name, kind }: Attachment, of: string | null): string =>
  `${alias ?? file_name}${kind ? ` (${kind})` : ''}${of ? `, ${of}` : ''}`;
