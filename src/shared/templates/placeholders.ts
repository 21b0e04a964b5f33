import { CONTROL_FIELDS, CONTROL_ITEMS, NO_CONTROL, type PrintedControl } from '../control/control.print.ts';
import { CLEANING_ITEMS } from '../detergents/cleaning.print.ts';
import { MARGIN_ITEMS, NO_MARGINS, type PrintedMargins } from '../exposure/exposure.print.ts';
import { dayOf } from '../fields/date.ts';
import { readField } from '../fields/field.reading.ts';
import { printValue } from '../fields/field.text.ts';
import { type FieldValue, kindOf, type PrintedField } from '../fields/field.ts';
import { type Language, writerOf } from '../fields/writer.ts';
import { FORMULA_ITEMS, type PrintedFormula } from '../formulas/formula.print.ts';
import { editsBetween } from '../formulas/nearest.ts';
import { FIELDS, type ProductValues, STEP_LIST } from '../products/product.fields.ts';
import { type ProductStatus, STATUS_LABELS } from '../products/product.status.ts';
import { LAW_ITEMS, NO_LAW, type PrintedLaw } from '../regulation/regulation.print.ts';
import { labelTag } from './label.tag.ts';
import type { PlaceholderInfo } from './template.contract.ts';

/** The printed words of a field that has a few, in both languages; `null` of any other. */
export function closedWordsOf(name: string): readonly string[] | null {
  if (name === 'statut') return bothOf(Object.values(STATUS_LABELS));
  const field =
    FIELDS.find((one) => one.name === name) ?? CONTROL_FIELDS.find(({ placeholder }) => placeholder === name)?.field;
  if (!field) return null;
  const kind = kindOf(field);
  if (kind === 'choice') return bothOf(Object.values(field.choices ?? {}));
  return kind === 'yesno' ? bothOf(['Oui', 'Non']) : null;
}
const bothOf = (words: readonly string[]): string[] => [...words, ...words.map(writerOf('en').word)];

