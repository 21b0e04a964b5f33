import { printClass, printClassName } from '#shared/clp/clp.classes.ts';
import { statementOf } from '#shared/clp/clp.statements.ts';
import { isOfCleaning } from '#shared/detergents/cleaning.conformity.ts';
import type { CleaningState } from '#shared/detergents/cleaning.state.ts';
import { allergyNotice, dangerLabelOf } from '#shared/detergents/danger.label.ts';
import { CLP_METHODS } from '#shared/detergents/detergent.contract.ts';
import { printDay } from '#shared/fields/date.ts';
import { printNumber } from '#shared/fields/number.ts';
import { clpAnswerOf } from '../control/control.service.ts';
import type { DossierSheet, SheetCell } from '../documents/document.service.ts';
import {
  claimedData,
  type DataFile,
  dataFile,
  followedData,
  formulaData,
  formulaRows,
  json,
  type Known,
} from './dossier.data.ts';

/** The folder `donnees/` of a cleaning product: in the place of verdicts, margins and assessment, what its own law computes. */
export async function cleaningDataOf(
  known: Known,
  workbook: (rows: readonly (readonly SheetCell[])[]) => Promise<Buffer>,
): Promise<DataFile[]> {
  const { cleaning, detergent, conformity, findings } = known;
  if (!cleaning || !detergent) return [];
  const { label, sheet } = cleaning;
  const clp = clpAnswerOf(cleaning.clp, detergent);
  return [
    dataFile('formule.xlsx', 'La formule', await workbook(formulaRows(known))),
    dataFile('formule.json', 'La formule', formulaData(known)),
    dataFile('etiquette-contenu.txt', 'Le contenu de l’étiquette', Buffer.from(`${contentText(label)}\n`)),
    dataFile('fiche-composants.xlsx', 'La fiche des composants', await workbook(sheetRows(sheet))),
    dataFile('fiche-composants.json', 'La fiche des composants', json(sheet)),
    dataFile('clp.xlsx', 'La classification : résultat du calcul et conclusion', await workbook(clpRows(cleaning))),
    dataFile(
      'clp.json',
      'La classification : résultat du calcul et conclusion',
      json({ ...clp, conclue: conclusionOf(cleaning) }),
    ),
    dataFile('liste-en-ligne.txt', 'La liste à publier', Buffer.from(`${sheet.en_ligne.join(', ')}\n`)),
    dataFile(
      'conformite.json',
      'L’étiquette et le responsable',
      json(Object.fromEntries(Object.entries(conformity).filter(([name]) => isOfCleaning(name)))),
    ),
    dataFile('nettoyage.json', 'Le dossier de nettoyage', json(detergent)),
    ...claimedData(known),
    ...followedData(known),
    dataFile('remarques.json', 'Les remarques au moment du scellement', json(findings)),
  ];
}

const conclusionOf = ({ record: { clp_conclusion, clp_non_classe, clp_par, clp_le } }: CleaningState) => ({
  classes: clp_conclusion,
  non_classe: clp_non_classe,
  par: clp_par,
  le: clp_le,
});

const contentText = ({ texte, a_verifier }: CleaningState['label']): string =>
  [texte || 'Rien n’est à citer.', ...a_verifier.map((reason) => `À vérifier : ${reason}`)].join('\n');

const sheetRows = ({ lignes }: CleaningState['sheet']): SheetCell[][] => [
  ['Tranche', 'Nom', 'INCI', 'CAS'],
  ...lignes.map(({ tranche, nom, inci, cas }) => [tranche, nom, inci, cas]),
];

/** Each term of each class on a line of its own; then what people concluded, and what is left to them. */
function clpRows({ clp, record }: CleaningState): SheetCell[][] {
  return [
    [
      'Classe',
      'Catégorie',
      'Règle (annexe I)',
      'Substance',
      '%',
      'Calcul',
      'Valeur',
      'Somme',
      'Seuil',
      'ETA du mélange',
    ],
    ...clp.resultats.flatMap(({ classe, categorie, regle, termes, somme, seuil, ate_mel }): SheetCell[][] => {
      const told = [somme ?? '', seuil ?? '', ate_mel ?? ''];
      return termes.length === 0
        ? [[printClassName(classe), categorie ?? 'aucune', regle, '', '', '', '', ...told]]
        : termes.map(({ inci, percent, calcul, valeur }) => [
            printClassName(classe),
            categorie ?? 'aucune',
            regle,
            inci,
            percent,
            calcul,
            valeur,
            ...told,
          ]);
    }),
    [],
    ['Conclusion', 'Catégorie', 'Mention', 'Méthode'],
    ...record.clp_conclusion.map((one): SheetCell[] => [
      printClassName(one.classe),
      one.categorie,
      statementOf(one) ?? '',
      one.methode ? CLP_METHODS[one.methode] : '',
    ]),
    ...(record.clp_non_classe === true ? [['Mélange non classé']] : []),
    ...labelElements(clp, record).map(({ text, detail }): SheetCell[] => [text, detail]),
    ...clp.a_verifier.map((reason): SheetCell[] => ['À vérifier', reason]),
  ];
}

/** What the label says of its dangers. Regulation (EC) 1272/2008, articles 19 to 25. */
function labelElements(clp: CleaningState['clp'], record: CleaningState['record']): { text: string; detail: string }[] {
  const { pictogrammes, signal } = dangerLabelOf(record);
  const { names, isEuh208 } = allergyNotice(clp, record);
  const elements: [text: string, detail: string][] = [
    ['Pictogrammes', pictogrammes.join(', ')],
    ['Mention d’avertissement', signal ?? ''],
    ['Mentions de danger', record.clp_conclusion.flatMap((one) => statementOf(one) ?? []).join(', ')],
    ['Mentions P', record.p_mentions.join(', ')],
    [isEuh208 ? 'EUH208 : contient' : 'À nommer aussi', names.join(', ')],
  ];
  return elements.flatMap(([text, detail]) => (detail ? [{ text, detail }] : []));
}

/** What the PDF says of the composition of a cleaning product: its contents, what was computed, what was concluded. */
export function cleaningLines({ label, clp, record }: CleaningState): DossierSheet['lines'] {
  const concluded = record.clp_conclusion.map(printClass).join(', ');
  return [
    { text: 'Contenu de l’étiquette', detail: label.texte || 'Rien n’est à citer.' },
    ...(label.phosphore
      ? [
          {
            text: `Phosphore : ${printNumber(label.phosphore.phosphore_g)} g par dose, limite : moins de ${printNumber(label.phosphore.limite_g)} g`,
          },
        ]
      : []),
    ...label.a_verifier.map((reason) => ({ text: 'À vérifier', detail: reason })),
    {
      text: record.clp_non_classe === true ? 'Conclu : mélange non classé' : `Conclu : ${concluded || 'rien encore'}`,
      ...(record.clp_par || record.clp_le
        ? {
            detail: `Par ${record.clp_par ?? 'une personne qui n’est pas nommée'}${record.clp_le ? `, le ${printDay(record.clp_le)}` : ''}.`,
          }
        : {}),
    },
    ...labelElements(clp, record),
    ...clp.resultats.map(({ classe, categorie, regle, termes }) => ({
      text: `Résultat du calcul : ${printClassName(classe)} ${categorie ?? '(aucune catégorie)'}, règle ${regle}`,
      ...(termes.length > 0
        ? { detail: termes.map(({ inci, percent }) => `${inci} ${printNumber(percent)} %`).join(' ; ') }
        : {}),
    })),
    ...clp.a_verifier.map((reason) => ({ text: 'À vérifier', detail: reason })),
  ];
}
