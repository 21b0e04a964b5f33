import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import { ASSESSMENT_FIELDS, REVIEWED_ON } from '#shared/control/assessment.fields.ts';
import type { Claim } from '#shared/control/claims.contract.ts';
import { CLAIM_CRITERIA, CLAIM_PROOFS } from '#shared/control/claims.ts';
import type { Control } from '#shared/control/control.contract.ts';
import { POINT_STATE_LABELS } from '#shared/control/control.print.ts';
import { pointName } from '#shared/control/point.titles.ts';
import { isOfCleaning } from '#shared/detergents/cleaning.conformity.ts';
import { DETERGENT_FIELDS } from '#shared/detergents/detergent.fields.ts';
import { printMargins } from '#shared/exposure/exposure.print.ts';
import { printDay, printDayOf } from '#shared/fields/date.ts';
import { printValueWithUnit } from '#shared/fields/field.text.ts';
import { type FieldDefinition, type FieldValue, isFilled } from '#shared/fields/field.ts';
import { writerOf } from '#shared/fields/writer.ts';
import { FINDING_CODES, FINDING_LEVELS } from '#shared/findings/finding.ts';
import type { GuestFile, GuestSection } from '#shared/guests/guest.contract.ts';
import { FORMULA_FIELDS, GUEST_FIELDS } from '#shared/guests/guest.fields.ts';
import { FIELDS, STEP_LIST } from '#shared/products/product.fields.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { CONFORMITY_FIELDS } from '#shared/regulation/conformity.fields.ts';
import { answeredBy, printLaw } from '#shared/regulation/regulation.print.ts';
import { cleaningLines, type Known } from '../dossiers/dossier.service.ts';

/** What a guest is shown of, read once. */
export interface Shown {
  known: Known;
  control: Control;
  claims: readonly Claim[];
  /** The register of effects in counts: no case of it. */
  effects: string | null;
}

type Rows = GuestSection['rows'];
const SENT: ReadonlySet<string> = new Set(GUEST_FIELDS);
const OF_FORMULA: ReadonlySet<string> = new Set(FORMULA_FIELDS);

const rowsOf = (fields: readonly FieldDefinition[], values: Readonly<Record<string, unknown>>): Rows =>
  fields
    .filter(({ name }) => isFilled(values[name]))
    .map((field) => ({
      key: field.name,
      label: field.label,
      value: printValueWithUnit(field, values[field.name] as FieldValue),
    }));

const section = (
  key: string,
  title: string,
  { notes = [], rows = [], table = null }: Partial<Pick<GuestSection, 'notes' | 'rows' | 'table'>>,
): GuestSection => ({ key, title, notes, rows, table });

/** A table of printed items, by the names of their columns. */
const tableOf = (
  items: readonly Readonly<Record<string, string>>[],
  columns: Readonly<Record<string, string>>,
): GuestSection['table'] =>
  items.length === 0
    ? null
    : {
        head: Object.values(columns),
        rows: items.map((item) => Object.keys(columns).map((name) => item[name] ?? '')),
      };

/** The form, step by step. */
const sheetSections = ({ known: { product } }: Shown): GuestSection[] =>
  STEP_LIST.map((step) =>
    section(step.key, step.title, {
      rows: rowsOf(
        FIELDS.filter(({ name, step: at }) => SENT.has(name) && STEP_LIST[at] === step),
        product,
      ),
    }),
  );

function formulaSections({ known: { product, formula, printed, inci } }: Shown): GuestSection[] {
  const isTable = formula.mode === 'table';
  return [
    section('composition', 'Composition', {
      notes: isTable
        ? []
        : [formula.mode === 'file' ? 'La formule est un fichier joint.' : 'La formule est un texte, non un tableau.'],
      rows: isTable
        ? []
        : rowsOf(
            FIELDS.filter(({ name }) => OF_FORMULA.has(name)),
            product,
          ),
      table: isTable
        ? tableOf(printed.formule_lignes, {
            numero: 'N°',
            phase: 'Phase',
            nom_commercial: 'Nom commercial',
            inci: 'INCI',
            cas: 'CAS',
            fonction: 'Fonction',
            pourcentage: '%',
            nano: 'Nano',
          })
        : null,
    }),
    section('inci', 'Liste INCI', {
      rows: isFilled(inci.text) ? [{ key: 'liste_inci', label: 'Ordre de l’étiquette', value: inci.text }] : [],
    }),
  ];
}