/** What a template may print besides the fields. */
const EXTRAS: readonly Omit<PlaceholderInfo, 'step' | 'unit'>[] = [
  {
    name: 'ingredients_lignes',
    label: 'Ingrédients, ligne par ligne (numero, nom)',
    group: 'Listes',
    kind: 'list',
    example: '{{#ingredients_lignes}}{{numero}} {{nom}}{{/ingredients_lignes}}',
  },
  {
    name: 'formule_lignes',
    label: `Formule en tableau, ligne par ligne (${FORMULA_ITEMS.formule_lignes.join(', ')})`,
    group: 'Formule',
    kind: 'list',
    example: '{{#formule_lignes}}{{inci}} {{pourcentage}}{{/formule_lignes}}',
  },
  {
    name: 'substances',
    label: `Substances du produit, sommées sur toutes les lignes (${FORMULA_ITEMS.substances.join(', ')})`,
    group: 'Formule',
    kind: 'list',
    example: '{{#substances}}{{inci}} {{pourcentage}}{{/substances}}',
  },
  {
    name: 'melanges',
    label: 'Matières premières de plusieurs substances',
    group: 'Formule',
    kind: 'text',
    example: 'Euxyl PE 9010',
  },
  {
    name: 'liste_inci',
    label: 'Liste INCI, dans l’ordre de l’étiquette',
    group: 'Formule',
    kind: 'longtext',
    example: 'Aqua, Glycerin, Parfum, Linalool',
  },
  {
    name: 'allergenes',
    label: `Allergènes de parfum à citer (${FORMULA_ITEMS.allergenes.join(', ')})`,
    group: 'Formule',
    kind: 'list',
    example: '{{#allergenes}}{{nom}} {{pourcentage}}{{/allergenes}}',
  },
  { name: 'total_formule', label: 'Total de la formule', group: 'Formule', kind: 'text', example: '100,00\u00a0%' },
  {
    name: 'parfums',
    label: `Parfums de la formule (${FORMULA_ITEMS.parfums.join(', ')})`,
    group: 'Formule',
    kind: 'list',
    example: '{{#parfums}}{{nom}} {{code}}{{/parfums}}',
  },
  {
    name: 'verdicts',
    label: `Ce que les annexes disent de chaque substance (${LAW_ITEMS.verdicts.join(', ')})`,
    group: 'Réglementation',
    kind: 'list',
    example: '{{#verdicts}}{{inci}} {{etat}} {{entree}}{{/verdicts}}',
  },
  {
    name: 'avertissements_reglementaires',
    label: `Avertissements à imprimer (${LAW_ITEMS.avertissements_reglementaires.join(', ')})`,
    group: 'Réglementation',
    kind: 'list',
    example: '{{#avertissements_reglementaires}}{{texte}}{{/avertissements_reglementaires}}',
  },
  {
    name: 'date_corpus',
    label: 'Date du corpus réglementaire',
    group: 'Réglementation',
    kind: 'text',
    example: '17/06/2026',
  },
  {
    name: 'empreinte_corpus',
    label: 'Empreinte SHA-256 du corpus réglementaire',
    group: 'Réglementation',
    kind: 'text',
    example: '4e543b62e5fe68a17c04f393',
  },
  {
    name: 'marges',
    label: `Marges de sécurité (${MARGIN_ITEMS.marges.join(', ')})`,
    group: 'Exposition et marges',
    kind: 'list',
    example: '{{#marges}}{{inci}} {{sed}} {{mos}}{{/marges}}',
  },
  {
    name: 'profils',
    label: `Profil des substances sans point de départ (${MARGIN_ITEMS.profils.join(', ')})`,
    group: 'Exposition et marges',
    kind: 'list',
    example: '{{#profils}}{{inci}} {{profil}}{{/profils}}',
  },
  {
    name: 'effets_locaux',
    label: `Effets locaux, d’après l’évaluateur (${MARGIN_ITEMS.effets_locaux.join(', ')})`,
    group: 'Exposition et marges',
    kind: 'list',
    example: '{{#effets_locaux}}{{effet}} : {{texte}}{{/effets_locaux}}',
  },
  {
    name: 'voies_exposition',
    label: 'Voies d’exposition',
    group: 'Exposition et marges',
    kind: 'text',
    example: 'cutanée, orale',
  },
  {
    name: 'marges_a_documenter',
    label: `Substances sans point de départ (${MARGIN_ITEMS.marges_a_documenter.join(', ')})`,
    group: 'Exposition et marges',
    kind: 'list',
    example: '{{#marges_a_documenter}}{{inci}}{{/marges_a_documenter}}',
  },
  {
    name: 'doses',
    label: `Dose d’exposition systémique de chaque substance (${MARGIN_ITEMS.doses.join(', ')})`,
    group: 'Exposition et marges',
    kind: 'list',
    example: '{{#doses}}{{inci}} : {{sed}}{{/doses}}',
  },
  {
    name: 'categorie_exposition',
    label: 'Catégorie d’exposition',
    group: 'Exposition et marges',
    kind: 'text',
    example: 'Crème pour le visage',
  },
  { name: 'quantite_jour', label: 'Quantité par jour', group: 'Exposition et marges', kind: 'text', example: '1,54 g' },
  {
    name: 'facteur_retention',
    label: 'Facteur de rétention',
    group: 'Exposition et marges',
    kind: 'text',
    example: '1',
  },
  { name: 'poids_corporel', label: 'Poids corporel', group: 'Exposition et marges', kind: 'text', example: '60 kg' },
  {
    name: 'source_exposition',
    label: 'Source de l’exposition',
    group: 'Exposition et marges',
    kind: 'text',
    example: 'SCCS/1647/22',
  },
  {
    name: 'signature_enregistree',
    label: 'Signature de l’évaluateur : par qui et quand elle a été enregistrée',
    group: 'Contrôle',
    kind: 'text',
    example: 'par claire.aubry@valorme.fr le 27/02/2026 10:04',
  },
  {
    name: 'evaluateur_preuve',
    label: 'Preuve de la qualification de l’évaluateur, telle que jointe',
    group: 'Évaluation (partie B)',
    kind: 'text',
    example: 'Diplôme Dr Marchand.pdf',
  },
  {
    name: 'partie_b_signee',
    label: 'Pièce où la partie B est signée',
    group: 'Contrôle',
    kind: 'text',
    example: 'Partie B signée.pdf',
  },
  {
    name: 'limite_microbio',
    label: 'Limite microbiologique de ce produit (ISO 17516)',
    group: 'Contrôle',
    kind: 'text',
    example: '1 000 ufc/g',
  },
  {
    name: 'points_art11',
    label: `Les dix-neuf points de l’article 11 (${CONTROL_ITEMS.points_art11.join(', ')})`,
    group: 'Contrôle',
    kind: 'list',
    example: '{{#points_art11}}{{point}} {{etat}}{{/points_art11}}',
  },
  {
    name: 'points_nettoyage',
    label: `Les seize points d’un produit de nettoyage (${CONTROL_ITEMS.points_nettoyage.join(', ')})`,
    group: 'Nettoyage',
    kind: 'list',
    example: '{{#points_nettoyage}}{{point}} {{etat}}{{/points_nettoyage}}',
  },
  {
    name: 'bandes',
    label: `Contenu à citer, par tranches (${CLEANING_ITEMS.bandes.join(', ')})`,
    group: 'Nettoyage',
    kind: 'list',
    example: '{{#bandes}}{{classe}} : {{tranche}}{{/bandes}}',
  },
  {
    name: 'texte_etiquette',
    label: 'Texte du contenu de l’étiquette',
    group: 'Nettoyage',
    kind: 'longtext',
    example: 'Contient moins de 5 % : savon. Contient aussi : parfums.',
  },
  {
    name: 'fiche_composants',
    label: `Fiche des composants (${CLEANING_ITEMS.fiche_composants.join(', ')})`,
    group: 'Nettoyage',
    kind: 'list',
    example: '{{#fiche_composants}}{{tranche}} {{nom}} {{cas}}{{/fiche_composants}}',
  },
  {
    name: 'tensioactifs',
    label: `Agents de surface et leur biodégradation (${CLEANING_ITEMS.tensioactifs.join(', ')})`,
    group: 'Nettoyage',
    kind: 'list',
    example: '{{#tensioactifs}}{{inci}} {{biodegradation}}{{/tensioactifs}}',
  },
  {
    name: 'clp',
    label: `Classification conclue (${CLEANING_ITEMS.clp.join(', ')})`,
    group: 'Nettoyage',
    kind: 'list',
    example: '{{#clp}}{{classe}} {{categorie}} {{mention}}{{/clp}}',
  },
  {
    name: 'calcul_clp',
    label: `Résultat du calcul de classification (${CLEANING_ITEMS.calcul_clp.join(', ')})`,
    group: 'Nettoyage',
    kind: 'list',
    example: '{{#calcul_clp}}{{classe}} {{categorie}} ({{regle}}){{/calcul_clp}}',
  },
  {
    name: 'euh208',
    label: 'Sensibilisants de la mention EUH208, d’un mélange qui n’est pas sensibilisant',
    group: 'Nettoyage',
    kind: 'text',
    example: 'Linalool',
  },
  {
    name: 'sensibilisants',
    label: 'Sensibilisants à nommer, d’un mélange qui sensibilise de lui-même',
    group: 'Nettoyage',
    kind: 'text',
    example: 'Linalool',
  },
  {
    name: 'clp_a_verifier',
    label: 'Ce que le calcul de classification laisse à vérifier',
    group: 'Nettoyage',
    kind: 'longtext',
    example: 'Classification de la substance à dire, ou « non classée » : Betaine.',
  },
  {
    name: 'contenu_a_verifier',
    label: 'Ce que le contenu de l’étiquette laisse à vérifier',
    group: 'Nettoyage',
    kind: 'longtext',
    example: 'Classe de composants à dire, ou « aucune » : Betaine.',
  },
  { name: 'p_mentions', label: 'Mentions P', group: 'Nettoyage', kind: 'text', example: 'P102, P305+P351+P338' },
  {
    name: 'pictogrammes',
    label: 'Pictogrammes de la classification',
    group: 'Nettoyage',
    kind: 'text',
    example: 'GHS05',
  },
  {
    name: 'mention_avertissement',
    label: 'Mention d’avertissement',
    group: 'Nettoyage',
    kind: 'text',
    example: 'Danger',
  },
  {
    name: 'phosphore',
    label: 'Phosphore de la dose et sa limite',
    group: 'Nettoyage',
    kind: 'text',
    example: '0,2 g par dose, limite : moins de 0,5 g',
  },
  {
    name: 'remarques',
    label: `Remarques sur le dossier : bloquantes et à regarder (${CONTROL_ITEMS.remarques.join(', ')})`,
    group: 'Contrôle',
    kind: 'list',
    example: '{{#remarques}}{{code}} : {{texte}}{{/remarques}}',
  },
  { name: 'nb_rouges', label: 'Nombre de remarques bloquantes', group: 'Contrôle', kind: 'text', example: '0' },
  {
    name: 'allegations',
    label: `Allégations et preuves (${CONTROL_ITEMS.allegations.join(', ')})`,
    group: 'Contrôle',
    kind: 'list',
    example: '{{#allegations}}{{texte}} {{preuve}}{{/allegations}}',
  },
  {
    name: 'conservation_jusqu_au',
    label: 'Dernier jour où le dossier se conserve, une fois l’arrêt dit',
    group: 'Suivi',
    kind: 'text',
    example: '30/06/2036',
  },
  {
    name: 'lots',
    label: `Lots du produit (${CONTROL_ITEMS.lots.join(', ')})`,
    group: 'Suivi',
    kind: 'list',
    example: '{{#lots}}{{numero}} {{premiere_mise}}{{/lots}}',
  },
  {
    name: 'etudes',
    label: `Études du produit (${CONTROL_ITEMS.etudes.join(', ')})`,
    group: 'Suivi',
    kind: 'list',
    example: '{{#etudes}}{{type}} {{conclusion}}{{/etudes}}',
  },
  {
    name: 'ei_texte',
    label: 'Effets indésirables connus : nombre, gravité, taux',
    group: 'Suivi',
    kind: 'longtext',
    example: 'Du 16/03/2026 au 26/11/2026 : aucun effet indésirable rapporté pour 12 400 unités.',
  },
  {
    name: 'ei_registre',
    label: 'Les mêmes, s’il y en a au registre du produit',
    group: 'Suivi',
    kind: 'longtext',
    example: 'Du 16/03/2026 au 26/11/2026 : 1 effet indésirable rapporté, dont 0 grave et 0 à qualifier.',
  },
  {
    name: 'versions',
    label: `Suivi du dossier (${CONTROL_ITEMS.versions.join(', ')})`,
    group: 'Contrôle',
    kind: 'list',
    example: '{{#versions}}{{date}} {{motif}}{{/versions}}',
  },
  {
    name: 'fichiers',
    label: 'Fichiers joints (numero, nom, cle, date_piece, ajoute_le, date, sha256)',
    group: 'Listes',
    kind: 'list',
    example: '{{#fichiers}}{{nom}} du {{date}}{{/fichiers}}',
  },
  {
    name: 'date_generation',
    label: 'Date de génération du document',
    group: 'Document',
    kind: 'date',
    example: '15/03/2026',
  },
  {
    name: 'redacteur',
    label: 'Personne qui génère le document',
    group: 'Document',
    kind: 'text',
    example: 'c.lenoir@valorme.fr',
  },
  { name: 'statut', label: 'Statut du produit', group: 'Document', kind: 'text', example: 'Brouillon' },
  {
    name: 'progression',
    label: 'Progression du produit, en pour cent',
    group: 'Document',
    kind: 'number',
    example: '84',
  },
  { name: 'modele_nom', label: 'Nom du modèle', group: 'Document', kind: 'text', example: 'DIP complet' },
  { name: 'modele_version', label: 'Version du modèle', group: 'Document', kind: 'text', example: '1' },
];

