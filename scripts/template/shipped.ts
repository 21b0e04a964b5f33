import { FIELDS } from '#shared/products/product.fields.ts';
import * as chapters from './chapters.ts';
import { CLEANING } from './cleaning.ts';
import { englishOf, inEnglish } from './english.ts';
import {
  GREY,
  heading,
  identity,
  listTable,
  note,
  paragraph,
  run,
  TEXT_WIDTH,
  table,
  valueRuns,
  wordOf,
  type Xml,
} from './word.ts';

/**
 * The templates that come with Diplo: a complete DIP in French and in English, part A of the safety report for an assessor who works
 * elsewhere, and the file of a cleaning product.
 */

const cover = (title: string, lines: readonly Xml[], words: string): Xml[] => [
  paragraph(run('{{marque}}', { size: 26, color: GREY, caps: true }), { before: 2_200, after: 200 }),
  paragraph(run(title), { style: 'Titre' }),
  paragraph(run('{{nom_commercial}}{{^nom_commercial}}{{nom_produit}}{{/nom_commercial}}'), { style: 'SousTitre' }),
  paragraph('', { after: 700 }),
  table([...lines, identity('Édition', run('imprimée le {{date_generation}}'))], [3_300, TEXT_WIDTH - 3_300]),
  note(words),
];

const IN_ORDER = [
  ...chapters.DESCRIPTION,
  heading(1, '2. Rapport sur la sécurité — Partie A : informations sur la sécurité'),
  ...chapters.PART_A,
  ...chapters.PART_B,
  ...chapters.MANUFACTURE,
  ...chapters.CLAIMS,
  ...chapters.ANIMALS,
  ...chapters.APPROVAL,
  ...chapters.LABEL,
  ...chapters.FOLLOW_UP,
];
/** Notes among colleagues: they leave with no document. */
const INTERNAL = ['notes_commentaires'];
/** Fields of the form that no chapter has a place for yet: printed all the same, before the annexes. */
const placed = JSON.stringify([...IN_ORDER, ...chapters.ANNEXES]);
export const UNPLACED = FIELDS.map(({ name }) => name).filter(
  (name) => !INTERNAL.includes(name) && !new RegExp(`\\{\\{[#^]?${name}\\b`).test(placed),
);

const DIP = {
  title: 'Dossier d’information produit',
  header: ['DIP — {{nom_commercial}}', 'Réf. {{ref_formule}}'] as const,
  footer: '{{resp_mise_marche}}',
  cover: cover(
    'Dossier d’information produit',
    [
      identity('Référence formule', valueRuns('ref_formule')),
      identity('Référence produit', valueRuns('ref_produit')),
      identity('Client', valueRuns('nom_client')),
      identity('Responsable de la mise sur le marché', valueRuns('resp_mise_marche')),
      identity('Date de mise sur le marché', valueRuns('date_mise_marche')),
      identity('Version', valueRuns('version')),
    ],
    'Règlement (CE) n° 1223/2009, articles 10 et 11. À conserver dix ans après la mise sur le marché du dernier lot, à l’adresse de la personne responsable.',
  ),
  chapters: [
    ...IN_ORDER,
    ...(UNPLACED.length > 0 ? [heading(1, 'Autres données de la fiche'), chapters.fieldTable(UNPLACED)] : []),
    ...chapters.ANNEXES,
  ],
} satisfies Parameters<typeof wordOf>[0];
const dip = wordOf(DIP);
const pif = wordOf({ ...DIP, title: englishOf(DIP.title), translate: inEnglish });

const partA = wordOf({
  title: 'Rapport sur la sécurité, partie A',
  header: ['Rapport sur la sécurité, partie A — {{nom_commercial}}', 'Réf. {{ref_formule}}'],
  footer: '{{resp_mise_marche}}',
  cover: cover(
    'Rapport sur la sécurité, partie A',
    [
      identity('Référence formule', valueRuns('ref_formule')),
      identity('Référence produit', valueRuns('ref_produit')),
      identity('Version', valueRuns('version')),
      identity('Personne responsable', valueRuns('pr_nom')),
      identity('Évaluateur de la sécurité', valueRuns('evaluateur_nom')),
      identity('Date de mise sur le marché', valueRuns('date_mise_marche')),
    ],
    'Informations sur la sécurité du produit, pour l’évaluateur : règlement (CE) n° 1223/2009, article 10 et annexe I, partie A. La partie B lui revient.',
  ),
  chapters: [
    ...chapters.ON_MARKET,
    heading(1, '2. Informations sur la sécurité du produit'),
    ...chapters.PART_A,
    heading(1, '3. Où en est ce dossier'),
    note('Ce que Diplo trouve, et ce qui manque, à chaque point de l’article 11.'),
    listTable('points_art11', [
      { title: 'Point', name: 'point', width: 1_150 },
      { title: 'Intitulé', name: 'intitule', width: 3_300 },
      { title: 'État', name: 'etat', width: 1_250 },
      { title: 'Ce qui manque', name: 'manque', width: TEXT_WIDTH - 5_700 },
    ]),
    ...chapters.ANNEXES,
  ],
});

const detergent = wordOf({
  title: 'Dossier produit de nettoyage',
  header: ['Dossier produit de nettoyage — {{nom_commercial}}', 'Réf. {{ref_formule}}'],
  footer: '{{resp_mise_marche}}',
  cover: cover(
    'Dossier produit de nettoyage',
    [
      identity('Référence formule', valueRuns('ref_formule')),
      identity('Référence produit', valueRuns('ref_produit')),
      identity('Version', valueRuns('version')),
      identity(
        'Responsable de la mise sur le marché',
        run(
          '{{pr_nom}}{{^pr_nom}}{{resp_mise_marche}}{{^resp_mise_marche}}Non renseigné{{/resp_mise_marche}}{{/pr_nom}}',
        ),
      ),
      identity('Date de mise sur le marché', valueRuns('date_mise_marche')),
      identity('UFI', valueRuns('ufi')),
    ],
    'Règlements (CE) n° 648/2004 relatif aux détergents et (CE) n° 1272/2008 relatif à la classification, à l’étiquetage et à l’emballage.',
  ),
  chapters: [...CLEANING, ...chapters.ANNEXES],
});

/** By the name of their file. */
export const SHIPPED: Readonly<Record<string, Buffer>> = {
  'modele-dip.docx': dip,
  'modele-dip-en.docx': pif,
  'modele-partie-a.docx': partA,
  'modele-detergent.docx': detergent,
};
