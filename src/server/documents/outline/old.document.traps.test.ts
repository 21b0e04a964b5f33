import { afterAll, describe, expect, test } from 'vitest';
import type { FieldName } from '#shared/products/product.fields.ts';
import { cell, type DocxParts, docxOf, p, row, table } from '../../test/docx.maker.ts';
import { openDocx } from '../docx/docx.ts';
import { outlineOfDocx } from './docx.outline.ts';
import { readOldDocument } from './old.document.ts';

/**
 * Pieces of dossiers as firms write them, each with what it says of the product and nothing else: limits, raw materials,
 * laboratories, signatories and versions stand under the same labels. No wrong value is ever sure, in any of them; of what they
 * say, nine in ten are found.
 */

const h = (text: string, level = 1): string =>
  `<w:p><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
/** A cell, a paragraph by `|`. */
const c = (text: string, properties = ''): string =>
  `<w:tc>${properties ? `<w:tcPr>${properties}</w:tcPr>` : ''}${text.split('|').map(p).join('')}</w:tc>`;
const tr = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`;
const span = (columns: number): string => `<w:gridSpan w:val="${columns}"/>`;
const vm = (begins = false): string => (begins ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>');
const br = (one: string, other: string): string =>
  `<w:p><w:r><w:t xml:space="preserve">${one}</w:t><w:br/><w:t xml:space="preserve">${other}</w:t></w:r></w:p>`;

type Said = Partial<Record<FieldName, string | number | RegExp>>;
type Trap = readonly [name: string, parts: string | DocxParts, said: Said];

const TRAPS: readonly Trap[] = [
  [
    'squares that are bullets',
    h('Précautions d’emploi') + p('■ Éviter les yeux.') + p('■ Usage externe.'),
    { precautions_emploi: /^■ Éviter les yeux\.\n■ Usage externe\.$/ },
  ],
  [
    'cover table',
    h('DOSSIER D’INFORMATION PRODUIT') +
      table(
        row('Nom commercial', 'Crème Éclat'),
        row('Référence produit', 'P-0412'),
        row('Référence formule', 'F-22'),
        row('Client', 'Maison X'),
        row('Responsable de la mise sur le marché', 'Maison X SAS, 12 rue A, 49000 Angers'),
        row('Version', '2.0'),
        row('Date', '12/03/2024'),
      ),
    {
      nom_commercial: 'Crème Éclat',
      ref_produit: 'P-0412',
      ref_formule: 'F-22',
      nom_client: 'Maison X',
      resp_mise_marche: /Maison X SAS/,
      version: '2.0',
    },
  ],
  [
    '4-cell',
    table(
      row('Marque', 'V', 'Gamme', 'S'),
      row('Format', '50 ml', 'Contenance', '50 ml'),
      row('Fabricant', 'Labo Z', 'Fournisseur', 'Y'),
    ),
    { marque: 'V', gamme: 'S', format: '50 ml', faconnerie: 'Labo Z', fournisseur: 'Y' },
  ],
  [
    'gridSpan group',
    table(
      tr(c('Identité', span(4))),
      tr(c('Marque'), c('V', span(3))),
      tr(c('Gamme'), c('S'), c('Format'), c('30 ml')),
    ),
    { marque: 'V', gamme: 'S', format: '30 ml' },
  ],
  [
    'analysis order',
    table(
      row('Méthode', 'Paramètre', 'Résultat', 'Unité', 'Spécification', 'Conforme'),
      row('ISO 1', 'pH', '5,4', '-', '5,0-6,0', 'Oui'),
      row('ISO 2', 'Viscosité', '12 500', 'mPa.s', '10000-15000', 'Oui'),
      row('ISO 3', 'Densité', '0,985', '', '0,95-1,00', 'Oui'),
    ),
    { ph: 5.4, viscosite: 12500, densite: 0.985 },
  ],
  [
    'COA',
    h('Certificat d’analyse') +
      p('Produit : Crème Éclat    Lot : L123') +
      table(
        row('Essais', 'Normes', 'Résultats'),
        row('Aspect', 'Crème blanche', 'Conforme'),
        row('pH à 20°C', '5,0 à 6,0', '5,6'),
        row('Viscosité Brookfield', '10 000 – 14 000 cP', '12 300 cP'),
        row('Germes aérobies mésophiles', '≤ 100 UFC/g', '&lt; 10 UFC/g'),
        row('E. coli', 'Absence dans 1 g', 'Absence'),
      ),
    {
      ph: 5.6,
      germes_aerobies: '< 10',
      e_coli: 'Absence',
      nom_commercial: 'Crème Éclat',
      nom_produit: 'Crème Éclat',
      viscosite: 12300,
    },
  ],
  [
    'several lots cols',
    table(
      row('Paramètre', 'Lot A12', 'Lot A13', 'Lot A14'),
      row('pH', '5,4', '5,5', '5,6'),
      row('Densité', '0,98', '0,98', '0,99'),
    ),
    {},
  ],
  [
    'several products cols',
    table(row('', 'Crème jour', 'Crème nuit'), row('pH', '5,4', '5,5'), row('Densité', '0,98', '0,97')),
    {},
  ],
  ['spec in pairs', table(row('pH', '5,0 - 6,0'), row('Viscosité', '10 000 à 14 000 mPa.s')), {}],
  [
    'RM sheet in DIP',
    h('Annexe 3 : Fiche technique matière première – Glycérine') +
      table(
        row('Nom commercial', 'Glycérine 4810'),
        row('Fournisseur', 'Oleon'),
        row('pH', '7'),
        row('Densité', '1,26'),
        row('Point éclair', '199 °C'),
      ),
    {},
  ],
  [
    'RM sheet heading just the name',
    h('Annexes') +
      h('Glycérine végétale', 2) +
      p('Nom commercial : Glycérine 4810') +
      p('Numéro CAS : 56-81-5') +
      p('Densité : 1,26') +
      p('Point éclair : 199 °C'),
    {},
  ],
  [
    'FDS in DIP',
    h('Fiche de données de sécurité') +
      h('9. Propriétés physiques et chimiques', 2) +
      table(row('pH', '7'), row('Point éclair', '199 °C'), row('Densité', '1,26')),
    {},
  ],
  [
    'tox per substance',
    h('Profil toxicologique') +
      h('Phenoxyethanol', 2) +
      p('N° CAS : 122-99-6') +
      p('DL50 orale : 1 840 mg/kg') +
      p('NOAEL : 369 mg/kg pc/jour') +
      p('Irritation cutanée : non irritant'),
    {},
  ],
  [
    'tox per substance 8',
    h('8. Profil toxicologique des substances') +
      h('8.1 Phenoxyethanol', 2) +
      table(row('DL50 orale', '1 840 mg/kg'), row('NOAEL', '369')),
    {},
  ],
  [
    'part B no heading style',
    p('PARTIE B – ÉVALUATION DE LA SÉCURITÉ') +
      p('Validé par : Dr Durand') +
      p('Date de validation : 12/03/2024') +
      p('Conclusion : le produit est sûr'),
    {},
  ],
  [
    'part B B.4',
    h('B.4 Références de l’évaluateur et approbation') + p('Évaluateur : Dr Durand') + p('Date : 12/03/2024'),
    {},
  ],
  [
    'signatures',
    table(
      row('Rédigé par', 'Vérifié par', 'Approuvé par'),
      row('A', 'B', 'C'),
      row('01/02/2024', '02/02/2024', '03/02/2024'),
    ),
    {},
  ],
  [
    'version hist',
    h('Historique des versions') +
      table(
        row('Version', 'Date', 'Auteur', 'Modifications'),
        row('1.0', '01/02/2024', 'AB', 'Création'),
        row('2.0', '01/02/2025', 'AB', 'pH modifié'),
      ),
    {},
  ],
  ['version hist vertical V1', table(row('Indice', 'Date', 'Objet'), row('A', '01/02/2024', 'Création')), {}],
  [
    'version hist single',
    h('Suivi des modifications') + table(row('Version', 'Date', 'Objet'), row('1.0', '01/02/2024', 'Création')),
    {},
  ],
  [
    'distribution',
    h('Liste de diffusion') +
      table(row('Nom', 'Fonction', 'Date'), row('M. Durand', 'Responsable qualité', '01/02/2024')),
    {},
  ],
  [
    'distribution 2',
    table(row('Nom', 'Société', 'Exemplaire'), row('M. Durand', 'Labo', '1'), row('Mme X', 'Client', '2')),
    {},
  ],
  [
    'packaging',
    h('Emballage') +
      table(row('Élément', 'Matériau', 'Fournisseur'), row('Tube', 'PEHD', 'Albéa'), row('Bouchon', 'PP', 'Albéa')),
    {},
  ],
  [
    'packaging pair',
    h('Emballage primaire') +
      table(row('Type d’emballage', 'Tube 50 ml'), row('Matériau', 'PEHD'), row('Fournisseur', 'Albéa')),
    { type_emballage: 'Tube 50 ml', materiau_emballage: 'PEHD' },
  ],
  [
    'leaders',
    p('Marque ........................ Valorme') +
      p('Format______________ 50 ml') +
      p('pH ................... 5,5 ± 0,5'),
    { marque: 'Valorme', format: '50 ml' },
  ],
  [
    'several on line',
    p('Marque : Valorme    Gamme : Soin    Format : 50 ml') + p('pH : 5,5 – Densité : 0,98 – Viscosité : 12 000 mPa.s'),
    { marque: 'Valorme', gamme: 'Soin', format: '50 ml', ph: 5.5, densite: 0.98, viscosite: 12000 },
  ],
  [
    'prose',
    p('Le pH : voir tableau 3.') +
      p('Concernant la densité : elle a été mesurée à 20 °C.') +
      p('Remarque : le pH du produit est stable.') +
      p('Fabricant : voir annexe 2') +
      p('Viscosité : voir certificat') +
      p('Précautions d’emploi : voir étiquette') +
      p('Conditions de conservation : cf. FDS'),
    {},
  ],
  [
    'voir annexe pairs',
    table(
      row('Résultats de stabilité', 'Voir annexe 4'),
      row('Tests de compatibilité', 'cf. annexe 5'),
      row('Informations de fabrication', 'Se reporter au dossier de lot'),
      row('Études de génotoxicité', 'N/A'),
      row('Irritation cutanée', 'Sans objet'),
      row('Pièces jointes', 'Voir liste'),
      row('Marque', 'N/A'),
      row('Gamme', 'Sans objet'),
      row('Point éclair', 'Non applicable'),
      row('Fournisseur', 'Néant'),
      row('Précautions d’emploi', '/'),
      row('Format', 'NA'),
      row('Façonnier', 'idem'),
    ),
    { point_eclair: 'NA' },
  ],
  [
    'english',
    h('Product Information File') +
      table(
        row('Product name', 'Glow Cream'),
        row('Brand', 'V'),
        row('Responsible person', 'X Ltd'),
        row('Manufacturer', 'Y'),
        row('Net content', '50 ml'),
        row('Shelf life', '36 months'),
        row('Storage conditions', 'Store at RT'),
      ) +
      table(
        row('Parameter', 'Specification', 'Result'),
        row('pH', '5-6', '5.5'),
        row('Viscosity', '10000-12000', '11000'),
        row('Density', '0.9-1', '0.98'),
        row('Flash point', '&gt; 60', '&gt; 93 °C'),
        row('Total aerobic count', '100', '&lt;10'),
      ),
    {
      nom_commercial: 'Glow Cream',
      nom_produit: 'Glow Cream',
      marque: 'V',
      resp_mise_marche: 'X Ltd',
      faconnerie: 'Y',
      format: '50 ml',
      duree_conservation: '36 months',
      conditions_conservation: 'Store at RT',
      ph: 5.5,
      viscosite: 11000,
      densite: 0.98,
      point_eclair: '> 93',
      germes_aerobies: '< 10',
    },
  ],
  [
    'spec cell beside result w/out header',
    table(row('pH', '5,0 – 6,0', '5,5'), row('Densité', '0,95 – 1,00', '0,98')),
    { ph: 5.5, densite: 0.98 },
  ],
  [
    'result then spec w/out header',
    table(row('pH', '5,5', '5,0 – 6,0'), row('Densité', '0,98', '0,95 – 1,00')),
    { ph: 5.5, densite: 0.98 },
  ],
  [
    'result with conform',
    table(row('pH', '5,5', 'Conforme'), row('E. coli', 'Absence', 'C')),
    { ph: 5.5, e_coli: 'Absence' },
  ],
  [
    'checkbox',
    table(
      row('Utilisation', '☒ Rincé ☐ Non rincé'),
      row('Irritation cutanée', '☐ Oui ☒ Non'),
      row('Type d’emballage', '☐ Pot ☒ Tube ☐ Flacon'),
    ) + p('Sensibilisation cutanée : ☐ oui ☒ non'),
    {},
  ],
  [
    'footnote marks',
    table(row('pH (1)', '5,5'), row('Densité¹', '0,98'), row('Plomb*', '&lt; 1')),
    { ph: 5.5, densite: 0.98, plomb: '< 1' },
  ],
  [
    'label cell with breaks',
    table(
      tr(cell(br('Nom', 'commercial')), c('Crème Éclat')),
      tr(cell(br('Responsable de la mise', 'sur le marché')), c('X SAS|12 rue A|49000 Angers')),
      tr(cell(br('Viscosité', '(mPa.s)')), c('12 500')),
    ),
    { nom_commercial: 'Crème Éclat', resp_mise_marche: /X SAS/, viscosite: 12500 },
  ],
  [
    'nested table',
    `<w:tbl><w:tblGrid/><w:tr>${cell(table(row('Marque', 'V'), row('Gamme', 'S')) + p(''))}</w:tr></w:tbl>`,
    { marque: 'V', gamme: 'S' },
  ],
  [
    'nested in value',
    `<w:tbl><w:tblGrid/><w:tr>${cell(p('Analyses'))}${cell(table(row('pH', '5,5'), row('Densité', '0,98')) + p(''))}</w:tr></w:tbl>`,
    { ph: 5.5, densite: 0.98 },
  ],
  [
    'label and value in cell',
    table(row('Marque : V', 'Gamme : S'), row('Format : 50 ml', 'Version : 3')),
    { marque: 'V', gamme: 'S', format: '50 ml', version: '3' },
  ],
  [
    'stability table',
    h('Stabilité') +
      table(
        row('Paramètre', 'T0', 'T1 mois', 'T3 mois'),
        row('pH', '5,5', '5,4', '5,3'),
        row('Viscosité', '12000', '11900', '11800'),
        row('Aspect', 'C', 'C', 'C'),
      ),
    {},
  ],
  [
    'stability with Résultat T0',
    h('Stabilité accélérée 40 °C') +
      table(row('Paramètre', 'Résultat T0', 'Résultat T3 mois'), row('pH', '5,5', '5,3')),
    {},
  ],
  [
    'challenge test',
    h('Challenge test') +
      table(
        row('Souche', 'J0', 'J7', 'J14'),
        row('E. coli', '5,2', '&lt; 1', '&lt; 1'),
        row('Staphylococcus aureus', '5,3', '2', '&lt; 1'),
      ),
    {},
  ],
  [
    'challenge test résultat',
    h('Efficacité du système de conservation (challenge test)') +
      table(
        row('Souche', 'Inoculum (ufc/g)', 'Résultat'),
        row('E. coli', '500000', 'Critère A'),
        row('Staphylococcus aureus', '400000', '3,2'),
      ),
    {},
  ],
  [
    'manufacturer of packaging',
    h('Articles de conditionnement') + p('Fournisseur : Albéa') + p('Matériau : PEHD') + p('Référence : T-50'),
    {},
  ],
  ['micro limits prose', p('Limites : Germes aérobies mésophiles : 1000 ; Levures et moisissures : 100'), {}],
  ['spec sheet heading', h('Spécifications du produit fini') + table(row('pH', '5,5'), row('Densité', '0,98')), {}],
  [
    'spec then header "Valeur cible"',
    table(row('Paramètre', 'Valeur cible', 'Valeur mesurée'), row('pH', '5,5', '5,4'), row('Densité', '1', '0,98')),
    { ph: 5.4, densite: 0.98 },
  ],
  ['Valeur limite', table(row('Paramètre', 'Valeur limite', 'Méthode'), row('Plomb', '10', 'ICP')), {}],
  ['Valeurs attendues', table(row('Paramètre', 'Valeurs attendues'), row('pH', '5,5')), {}],
  ['Tolérance', table(row('Paramètre', 'Cible', 'Tolérance'), row('pH', '5,5', '0,5'), row('Densité', '1', '0,1')), {}],
  ['Min Max', table(row('Paramètre', 'Min', 'Max', 'Obtenu'), row('pH', '5', '6', '5,5')), { ph: 5.5 }],
  ['supplier of test lab', h('Tests de stabilité') + p('Fournisseur : Labo Tests') + p('Date : 12/03/2024'), {}],
  [
    'fabricant of RM in formula table',
    table(
      row('N°', 'Matière première', 'Fournisseur', '%'),
      row('1', 'Glycérine', 'Oleon', '5'),
      row('2', 'Eau', '-', '95'),
    ),
    {},
  ],
  [
    'formula other header',
    table(
      row('Phase', 'Nom commercial', 'INCI', 'CAS', 'Fonction', '% m/m'),
      row('A', 'Eau', 'Aqua', '7732-18-5', 'Solvant', '95'),
      row('A', 'Glycérine', 'Glycerin', '56-81-5', 'Humectant', '5'),
    ),
    { ingredients: /Aqua 95/ },
  ],
  [
    'parfum allergènes table',
    h('Allergènes') + table(row('INCI', '%'), row('Linalool', '0,02'), row('Limonene', '0,01')),
    {},
  ],
  [
    'parfum composition',
    h('Parfum – certificat IFRA') +
      table(row('Nom INCI', 'Concentration'), row('Linalool', '0,02'), row('Limonene', '0,01')),
    {},
  ],
  [
    'RM composition then formula',
    table(row('INCI', '%'), row('Glycerin', '99,5'), row('Aqua', '0,5')) +
      h('Formule') +
      table(row('INCI', '%'), row('Aqua', '95'), row('Glycerin', '5')),
    {},
  ],
  [
    'impurities of RM',
    h('Impuretés des matières premières') + table(row('Plomb', '&lt; 1'), row('Arsenic', '&lt; 0,5')),
    {},
  ],
  [
    'microbio of water',
    h('Dossier') +
      h('Eau de production') +
      table(row('Paramètre', 'Résultat'), row('pH', '6,8'), row('Germes aérobies mésophiles', '12')),
    {},
  ],
  [
    'competitor',
    h('Produits comparables') + p('Marque : Concurrent') + p('Nom commercial : Autre crème') + p('pH : 6'),
    {},
  ],
  [
    'nom du signataire',
    h('Approbation') +
      table(row('Nom', 'Fonction', 'Date', 'Signature'), row('C. Aubry', 'Resp. Qualité', '12/03/2024', '')),
    {},
  ],
  [
    'signataire pairs',
    h('Signature') +
      p('Nom : Durand') +
      p('Qualité : Pharmacien') +
      p('Date : 12/03/2024') +
      p('Validé par : Dr Durand'),
    {},
  ],
  [
    'part B prose title + later part A heading',
    h('Évaluation de la sécurité du produit cosmétique') +
      h('1. Conclusion', 2) +
      p('Précautions d’emploi : éviter les yeux') +
      p('Validé par : Dr X'),
    {},
  ],
  [
    'RSPC partie B heading “Rapport sur la sécurité – Partie B”',
    h('Rapport sur la sécurité du produit cosmétique – Partie B') + p('pH : 5,5') + p('Validé par : Dr X'),
    {},
  ],
  [
    'B. heading',
    h('B. ÉVALUATION DE LA SÉCURITÉ DU PRODUIT COSMÉTIQUE') +
      p('Précautions d’emploi : éviter les yeux') +
      p('Évaluateur : Dr X'),
    {},
  ],
  ['A & B in one', h('Rapport sur la sécurité – Parties A et B') + p('pH : 5,5'), { ph: 5.5 }],
  [
    'lots rows',
    h('Résultats par lot') +
      table(
        row('Lot', 'pH', 'Viscosité', 'Densité'),
        row('L1', '5,5', '12000', '0,98'),
        row('L2', '5,6', '12100', '0,98'),
      ),
    {},
  ],
  [
    'lot single row',
    table(row('Lot', 'pH', 'Viscosité', 'Densité'), row('L1', '5,5', '12000', '0,98')),
    { ph: 5.5, viscosite: 12000, densite: 0.98 },
  ],
  [
    'products rows',
    table(
      row('Produit', 'Référence', 'Format', 'pH'),
      row('Crème jour', 'P-1', '50 ml', '5,5'),
      row('Crème nuit', 'P-2', '50 ml', '5,6'),
    ),
    {},
  ],
  [
    'products cols 2 values w label head',
    table(
      row('Nom commercial', 'Crème jour', 'Crème nuit'),
      row('Référence produit', 'P-1', 'P-2'),
      row('pH', '5,4', '5,5'),
    ),
    {},
  ],
  [
    'results per product columns',
    table(
      row('Paramètre', 'Spécification', 'Crème jour', 'Crème nuit'),
      row('pH', '5-6', '5,4', '5,5'),
      row('Densité', '0,9-1', '0,98', '0,97'),
    ),
    {},
  ],
  [
    'results columns one lot name',
    table(
      row('Paramètre', 'Spécification', 'Lot 23A01', 'Conforme'),
      row('pH', '5-6', '5,4', 'oui'),
      row('Densité', '0,9-1', '0,98', 'oui'),
    ),
    { ph: 5.4, densite: 0.98 },
  ],
  [
    'two products successive',
    h('Crème jour') +
      p('Nom commercial : Crème jour') +
      p('pH : 5,4') +
      h('Crème nuit') +
      p('Nom commercial : Crème nuit') +
      p('Densité : 0,97'),
    {},
  ],
  [
    'vMerge group',
    `<w:tbl><w:tblGrid/>` +
      tr(c('Paramètre', span(2)), c('Limite'), c('Résultat')) +
      tr(c('Microbiologie', vm(true)), c('Germes aérobies mésophiles'), c('100'), c('&lt; 10')) +
      tr(c('', vm()), c('Levures et moisissures'), c('100'), c('&lt; 10')) +
      '</w:tbl>',
    { germes_aerobies: '< 10', levures_moisissures: '< 10' },
  ],
  [
    'gridSpan result hdr',
    table(
      tr(c('Paramètre'), c('Spécification', span(2)), c('Résultat')),
      tr(c('pH'), c('5,0'), c('6,0'), c('5,5')),
      tr(c('Densité'), c('0,90'), c('1,00'), c('0,98')),
    ),
    { ph: 5.5, densite: 0.98 },
  ],
  [
    'group rows in result table',
    table(
      row('Caractéristique', 'Spécification', 'Résultat'),
      tr(c('Physico-chimie', span(3))),
      row('pH', '5-6', '5,5'),
      tr(c('Métaux lourds', span(3))),
      row('Plomb', '&lt; 10 ppm', '&lt; 1 ppm'),
      row('Observations', '', 'RAS'),
    ),
    { ph: 5.5, plomb: '< 1' },
  ],
  [
    'header at 2nd line',
    table(
      tr(c('BULLETIN D’ANALYSE – Crème Éclat', span(3))),
      row('Analyse', 'Spécification', 'Résultat'),
      row('pH', '5-6', '5,5'),
    ),
    { ph: 5.5 },
  ],
  [
    'result columns "Résultats lot A" "Résultats lot B"',
    table(row('Paramètre', 'Résultats lot A', 'Résultats lot B'), row('pH', '5,5', '5,6')),
    {},
  ],
  [
    'heading paragraphs',
    h('A.1 Informations') +
      h('Nom commercial', 2) +
      p('Crème Éclat') +
      h('Mode d’emploi', 2) +
      p('Appliquer matin et soir.') +
      h('Précautions d’emploi', 2) +
      p('Éviter les yeux.') +
      p('Usage externe.') +
      h('Conditions de conservation', 2) +
      p('À l’abri de la chaleur.'),
    {
      nom_commercial: 'Crème Éclat',
      instructions_utilisation: 'Appliquer matin et soir.',
      precautions_emploi: 'Éviter les yeux.\nUsage externe.',
      conditions_conservation: 'À l’abri de la chaleur.',
    },
  ],
  [
    'headings bold w/o style',
    p('1. Mode d’emploi') +
      p('Appliquer matin et soir.') +
      p('2. Précautions d’emploi') +
      p('Éviter les yeux.') +
      p('PRÉCAUTIONS'),
    { instructions_utilisation: 'Appliquer matin et soir.', precautions_emploi: 'Éviter les yeux.' },
  ],
  [
    'unnumbered headings no style',
    p('Mode d’emploi') + p('Appliquer matin et soir.') + p('Précautions d’emploi') + p('Éviter les yeux.'),
    { instructions_utilisation: 'Appliquer matin et soir.', precautions_emploi: 'Éviter les yeux.' },
  ],
  [
    'longtext label then more paragraphs',
    p('Précautions d’emploi : Éviter les yeux.') +
      p('Tenir hors de portée des enfants.') +
      p('Usage externe.') +
      h('Suite'),
    { precautions_emploi: /Tenir hors/ },
  ],
  [
    'longtext label alone then bullets',
    p('Précautions d’emploi :') + p('Éviter les yeux.') + p('Tenir hors de portée des enfants.') + h('Suite'),
    { precautions_emploi: /Tenir hors/ },
  ],
  [
    'sentences w label',
    p('Conservation : conservateur ajouté à 1 %.') + p('Marque : déposée à l’INPI sous le numéro 123'),
    {},
  ],
  [
    'validity of old doc version header',
    {
      body: p('x'),
      header: table(row('DIP Crème Éclat', 'Version : 2', 'Page 1/12')),
      footer: p('Référence : DOC-QUA-012 – Version 3 – Date : 01/02/2024'),
    },
    {},
  ],
  [
    'quality doc ref in body',
    table(
      row('Document', 'DIP-001'),
      row('Référence', 'DOC-QUA-012'),
      row('Version', '3'),
      row('Date d’application', '01/02/2024'),
    ),
    {},
  ],
  ['version of formula', table(row('Formule', 'F-22'), row('Version', '3')), { ref_formule: 'F-22' }],
  ['method version', h('Méthode de dosage du pH') + p('Version : 4') + p('Référence : MO-12'), {}],
  [
    'value "selon"',
    table(
      row('Durée de conservation', '30 mois'),
      row('PAO', '12M'),
      row('Fréquence d’utilisation', '1 à 2 fois par jour'),
      row('Durée d’utilisation', '10 min'),
      row('Surface exposée', '17500 cm2'),
      row('Quantité appliquée', '1,54 g/jour'),
    ),
    { duree_conservation: '30 mois', duree_utilisation: 10, surface_exposee: 17500 },
  ],
  [
    'freq',
    table(row('Fréquence d’utilisation', '2 fois par jour')) + p('Fréquence d’application : 2/jour'),
    { frequence_utilisation: 2 },
  ],
  ['freq per week', table(row('Fréquence d’utilisation', '2 fois par semaine')), { frequence_utilisation: /0\.28/ }],
  [
    'pH unit dirs',
    p('pH (dilué à 10 %) : 5,5') +
      p('Densité à 25 °C : 0,98') +
      p('Viscosité (Brookfield, RV5, 20 tr/min) : 12 000 mPa.s'),
    { ph: 5.5, densite: 0.98, viscosite: 12000 },
  ],
  [
    'Absence',
    table(
      row('Paramètre', 'Résultat'),
      row('Escherichia coli', 'Absence / 1 g'),
      row('Staphylococcus aureus', 'Non détecté'),
      row('Pseudomonas aeruginosa', 'Absence'),
      row('Germes aérobies mésophiles', '&lt;10 UFC/g'),
      row('Levures et moisissures', '&lt; 1,0 x 10¹'),
    ),
    { e_coli: /Absence/, staphylocoques: 'ND', germes_aerobies: '< 10' },
  ],
  [
    'ufc/ml unit',
    table(row('Paramètre', 'Unité', 'Résultat'), row('Germes aérobies mésophiles', 'UFC/mL', '&lt; 10')),
    {},
  ],
  [
    'µg/kg',
    table(
      row('Paramètre', 'Résultat (µg/kg)', 'Limite (mg/kg)'),
      row('Plomb', '500', '10'),
      row('Arsenic', '&lt; 50', '3'),
    ),
    { plomb: 0.5, arsenic: '< 0.05' },
  ],
  ['Unit in header result', table(row('Métaux', 'Résultat en ppb'), row('Plomb', '500')), { plomb: 0.5 }],
  [
    'unit col ppb',
    table(row('Élément', 'Unité', 'LQ', 'Résultat'), row('Plomb (Pb)', 'ppb', '10', '500')),
    { plomb: 0.5 },
  ],
  [
    'content controls table',
    `<w:tbl><w:tblGrid/><w:sdt><w:sdtContent>${row('Marque', 'V')}</w:sdtContent></w:sdt><w:tr>${cell(p('Gamme'))}<w:sdt><w:sdtContent>${cell(p('S'))}</w:sdtContent></w:sdt></w:tr></w:tbl>`,
    { marque: 'V', gamme: 'S' },
  ],
  ['header values', { body: p('Texte'), header: p('Marque : V\tVersion : 2') }, { marque: 'V', version: '2' }],
  [
    'three col: rank label value',
    table(row('1', 'Nom commercial', 'Crème'), row('2', 'Marque', 'V'), row('3', 'pH', '5,5')),
    { nom_commercial: 'Crème', marque: 'V', ph: 5.5 },
  ],
  [
    'three col: label : value',
    table(row('Nom commercial', ':', 'Crème'), row('Marque', ':', 'V')),
    { nom_commercial: 'Crème', marque: 'V' },
  ],
  [
    'label value comment',
    table(row('Rubrique', 'Valeur', 'Commentaire'), row('Marque', 'V', 'ok'), row('pH', '5,5', 'à 20 °C')),
    { marque: 'V', ph: 5.5 },
  ],
  [
    'label fr / en',
    table(
      row('Nom commercial / Trade name', 'Crème'),
      row('Marque / Brand', 'V'),
      row('Personne responsable (RP)', 'X SAS'),
    ),
    { nom_commercial: 'Crème', marque: 'V', resp_mise_marche: 'X SAS' },
  ],
  [
    'vertical header cells',
    table(row('Marque', 'Gamme'), row('V', 'S'), row('Format', 'Version'), row('50 ml', '2')),
    { marque: 'V', gamme: 'S', format: '50 ml', version: '2' },
  ],
  [
    'toxic conclusion table substance col',
    h('Profil toxicologique') +
      table(row('Substance', 'DL50 orale', 'NOAEL', 'Irritation cutanée'), row('Phenoxyethanol', '1840', '369', 'non')),
    {},
  ],
  [
    'Ingrédient col',
    h('Profil toxicologique') + table(row('Ingrédient', 'DL50 orale', 'DSENO'), row('Phenoxyethanol', '1840', '369')),
    {},
  ],
  [
    'heading INCI name tables',
    h('Profil toxicologique') +
      h('Phenoxyethanol (CAS 122-99-6)', 2) +
      table(row('DL50 orale (rat)', '1 840 mg/kg'), row('Génotoxicité', 'Négatif'), row('NOAEL', '369 mg/kg')),
    {},
  ],
  [
    'para name not heading',
    h('Profil toxicologique des ingrédients') + p('Phenoxyethanol') + p('DL50 orale : 1840 mg/kg'),
    {},
  ],
  [
    'para bold name then table',
    h('Données toxicologiques') +
      p('Phenoxyethanol') +
      table(row('DL50 orale', '1 840 mg/kg'), row('DL50 cutanée', '2 000 mg/kg')),
    {},
  ],
  ['Undesirable effects prose', h('Effets indésirables') + p('Aucun effet indésirable signalé à ce jour.'), {}],
  ['contact', p('Contact : Mme A') + p('Client : Maison X – Contact : Mme B'), { nom_client: 'Maison X' }],
  [
    'Responsable: who',
    h('Production') + p('Responsable : M. Durand') + p('Site de fabrication : Angers'),
    { faconnerie: 'Angers' },
  ],
  [
    'Several sites',
    table(row('Fabricant', 'Labo A'), row('Fabricant du vrac', 'Labo B'), row('Conditionneur', 'Labo C')),
    { faconnerie: 'Labo A' },
  ],
  ['date of analysis', h('Analyse') + p('Date : 12/03/2024') + p('Laboratoire : Eurofins'), {}],
  ['Nom of analyst', h('Certificat d’analyse') + p('Nom : C. Aubry') + p('Code : 45'), {}],
  [
    'ND values',
    table(
      row('Paramètre', 'Résultat'),
      row('Plomb', 'n.d.'),
      row('Arsenic', '&lt; LQ'),
      row('Mercure', '&lt; 0,1 mg/kg (LQ)'),
    ),
    { plomb: 'ND' },
  ],
  [
    'LQ col only',
    table(row('Élément', 'LQ', 'Teneur'), row('Plomb', '0,1', '0,5'), row('Arsenic', '0,1', '0,3')),
    { plomb: 0.5, arsenic: 0.3 },
  ],
  ['LOD no results header', table(row('Élément', 'Seuil de détection'), row('Plomb', '0,1')), {}],
  ['Annexe VI limits', table(row('Métal', 'Maximum autorisé'), row('Plomb', '10'), row('Mercure', '1')), {}],
  ['Max', table(row('Métal', 'Teneur max (ppm)'), row('Plomb', '10'), row('Mercure', '1')), {}],
  [
    'Guideline values prior paragraph',
    p('Les teneurs maximales acceptées sont :') + table(row('Plomb', '10 ppm'), row('Arsenic', '3 ppm')),
    {},
  ],
  [
    'Recommandations ISO 17516',
    h('Critères microbiologiques (ISO 17516)') +
      table(row('Germes aérobies mésophiles', '1000'), row('E. coli', 'Absence')),
    {},
  ],
  [
    'caption after',
    table(row('Plomb', '10 ppm'), row('Arsenic', '3 ppm')) + p('Tableau 4 : limites réglementaires'),
    {},
  ],
  ['bullets limit', p('Limites réglementaires :') + p('• Plomb : 10 ppm') + p('• Arsenic : 3 ppm'), {}],
  ['heading limits bullets', h('Limites') + p('• Plomb : 10 ppm') + p('• Arsenic : 3 ppm'), {}],
  [
    'value with limit in parenthesis',
    p('Plomb : &lt; 1 ppm (limite : 10 ppm)') + p('pH : 5,5 (spécification : 5,0 – 6,0)'),
    { plomb: '< 1', ph: 5.5 },
  ],
  [
    'label spécification',
    p('pH (spécification) : 5,5') +
      p('Spécification pH : 5,5') +
      p('Limite plomb : 10') +
      p('pH cible : 5,5') +
      p('Densité théorique : 0,98'),
    {},
  ],
  [
    'doses',
    p('Plomb - limite : 10') + p('Plomb, limite : 10') + p('Plomb : limite 10 ppm') + p('Viscosité : max 10 000'),
    {},
  ],
];

const DAYS: readonly (readonly [raw: string, day?: string])[] = [
  ['15/03/2026', '2026-03-15'],
  ['15.03.2026', '2026-03-15'],
  ['15-03-2026', '2026-03-15'],
  ['2026-03-15', '2026-03-15'],
  ['1er mars 2026', '2026-03-01'],
  ['15 mars 2026', '2026-03-15'],
  ['le 15 mars 2026', '2026-03-15'],
  ['lundi 16 mars 2026', '2026-03-16'],
  ['15 MARS 2026', '2026-03-15'],
  ['15 March 2026', '2026-03-15'],
  ['March 15, 2026', '2026-03-15'],
  ['15/03/26'],
  ['mars 2026'],
  ['03/2026'],
  ['15 sept. 2026', '2026-09-15'],
  ['15/03/2026 (prévisionnelle)'],
  ['Prévue le 15/03/2026'],
  ['01/02/2026', '2026-02-01'],
  ['31/02/2026'],
  ['15/03/2026.', '2026-03-15'],
  ['2026/03/15', '2026-03-15'],
  ['15 / 03 / 2026', '2026-03-15'],
];

const RESULTS: readonly (readonly [raw: string, result?: string | number])[] = [
  ['12 500', 12500],
  ['12\u202f500 mPa.s', 12500],
  ['12.500'],
  ['12,5', 12.5],
  ['12 500 mPa.s (Brookfield)', 12500],
  ['12500 mPa·s ± 500'],
  ['environ 12 500', '~ 12500'],
  ['12 500 cps', 12500],
  ['12,5 Pa.s', 12500],
  ['≈ 12 500 mPa.s', '~ 12500'],
  ['12 000 – 13 000'],
  ['12 500¹', 12500],
  ['12 500 *', 12500],
  ['12500 (spec. 10000-15000)'],
  ['Conforme'],
  ['12500 mPas', 12500],
  ['12 500 mPa.s à 20 °C', 12500],
];

const ALL: readonly Trap[] = [
  ...TRAPS,
  ...DAYS.map(
    ([raw, day]): Trap => [
      `the day « ${raw} »`,
      table(row('Date de mise sur le marché', raw)),
      day === undefined ? {} : { date_mise_marche: day },
    ],
  ),
  ...RESULTS.map(
    ([raw, result]): Trap => [
      `the viscosity « ${raw} »`,
      table(row('Viscosité', raw)),
      result === undefined ? {} : { viscosite: result },
    ],
  ),
];

const read = (parts: string | DocxParts) =>
  readOldDocument(outlineOfDocx(openDocx(docxOf(typeof parts === 'string' ? { body: parts } : parts))), {
    template: null,
    isTied: false,
  });
const isSame = (wanted: string | number | RegExp | undefined, value: unknown): boolean =>
  wanted instanceof RegExp ? wanted.test(String(value)) : String(wanted) === String(value);

describe('pieces of real dossiers', () => {
  const count = { said: 0, found: 0 };
  test.each(ALL)('%s: nothing wrong is sure', (_, parts, said) => {
    const { proposals } = read(parts);
    for (const [field, wanted] of Object.entries(said)) {
      count.said += 1;
      if (isSame(wanted, proposals.find((one) => one.field === field)?.value)) count.found += 1;
    }
    const wrong = proposals.filter(
      ({ field, value, confidence }) => confidence === 'sure' && !isSame(said[field as FieldName], value),
    );
    expect(wrong.map(({ field, value }) => [field, value])).toEqual([]);
  });
  afterAll(() => {
    expect(count.found / count.said).toBeGreaterThan(0.9);
  });
});