/** The names each item of a list has; they are known only inside it. */
const LIST_ITEMS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['ingredients_lignes', ['numero', 'nom']],
  ['fichiers', ['numero', 'nom', 'cle', 'date_piece', 'ajoute_le', 'date', 'sha256']],
  ...Object.entries(FORMULA_ITEMS),
  ...Object.entries(LAW_ITEMS),
  ...Object.entries(MARGIN_ITEMS),
  ...Object.entries(CONTROL_ITEMS),
]);

/** Every placeholder, in the order of the form, then the others. */
export const PLACEHOLDERS: readonly PlaceholderInfo[] = [
  ...FIELDS.map((field) => ({
    name: field.name,
    label: field.label,
    group: STEP_LIST[field.step]?.title ?? '',
    step: field.step + 1,
    kind: kindOf(field),
    unit: field.unit ?? null,
    example: printValue(field, readField(field, field.example).value) || field.example,
  })),
  ...CONTROL_FIELDS.map(({ placeholder, group, field }) => ({
    name: placeholder,
    label: field.label,
    group,
    step: null,
    kind: kindOf(field),
    unit: field.unit ?? null,
    example: printValue(field, readField(field, field.example).value) || field.example,
  })),
  ...EXTRAS.map((extra) => ({ ...extra, step: null, unit: null })),
];

