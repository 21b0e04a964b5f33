import type { Claim } from '#shared/control/claims.contract.ts';
import type { Assessment } from '#shared/control/control.contract.ts';
import type { CleaningState } from '#shared/detergents/cleaning.state.ts';
import type { Detergent } from '#shared/detergents/detergent.contract.ts';
import type { Margins } from '#shared/exposure/exposure.contract.ts';
import type { Finding } from '#shared/findings/finding.contract.ts';
import type { Formula, Inci } from '#shared/formulas/formula.contract.ts';
import { FORMULA_ITEMS, type PrintedFormula } from '#shared/formulas/formula.print.ts';
import type { Lot, Stopped } from '#shared/lots/lot.contract.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { STATE_LABELS } from '#shared/regulation/decide.opinion.ts';
import type { Conformity, Corpus, Verdict } from '#shared/regulation/regulation.contract.ts';
import { sayAnswer, sayAside } from '#shared/regulation/regulation.print.ts';
import type { Study } from '#shared/studies/study.contract.ts';
import type { SheetCell } from '../documents/document.service.ts';

/** What the rooms know of a product, for other programs and for people with a spreadsheet. */
export interface Known {
  product: Product;
  formula: Formula;
  printed: PrintedFormula;
  inci: Inci;
  verdicts: readonly Verdict[];
  corpus: Corpus | null;
  margins: Margins;
  conformity: Conformity;
  assessment: Assessment;
  claims: readonly Claim[];
  findings: readonly Finding[];
  lots: readonly Lot[];
  studies: readonly Study[];
  retention: Stopped;
  /** Of a cleaning product; `null` for a cosmetic. */
  cleaning: CleaningState | null;
  detergent: Detergent | null;
}

export interface DataFile {
  path: string;
  title: string;
  bytes: Buffer;
}

const FOLDER = 'donnees';
export const dataFile = (name: string, title: string, bytes: Buffer): DataFile => ({
  path: `${FOLDER}/${name}`,
  title,
  bytes,
});
export const json = (content: unknown): Buffer => Buffer.from(`${JSON.stringify(content, null, 2)}\n`);

/**
 * The folder `donnees/` of an archive: the formula, the verdicts with the entries they quote, the margins with their formulas,
 * the INCI list, what stands beside the form, what was found. Nothing here says when it was made: the same file gives the same bytes.
 */
export async function dataOf(
  known: Known,
  {
    workbook,
    marginSheet,
  }: { workbook: (rows: readonly (readonly SheetCell[])[]) => Promise<Buffer>; marginSheet: Buffer },
): Promise<DataFile[]> {
  const { inci, verdicts, corpus, margins, conformity, assessment, findings } = known;
  const file = dataFile;
  return [
    file('formule.xlsx', 'La formule', await workbook(formulaRows(known))),
    file('formule.json', 'La formule', formulaData(known)),
    file('verdicts.xlsx', 'Les verdicts des annexes', await workbook(verdictRows(verdicts, corpus))),
    file(
      'verdicts.json',
      'Les verdicts des annexes',
      json({ corpus: corpus && { id: corpus.id, date: corpus.date, sha256: corpus.sha256 }, verdicts }),
    ),
    file('marges.xlsx', 'Les marges de sécurité, avec leurs formules', marginSheet),
    file('marges.json', 'Les marges de sécurité', json(margins)),
    file('liste-inci.txt', 'La liste INCI', Buffer.from(`${inci.text}\n`)),
    file('conformite.json', 'La conformité', json(conformity)),
    file('evaluation.json', 'L’évaluation de la sécurité (partie B)', json(assessment)),
    ...claimedData(known),
    ...followedData(known),
    file('remarques.json', 'Les remarques au moment du scellement', json(findings)),
  ];
}

/** The formula as it counts: of another mode than a table its lines are those of before. */
export const formulaData = ({ formula, product }: Known): Buffer =>
  json({ ...formula, ...(formula.mode === 'table' ? {} : { lines: [] }), texte: product.ingredients ?? null });

/** What is claimed of the product; nothing where nobody claims anything. */
export const claimedData = ({ claims }: Known): DataFile[] =>
  claims.length === 0 ? [] : [dataFile('allegations.json', 'Les allégations et leurs preuves', json(claims))];

/** What is known of the product since it is sold; nothing of one that is not. */
export const followedData = ({
  lots,
  studies,
  retention: { updated_at: _, updated_by: __, revision: ___, ...kept },
}: Known) =>
  lots.length + studies.length === 0
    ? []
    : [dataFile('suivi.json', 'Les lots, la conservation et les études', json({ lots, arret: kept, etudes: studies }))];

/** A percentage that is one number is one; « 0,1 à 0,3 » stays what is read. */
const numberOf = (text: string): SheetCell => (/^\d+(?:,\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text);

export function formulaRows({ formula, printed, product }: Known): SheetCell[][] {
  if (formula.mode !== 'table')
    return [
      ['Formule'],
      ...(formula.mode === 'file' ? 'La formule est un fichier joint.' : String(product.ingredients ?? ''))
        .split('\n')
        .map((line) => [line]),
    ];
  const names = FORMULA_ITEMS.formule_lignes;
  const titles = ['N°', 'Phase', 'Nom commercial', 'Fournisseur', 'INCI', 'CAS', 'CE', 'Fonction', '%', 'Nano'];
  return [
    titles,
    ...printed.formule_lignes.map((line) =>
      names.map((name) => (name === 'pourcentage' ? numberOf(line[name] ?? '') : (line[name] ?? ''))),
    ),
  ];
}

function verdictRows(verdicts: readonly Verdict[], corpus: Corpus | null): SheetCell[][] {
  return [
    [
      'INCI',
      '% (borne haute)',
      'État',
      'Motif',
      'Entrées citées',
      'Limites',
      'Réponse',
      'Corpus',
      'Empreinte du corpus',
    ],
    ...verdicts.map(({ inci, percent, state, why, entries, decision }) => [
      inci,
      percent ?? '',
      STATE_LABELS[state],
      why,
      entries.map((entry) => [`${entry.annex}/${entry.ref}`, sayAside(entry)].filter(Boolean).join(' ')).join(' ; '),
      entries
        .filter(({ role }) => role === 'applies')
        .map((entry) => entry.case?.limit_text ?? entry.limit_text)
        .filter(Boolean)
        .join(' ; '),
      decision ? sayAnswer(decision) : '',
      corpus?.date ?? (corpus ? '' : 'aucun corpus'),
      corpus?.sha256 ?? '',
    ]),
  ];
}
