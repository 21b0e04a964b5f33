import { CONTROL_FIELDS } from '#shared/control/control.print.ts';
import { writerOf } from '#shared/fields/writer.ts';
import { FIELDS } from '#shared/products/product.fields.ts';
import { decodeXml, encodeXml } from '../../src/server/documents/docx/xml.ts';
import type { Xml } from './word.ts';

/**
 * The complete file in English, text by text of the French one: both are one structure, and cannot drift. Titles are those
 * of annex I of Regulation (EC) 1223/2009 in English; labels and units come from the catalogues. A text without its
 * English stops `npm run template`.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  'Dossier d’information produit': 'Product information file',
  Client: 'Client',
  Édition: 'Printed',
  'imprimée le {{date_generation}}': 'on {{date_generation}}',
  'Règlement (CE) n° 1223/2009, articles 10 et 11. À conserver dix ans après la mise sur le marché du dernier lot, à l’adresse de la personne responsable.':
    'Regulation (EC) No 1223/2009, Articles 10 and 11. To be kept for ten years after the last batch was placed on the market, at the address of the responsible person. In France the competent authority asks for this file in French (Article 11(4)): keep the French edition with it.',
  Sommaire: 'Contents',
  '1. Description du produit': '1. Description of the cosmetic product',
  '1.1 Personne responsable (articles 4 et 5) et notification':
    '1.1 Responsible person (Articles 4 and 5) and notification',
  '1.2 Acteurs': '1.2 Operators',
  '2. Rapport sur la sécurité — Partie A : informations sur la sécurité':
    '2. Cosmetic product safety report — Part A: cosmetic product safety information',
  'A.1 Composition quantitative et qualitative': 'A.1 Quantitative and qualitative composition',
  'A.2 Caractéristiques physiques et chimiques, stabilité': 'A.2 Physical/chemical characteristics and stability',
  'A.3 Qualité microbiologique': 'A.3 Microbiological quality',
  'A.4 Impuretés, traces et matériau d’emballage': 'A.4 Impurities, traces, information about the packaging material',
  'A.5 Utilisation normale et raisonnablement prévisible': 'A.5 Normal and reasonably foreseeable use',
  'A.6 Exposition au produit cosmétique': 'A.6 Exposure to the cosmetic product',
  'A.7 Exposition aux substances': 'A.7 Exposure to the substances',
  'A.8 Profil toxicologique des substances': 'A.8 Toxicological profile of the substances',
  'A.9 Effets indésirables et effets indésirables graves': 'A.9 Undesirable effects and serious undesirable effects',
  'A.10 Informations sur le produit cosmétique': 'A.10 Information on the cosmetic product',
  '3. Rapport sur la sécurité — Partie B : évaluation de la sécurité':
    '3. Cosmetic product safety report — Part B: cosmetic product safety assessment',
  'B.1 Conclusion de l’évaluation': 'B.1 Assessment conclusion',
  'B.2 Avertissements et instructions d’utilisation de l’étiquette': 'B.2 Labelled warnings and instructions of use',
  'B.3 Raisonnement': 'B.3 Reasoning',
  'B.4 Références de l’évaluateur et approbation de la partie B': 'B.4 Assessor’s credentials and approval of part B',
  '4. Méthode de fabrication et bonnes pratiques': '4. Method of manufacturing and good manufacturing practice',
  '5. Preuves des effets revendiqués': '5. Proof of the effect claimed',
  '6. Expérimentation animale': '6. Animal testing',
  '7. Approbation interne du dossier': '7. Internal approval of the file',
  '8. Étiquetage': '8. Labelling',
  '9. Suivi du dossier': '9. Follow-up of the file',
  Annexes: 'Annexes',
  'Fichiers joints': 'Attached files',
  'Pièces citées': 'Documents cited',
  'Article 11, paragraphe 2, point a) du règlement (CE) n° 1223/2009.':
    'Article 11(2)(a) of Regulation (EC) No 1223/2009.',
  'Ce dossier se rapporte au produit ci-dessus, formule {{ref_formule}}, version {{version}}.':
    'This file relates to the product above, formula {{ref_formule}}, version {{version}}.',
  'Article 10 et annexe I, partie A. Décision d’exécution 2013/674/UE pour les lignes directrices.':
    'Article 10 and Annex I, part A. Guidelines: Commission Implementing Decision 2013/674/EU.',
  'Formule (m/m), total {{total_formule}} :': 'Formula (w/w), total {{total_formule}}:',
  'N°': 'No',
  INCI: 'INCI',
  CAS: 'CAS',
  CE: 'EC',
  Fonction: 'Function',
  '% (m/m)': '% (w/w)',
  'Parfum : {{nom}}, code {{code}}, fournisseur {{fournisseur}}.':
    'Perfume: {{nom}}, code {{code}}, supplier {{fournisseur}}.',
  'Liste des ingrédients : {{liste_inci}}': 'List of ingredients: {{liste_inci}}',
  '{{#ingredients}}Ingrédients déclarés, dans l’ordre de la fiche produit :{{/ingredients}}':
    '{{#ingredients}}Declared ingredients, in the order of the product sheet:{{/ingredients}}',
  Ingrédient: 'Ingredient',
  '{{^ingredients}}La formule quali-quantitative figure dans le fichier joint « formula » listé en annexe.{{/ingredients}}':
    '{{^ingredients}}The quantitative and qualitative composition is in the attached file “formula”, listed in the annex.{{/ingredients}}',
  'Limite de la norme ISO 17516 pour ce produit, germes, levures et moisissures ensemble : {{limite_microbio}}. La norme demande que les quatre germes ci-dessous soient absents d’un gramme.':
    'Limit of ISO 17516 for this product, bacteria, yeasts and moulds together: {{limite_microbio}}. The standard requires the four micro-organisms below to be absent from one gram.',
  'Population visée non renseignée : la limite de la norme ISO 17516 n’est pas connue.':
    'Target population not provided: the limit of ISO 17516 is not known.',
  'Efficacité de la conservation (ISO 11930) :': 'Efficacy of preservation (ISO 11930):',
  'Calcul de l’exposition : {{categorie_exposition}}': 'Calculation of the exposure: {{categorie_exposition}}',
  'Quantité de produit par jour': 'Amount of product per day',
  'Facteur de rétention': 'Retention factor',
  'Poids corporel': 'Body weight',
  Source: 'Source',
  'Dose d’exposition systémique par la peau (SED) : SED = A × (C ÷ 100) × (absorption ÷ 100), ou d’après la dose absorbée par cm² ; s’y ajoute ce qui est avalé ou respiré. Elle est arrondie vers le haut.':
    'Systemic exposure dose through the skin (SED): SED = A × (C ÷ 100) × (absorption ÷ 100), or from the amount absorbed per cm²; what is swallowed or inhaled is added to it. It is rounded up.',
  'C (m/m)': 'C (w/w)',
  'A (mg/kg pc/j)': 'A (mg/kg bw/day)',
  Absorption: 'Absorption',
  'SED (mg/kg pc/j)': 'SED (mg/kg bw/day)',
  '« ≤ » : borne haute d’une plage. « 100 % (majorant) » : faute de profil, la dose est celle d’une absorption entière, le plus qu’il puisse y avoir. Une absorption supposée est dite au point A.8, avec sa source.':
    '“≤”: upper bound of a range. “100 % (upper bound)”: without a profile, the dose is that of a complete absorption, the most there can be. An assumed absorption is told under A.8, with its source.',
  'Substances de la formule (m/m), celles des mélanges comprises ({{melanges}}) :':
    'Substances of the formula (w/w), those of the mixtures included ({{melanges}}):',
  'Vient de': 'Comes from',
  'Preuve de la qualification': 'Proof of qualification',
  '{{inci}}{{#nano}} [nano]{{/nano}}': '{{inci}}{{#nano}} [nano]{{/nano}}',
  '{{#debut}}, commencée le {{debut}}{{/debut}}{{#laboratoire}} ({{laboratoire}}){{/laboratoire}} : {{conclusion}}{{^conclusion}}sans conclusion à ce jour.{{/conclusion}}{{#hors_limites}} Hors limites : {{hors_limites}}.{{/hors_limites}}':
    '{{#debut}}, begun on {{debut}}{{/debut}}{{#laboratoire}} ({{laboratoire}}){{/laboratoire}}: {{conclusion}}{{^conclusion}}no conclusion to date.{{/conclusion}}{{#hors_limites}} Out of limits: {{hors_limites}}.{{/hors_limites}}',
  'Voies d’exposition': 'Routes of exposure',
  'Effets locaux, {{effet}}': 'Local effects, {{effet}}',
  'Effets connus à la date de ce document :': 'Effects known on the date of this document:',
  '{{#population = Moins de 3 ans}}': '{{#population = Under 3 years of age}}',
  '{{#hygiene_intime = Oui}}': '{{#hygiene_intime = Yes}}',
  'À compléter par l’évaluateur : évaluation particulière, enfants de moins de trois ans.':
    'To be completed by the assessor: specific assessment, children under three years of age.',
  'À compléter par l’évaluateur : évaluation particulière, hygiène intime externe.':
    'To be completed by the assessor: specific assessment, external intimate hygiene.',
  '{{inci}} (annexes du règlement) : {{texte}}': '{{inci}} (annexes of the Regulation): {{texte}}',
  'Dose d’exposition systémique de chaque substance : non renseignée.':
    'Systemic exposure dose of each substance: not provided.',
  'Doses du produit entier :': 'Doses of the whole product:',
  'Profil de chaque substance :': 'Profile of each substance:',
  'Marge de sécurité : MoS = POD systémique ÷ SED, arrondie vers le bas. « TTC » : seuil de préoccupation toxicologique, faute de POD.':
    'Margin of safety: MoS = systemic PoD ÷ SED, rounded down. “TTC”: threshold of toxicological concern, in the absence of a PoD.',
  'POD (mg/kg pc/j)': 'PoD (mg/kg bw/day)',
  MoS: 'MoS',
  Seuil: 'Min.',
  Remarque: 'Remark',
  ' : {{#etude}}{{etude}}. {{/etude}}{{^etude}}Étude non renseignée. {{/etude}}Biodisponibilité orale : {{biodisponibilite}}{{^biodisponibilite}}non employée{{/biodisponibilite}}. Absorption cutanée : {{absorption}}{{#absorption_source}} ({{absorption_source}}){{/absorption_source}}{{^absorption_source}} (source non renseignée){{/absorption_source}}. SED : {{calcul_sed}}. {{#calcul_pod}}POD systémique : {{calcul_pod}}. {{/calcul_pod}}{{#calcul_mos}}MoS : {{calcul_mos}}.{{/calcul_mos}}':
    ': {{#etude}}{{etude}}. {{/etude}}{{^etude}}Study not provided. {{/etude}}Oral bioavailability: {{biodisponibilite}}{{^biodisponibilite}}not used{{/biodisponibilite}}. Dermal absorption: {{absorption}}{{#absorption_source}} ({{absorption_source}}){{/absorption_source}}{{^absorption_source}} (source not provided){{/absorption_source}}. SED: {{calcul_sed}}. {{#calcul_pod}}Systemic PoD: {{calcul_pod}}. {{/calcul_pod}}{{#calcul_mos}}MoS: {{calcul_mos}}.{{/calcul_mos}}',
  '{{inci}} ({{pourcentage}})': '{{inci}} ({{pourcentage}})',
  ' : {{profil}}': ': {{profil}}',
  ' : {{texte}}': ': {{texte}}',
  'Substances dont le profil est à documenter :{{^marges_a_documenter}} aucune.{{/marges_a_documenter}}':
    'Substances whose profile is still to be documented:{{^marges_a_documenter}} none.{{/marges_a_documenter}}',
  '– {{inci}} ({{pourcentage}})': '– {{inci}} ({{pourcentage}})',
  'Aucune autre information au {{autres_infos_date}}.': 'No other information as of {{autres_infos_date}}.',
  'Annexe I, partie B. Cette partie est rédigée et signée par l’évaluateur de la sécurité (article 10, paragraphe 2).':
    'Annex I, part B. This part is written and signed by the safety assessor (Article 10(2)).',
  'À compléter par l’évaluateur : Au vu des informations de la partie A et de leur examen au point B.3, le produit {{nom_commercial}} (formule {{ref_formule}}, version {{version}}) est jugé [sûr / non sûr] pour la santé humaine dans les conditions d’utilisation normales ou raisonnablement prévisibles, au sens de l’article 3.':
    'To be completed by the assessor: On the basis of the information in part A and of its examination under B.3, the product {{nom_commercial}} (formula {{ref_formule}}, version {{version}}) is considered [safe / not safe] for human health when used under normal or reasonably foreseeable conditions of use, within the meaning of Article 3.',
  'À compléter par l’évaluateur : avertissements et instructions de l’étiquette, ou leur absence.':
    'To be completed by the assessor: labelled warnings and instructions of use, or their absence.',
  'À compléter par l’évaluateur : raisonnement scientifique aboutissant à la conclusion et aux avertissements.':
    'To be completed by the assessor: scientific reasoning leading to the conclusion and to the warnings.',
  'Évaluation particulière, moins de trois ans': 'Specific assessment, children under the age of three',
  'Évaluation particulière, hygiène intime externe': 'Specific assessment, external intimate hygiene',
  'Titre (article 10, paragraphe 2)': 'Qualifications (Article 10(2))',
  Adresse: 'Address',
  Date: 'Date',
  Signature: 'Signature',
  '{{#partie_b_signee}}Original signé : {{partie_b_signee}}, joint en annexe{{/partie_b_signee}}{{^partie_b_signee}}Aucun original signé n’est joint{{/partie_b_signee}}':
    '{{#partie_b_signee}}Signed original: {{partie_b_signee}}, attached in the annex{{/partie_b_signee}}{{^partie_b_signee}}No signed original is attached{{/partie_b_signee}}',
  'Article 11, paragraphe 2, point c) : méthode de fabrication et déclaration de conformité aux BPF (article 8, norme ISO 22716).':
    'Article 11(2)(c): method of manufacturing and statement on compliance with good manufacturing practice (Article 8, ISO 22716).',
  'Article 11, paragraphe 2, point d), et règlement (UE) n° 655/2013.':
    'Article 11(2)(d), and Regulation (EU) No 655/2013.',
  '« {{texte}} »': '“{{texte}}”',
  '{{#support}}Support : {{support}}. {{/support}}{{#critere}}Critère : {{critere}}. {{/critere}}Preuve : {{preuve}}{{^preuve}}non renseignée{{/preuve}}{{#piece}} ({{piece}}){{/piece}}.':
    '{{#support}}Medium: {{support}}. {{/support}}{{#critere}}Criterion: {{critere}}. {{/critere}}Evidence: {{preuve}}{{^preuve}}not provided{{/preuve}}{{#piece}} ({{piece}}){{/piece}}.',
  '{{^allegations}}Aucune allégation n’est enregistrée.{{/allegations}}':
    '{{^allegations}}No claim is recorded.{{/allegations}}',
  'Article 11, paragraphe 2, point e), et article 18.': 'Article 11(2)(e), and Article 18.',
  'Article 19.': 'Article 19.',
  'Ingrédients : {{liste_inci}}': 'Ingredients: {{liste_inci}}',
  'Le dossier se conserve dix ans à compter du dernier lot mis sur le marché (article 11, paragraphe 1){{#conservation_jusqu_au}} : jusqu’au {{conservation_jusqu_au}}{{/conservation_jusqu_au}}.':
    'The file is kept for ten years after the last batch was placed on the market (Article 11(1)){{#conservation_jusqu_au}}: until {{conservation_jusqu_au}}{{/conservation_jusqu_au}}.',
  'Modifications enregistrées dans l’outil qui tient ce dossier, de la première à la dernière :':
    'Changes recorded by the software that keeps this file, from the first to the last:',
  Auteur: 'Author',
  'Ce qui a changé': 'What changed',
  Fichier: 'File',
  'Daté du': 'Dated',
  'Ajouté le': 'Added on',
  'Empreinte SHA-256': 'SHA-256 digest',
  // Days in words are long for a narrow column.
  '{{date_piece}}': '{{date_piece | format : d MMM yyyy}}',
  '{{ajoute_le}}': '{{ajoute_le | format : d MMM yyyy}}',
  '{{^fichiers}}Aucun fichier joint.{{/fichiers}}': '{{^fichiers}}No file is attached.{{/fichiers}}',
  'Autres données de la fiche': 'Other data of the product sheet',
  'DIP — {{nom_commercial}}': 'PIF — {{nom_commercial}}',
  'Réf. {{ref_formule}}': 'Ref. {{ref_formule}}',
  'Page ': 'Page ',
  ' sur ': ' of ',
};

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
const LABELS = new Map(
  [...FIELDS, ...CONTROL_FIELDS.map(({ field }) => field)].map(({ label, label_en }) => [plain(label), label_en]),
);
const BY_TEXT = new Map(Object.entries(SENTENCES).map(([french, english]) => [plain(french), english]));
const { unit } = writerOf('en');

/** Nothing but tags and figures reads the same. */
const SAYS_NOTHING = /^(?:\{\{[#^/]?\w+\}\}|[\s\d]*)*$/;

/** @throws an Error that names a text without its English */
export function englishOf(text: string): string {
  const found = BY_TEXT.get(plain(text)) ?? LABELS.get(plain(text));
  if (found !== undefined) return found;
  if (SAYS_NOTHING.test(text)) return text;
  const empty = /^(\{\{\^\w+\}\})Non renseigné(\{\{\/\w+\}\})$/.exec(text);
  if (empty) return `${empty[1]}Not provided${empty[2]}`;
  const measured = /^ \(([^)]+)\)$/.exec(text)?.[1];
  if (measured !== undefined) return ` (${unit(measured)})`;
  throw new Error(`Sans anglais : « ${text} ».`);
}

/** Each text of a part, in English. */
export const inEnglish = (xml: Xml): Xml =>
  xml.replace(
    /(<w:t xml:space="preserve">)([^<]*)(<\/w:t>)/g,
    (_, open: string, text: string, close: string) => `${open}${encodeXml(englishOf(decodeXml(text)))}${close}`,
  );