const LABELLED: readonly (readonly [name: string, field: PrintedField])[] = [
  ...FIELDS.map((field) => [field.name, field] as const),
  ...CONTROL_FIELDS.map(({ placeholder, field }) => [placeholder, field] as const),
];
const LABEL_TAGS = new Map(LABELLED.map(([name, { label }]) => [labelTag(name), `Le nom du champ « ${label} »`]));

const BY_NAME = new Map(PLACEHOLDERS.map((placeholder) => [placeholder.name, placeholder]));
const KNOWN = new Set<string>([...BY_NAME.keys(), ...[...LIST_ITEMS.values()].flat(), ...LABEL_TAGS.keys()]);

export const isKnownPlaceholder = (name: string): boolean => KNOWN.has(name);
export const isList = (name: string): boolean => LIST_ITEMS.has(name);

/** Whether the name prints something where it stands. @param within the sections around it */
export const isKnownWithin = (name: string, within: readonly string[]): boolean =>
  BY_NAME.has(name) || LABEL_TAGS.has(name) || within.some((section) => LIST_ITEMS.get(section)?.includes(name));
export const placeholderLabel = (name: string): string | null =>
  BY_NAME.get(name)?.label ?? LABEL_TAGS.get(name) ?? null;

/** The known name that the author of `{{nom_comercial}}` most likely meant, or `null`. */
export function suggestPlaceholder(name: string): string | null {
  const wanted = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const known of KNOWN) {
    const found = editsBetween(wanted, known, bestDistance);
    if (found < bestDistance) {
      best = known;
      bestDistance = found;
    }
  }
  return best;
}