/** What the law and science compute of a cosmetic. */
function judgedSections({ known: { verdicts, corpus, margins } }: Shown): GuestSection[] {
  const printed = printMargins(margins, writerOf('fr'));
  // Who gave no name is nobody outside: an address of an account is no name.
  const law = printLaw(
    verdicts.map((one) => answeredBy(one, (by) => (by?.includes('@') ? null : by))),
    writerOf('fr'),
  );
  const rows: [key: string, label: string, value: string][] = [
    ['categorie_exposition', 'Catégorie', printed.categorie_exposition],
    ['voies_exposition', 'Voies d’exposition', printed.voies_exposition],
    ['quantite_jour', 'Quantité par jour', printed.quantite_jour],
    ['facteur_retention', 'Facteur de rétention', printed.facteur_retention],
    ['poids_corporel', 'Poids corporel', printed.poids_corporel],
    ['source_exposition', 'Source', printed.source_exposition],
  ];
  return [
    section('verdicts', 'Annexes du règlement', {
      notes: corpus
        ? [`Corpus réglementaire du ${corpus.date ? printDay(corpus.date) : printDayOf(corpus.imported_at)}.`]
        : ['Aucun corpus réglementaire n’est en vigueur : rien n’est jugé.'],
      table: tableOf(law.verdicts, {
        inci: 'INCI',
        pourcentage: '%',
        etat: 'État',
        entree: 'Entrées',
        limite: 'Limite',
        motif: 'Motif',
      }),
    }),
    section('exposition', 'Exposition calculée', {
      rows: rows.filter(([, , value]) => value !== '').map(([key, label, value]) => ({ key, label, value })),
    }),
    section('marges', 'Marges de sécurité', {
      table: tableOf(printed.marges, {
        inci: 'INCI',
        pourcentage: '%',
        absorption: 'Absorption cutanée',
        sed: 'SED (mg/kg pc/j)',
        pod: 'Point de départ',
        pod_source: 'Source',
        etude: 'Étude',
        mos: 'Marge',
        remarque: 'Remarque',
      }),
    }),
    section('profils', 'Profils toxicologiques des substances', {
      table: tableOf(printed.profils, { inci: 'INCI', pourcentage: '%', profil: 'Profil' }),
    }),
    section('marges_a_documenter', 'Substances sans point de départ', {
      table: tableOf(printed.marges_a_documenter, { inci: 'INCI', pourcentage: '%' }),
    }),
    section('effets_locaux', 'Effets locaux', {
      rows: printed.effets_locaux.map(({ effet = '', texte = '' }) => ({ key: effet, label: effet, value: texte })),
    }),
  ];
}

/** What people wrote beside the form. */
function writtenSections({ known: { conformity, assessment, cleaning }, claims, effects }: Shown): GuestSection[] {
  const facts = cleaning ? CONFORMITY_FIELDS.filter(({ name }) => isOfCleaning(name)) : CONFORMITY_FIELDS;
  const both = [
    section('conformite', 'Conformité', { rows: rowsOf(facts, conformity) }),
    section('allegations', 'Allégations', {
      table: tableOf(
        claims.map(({ texte, critere, preuve }) => ({
          texte,
          critere: critere === null ? '' : CLAIM_CRITERIA[critere],
          preuve: preuve === null ? '' : CLAIM_PROOFS[preuve],
        })),
        { texte: 'Allégation', critere: 'Critère', preuve: 'Preuve' },
      ),
    }),
  ];
  if (cleaning)
    return [...both, section('nettoyage', 'Dossier de nettoyage', { rows: rowsOf(DETERGENT_FIELDS, cleaning.record) })];
  return [
    ...both,
    section('effets', 'Registre des effets indésirables', {
      rows: effects === null ? [] : [{ key: 'A9', label: 'Relevé', value: effects }],
    }),
    section('evaluation', 'Évaluation de la sécurité (partie B)', {
      notes: ['Seul l’évaluateur écrit sa conclusion : le programme ne la remplit ni ne la complète.'],
      rows: rowsOf(
        ASSESSMENT_FIELDS.filter(({ name }) => name !== REVIEWED_ON),
        assessment,
      ),
    }),
  ];
}

const controlSections = ({ control }: Shown): GuestSection[] => [
  section('points', 'Point par point', {
    rows: control.points.map(({ key, title, state, missing, reason }) => ({
      key,
      label: `${pointName(key)} ${title}`,
      value: [
        POINT_STATE_LABELS[state],
        // « Sans objet » is said once.
        reason?.replace(/^Sans objet\s*:\s*/, '') ??
          (missing.length > 0 ? `il manque ${missing.map(({ text }) => text).join('\u00a0; ')}` : ''),
      ]
        .filter(Boolean)
        .join(', '),
    })),
  }),
  section('remarques', 'Remarques', {
    rows: control.findings.map(({ key, level, code, text, answer }) => ({
      key,
      label: `${FINDING_LEVELS[level]}, ${FINDING_CODES[code].label}`,
      value: [text, answer && `Réponse : ${answer.reason}`].filter(Boolean).join(' '),
    })),
  }),
];

/** Nothing of a section is no section. */
const isSaid = ({ rows, table, notes, key }: GuestSection): boolean =>
  rows.length > 0 || table !== null || (notes.length > 0 && ['composition', 'verdicts', 'evaluation'].includes(key));

/** What a guest reads, each part built from what is sent: never an answer of ours with names taken out. */
export function sectionsOf(shown: Shown, { as, seesFormula }: { as: string; seesFormula: boolean }): GuestSection[] {
  const { cleaning } = shown.known;
  const own = cleaning
    ? [
        section('classification', 'Composition et classification', {
          rows: cleaningLines(cleaning).map(({ text, detail }, index) => ({
            key: `classification ${index}`,
            label: text,
            value: detail ?? '',
          })),
        }),
      ]
    : judgedSections(shown);
  return [
    ...sheetSections(shown),
    ...(seesFormula ? formulaSections(shown) : []),
    ...(as === 'evaluateur' ? [...own, ...writtenSections(shown), ...controlSections(shown)] : []),
  ].filter(isSaid);
}

/** The pieces that were chosen, numbered by their place: one that is gone leaves its number to nobody. */
export const piecesOf = (files: readonly Attachment[], chosen: readonly string[]): GuestFile['pieces'] =>
  chosen.flatMap((id, index) => {
    const file = files.find((one) => one.id === id);
    return file
      ? [{ n: index + 1, title: file.alias ?? file.file_name, size: file.size, issued_on: file.issued_on }]
      : [];
  });

export const labelOf = ({ known: { product } }: Shown): string => productLabel(product);