const EXAMPLE_FORMULA: PrintedFormula = {
  formule_lignes: [
    ['Aqua', '7732-18-5', '231-791-2', 'Solvant', 'q.s.p. 100 (94,50\u00a0%)'],
    ['Glycerin', '56-81-5', '200-289-5', 'Humectant', '5,00\u00a0%'],
    ['Parfum', '', '', 'Parfumant', '0,50\u00a0%'],
  ].map(([inci = '', cas = '', ce = '', fonction = '', pourcentage = ''], index) => ({
    numero: String(index + 1),
    phase: 'A',
    nom_commercial: '',
    fournisseur: '',
    inci,
    cas,
    ce,
    fonction,
    pourcentage,
    nano: '',
  })),
  substances: [],
  melanges: '',
  liste_inci: 'Aqua, Glycerin, Parfum',
  allergenes: [],
  total_formule: '100,00\u00a0%',
  parfums: [],
};

const exampleControl = (language: Language): PrintedControl => ({
  ...NO_CONTROL,
  ...Object.fromEntries(
    CONTROL_FIELDS.map(({ placeholder, field }) => [
      placeholder,
      printValue(field, readField(field, field.example).value, writerOf(language)) || field.example,
    ]),
  ),
});

/** What a template prints of a product that has every field: for its picture. */
export function exampleData(template: TemplateSource['template'], now: Date): TemplateData {
  const values = Object.fromEntries(FIELDS.map((field) => [field.name, readField(field, field.example).value]));
  return templateData({
    values: values as ProductValues,
    status: 'DRAFT',
    progression: 100,
    attachments: [],
    template,
    formula: EXAMPLE_FORMULA,
    law: NO_LAW,
    margins: NO_MARGINS,
    control: exampleControl(template.language),
    author: EXTRAS.find(({ name }) => name === 'redacteur')?.example ?? '',
    now,
  });
}

export type TemplateData = { [name: string]: string | TemplateData[] };

export interface TemplateSource {
  values: ProductValues;
  status: ProductStatus;
  progression: number;
  attachments: readonly {
    file_name: string;
    alias: string | null;
    field_key: string;
    created_at: string;
    issued_on: string | null;
    sha256: string;
  }[];
  /** `NO_FORMULA` when the formula is no table. */
  formula: PrintedFormula;
  /** `NO_LAW` without a corpus, or when the formula is no table. */
  law: PrintedLaw;
  margins: PrintedMargins;
  control: PrintedControl;
  template: { name: string; version: string; language: Language };
  author: string;
  now: Date;
}

/** Everything a template may print about one product, already written in its language. Empty values are empty strings. */
export function templateData(source: TemplateSource): TemplateData {
  const data: TemplateData = {};
  const writer = writerOf(source.template.language);
  for (const [name, { label, label_en }] of LABELLED)
    data[labelTag(name)] = source.template.language === 'en' ? label_en : label;
  for (const field of FIELDS) data[field.name] = printValue(field, source.values[field.name] as FieldValue, writer);
  data.ingredients_lignes = (source.values.ingredients ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((nom, index) => ({ numero: String(index + 1), nom }));
  data.fichiers = source.attachments.map((attachment, index) => ({
    numero: String(index + 1),
    nom: attachment.alias ?? attachment.file_name,
    cle: attachment.field_key,
    // Its own day is not the one on which it was attached.
    date_piece: attachment.issued_on ? writer.day(attachment.issued_on) : '',
    ajoute_le: writer.day(dayOf(new Date(attachment.created_at))),
    date: writer.day(dayOf(new Date(attachment.created_at))),
    sha256: attachment.sha256,
  }));
  Object.assign(data, source.formula, source.law, source.margins, source.control);
  data.date_generation = writer.day(dayOf(source.now));
  data.redacteur = source.author;
  data.statut = writer.word(STATUS_LABELS[source.status]);
  data.progression = String(source.progression);
  data.modele_nom = source.template.name;
  data.modele_version = source.template.version;
  return data;
}
