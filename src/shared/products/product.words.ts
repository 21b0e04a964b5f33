import { nameKey } from '../fields/name.ts';
import { FIELDS, type FieldName, type ProductField } from './product.fields.ts';

/**
 * What people call a field, in a sheet or a document of theirs, besides its label. A word that may mean two fields stands at
 * both: nobody guesses between them. A word under which people also keep another quantity (« Masse volumique » in kg/m³, « PAO » beside a
 * durability, grams by application) stands nowhere.
 */
export const FIELD_WORDS: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  nom_client: ['Client', 'Nom client', 'Donneur d’ordre', 'Customer', 'Customer name', 'Client name'],
  marque: ['Brand', 'Marque commerciale', 'Brand name'],
  gamme: ['Collection', 'Range', 'Product range', 'Product line'],
  nom_produit: [
    'Nom',
    'Produit',
    'Désignation',
    'Désignation du produit',
    'Libellé',
    'Name',
    'Product',
    'Product name',
  ],
  format: ['Contenance', 'Conditionnement', 'Size', 'Net content', 'Pack size'],
  version: ['Version du dossier'],
  nom_commercial: [
    'Nom',
    'Produit',
    'Désignation',
    'Libellé',
    'Name',
    'Product',
    'Product name',
    'Nom commercial du produit',
    'Dénomination commerciale',
    'Appellation commerciale',
    'Trade name',
    'Commercial name',
  ],
  ref_formule: [
    'Références',
    'References',
    'Référence',
    'Réf',
    'Code',
    'Reference',
    'Ref',
    'Formule',
    'Réf. formule',
    'Référence de la formule',
    'Code formule',
    'N° de formule',
    'Numéro de formule',
    'Formula',
    'Formula code',
    'Formula reference',
    'Formula number',
    'Formula no',
  ],
  ref_produit: [
    'Références',
    'References',
    'Référence',
    'Réf',
    'Code',
    'Reference',
    'Ref',
    'Réf. produit',
    'Référence du produit',
    'Code produit',
    'Code article',
    'Référence article',
    'Réf. article',
    'SKU',
    'Item code',
    'Product code',
    'Product reference',
    'Product ref',
  ],
  date_mise_marche: [
    'Date',
    'Date mise en marché',
    'Date de mise en marché',
    'Date mise sur le marché',
    'Date de lancement',
    'Mise sur le marché',
    'Mise en marché',
    'Date de commercialisation',
    'Launch date',
    'Market date',
    'Placing on the market',
    'Date of placing on the market',
  ],
  resp_mise_marche: [
    'Responsable',
    'Responsable mise en marché',
    'Responsable mise sur le marché',
    'Responsable de mise sur le marché',
    'Personne responsable',
    'Responsible person',
    'RP',
  ],
  faconnerie: [
    'Façonnage',
    'Sous-traitant',
    'Fabricant',
    'Site de fabrication',
    'Manufacturer',
    'Contract manufacturer',
  ],
  fournisseur: ['Supplier', 'Vendor', 'Nom du fournisseur'],
  ingredients: [
    'Formula',
    'Formule',
    'Liste des ingrédients',
    'Ingrédients',
    'Liste INCI',
    'INCI',
    'Composition',
    'Composition INCI',
    'Ingredients',
    'INCI list',
    'Ingredient list',
  ],
  ph: ['Valeur pH', 'pH value'],
  viscosite: ['Viscosity', 'Viscosité Brookfield'],
  densite: ['Density', 'Densité relative', 'Specific gravity'],
  point_eclair: ['Point d’éclair', 'Flash point', 'Point éclair'],
  observations_physico: ['Observations', 'Remarques', 'Commentaires', 'Aspect et observations physico-chimiques'],
  germes_aerobies: [
    'Germes aérobies',
    'Germes totaux',
    'Flore totale',
    'Flore aérobie mésophile',
    'Flore mésophile aérobie totale',
    'Total aerobic count',
    'Total viable count',
    'Aerobic mesophilic count',
  ],
  levures_moisissures: ['Levures, moisissures', 'Yeasts and moulds', 'Yeast and mold'],
  e_coli: ['E. coli', 'E coli'],
  staphylocoques: ['Staphylocoque', 'Staphylococcus aureus', 'S. aureus', 'Staphylocoques dorés', 'Staphylocoque doré'],
  observations_microbio: ['Observations', 'Remarques', 'Commentaires'],
  metaux_lourds: ['Heavy metals'],
  arsenic: ['As', 'Arsenic (As)'],
  plomb: ['Pb', 'Plomb (Pb)', 'Lead (Pb)'],
  mercure: ['Hg', 'Mercure (Hg)', 'Mercury', 'Mercury (Hg)'],
  type_emballage: [
    'Conditionnement',
    'Emballage',
    'Packaging',
    'Type de conditionnement',
    'Packaging type',
    'Pack type',
  ],
  materiau_emballage: ['Emballage', 'Packaging', 'Matériau', 'Matière de l’emballage', 'Packaging material'],
  observations_impuretes: ['Observations', 'Remarques', 'Commentaires'],
  utilisation_normale: ['Utilisation', 'Usage', 'Usage normal', 'Normal use', 'Intended use', 'Utilisation prévue'],
  frequence_utilisation: ['Fréquence', 'Frequency of use', 'Fréquence d’application', 'Frequency'],
  duree_utilisation: ['Temps de contact', 'Durée de contact', 'Temps de pose', 'Contact time', 'Duration of use'],
  instructions_utilisation: [
    'Utilisation',
    'Usage',
    'Mode d’emploi',
    'Instructions',
    'Conseils d’utilisation',
    'Directions for use',
    'Instructions for use',
    'How to use',
  ],
  precautions_emploi: ['Précautions', 'Précautions d’utilisation', 'Avertissements', 'Warnings', 'Precautions'],
  surface_exposee: ['Surface d’application', 'Exposed area', 'Surface area', 'Skin surface area'],
  concentration_air: ['Air concentration', 'Concentration in air'],
  volume_respire: ['Breathed volume', 'Volume inhalé', 'Inhaled volume'],
  quantite_ingeree: ['Ingested amount', 'Amount ingested'],
  observations_expositions: ['Observations', 'Remarques', 'Commentaires'],
  dl50_orale: ['DL50', 'DL50 orale (rat)', 'LD50', 'Oral LD50', 'DL 50 orale'],
  dl50_cutanee: ['DL50', 'LD50', 'Dermal LD50', 'DL50 dermique', 'DL 50 cutanée'],
  cl50_inhalation: ['CL50', 'LC50', 'CL50 inhalation', 'Inhalation LC50'],
  dose_sans_effet: ['DSENO', 'NOAEL', 'Dose sans effet', 'Dose sans effet nocif observé'],
  dose_min_effet: ['DMENO', 'LOAEL', 'Dose minimale avec effet', 'Dose minimale avec effet nocif observé'],
  etudes_genotoxicite: ['Génotoxicité', 'Mutagénicité', 'Genotoxicity', 'Mutagenicity'],
  etudes_cancerogenicite: ['Cancérogénicité', 'Carcinogenicity'],
  etudes_reprotoxicite: ['Reprotoxicité', 'Toxicité pour la reproduction', 'Reproductive toxicity'],
  observations_toxicologie: ['Observations', 'Remarques', 'Commentaires', 'Profil toxicologique'],
  irritation_cutanee: ['Tolérance cutanée', 'Skin irritation'],
  sensibilisation_cutanee: ['Skin sensitisation', 'Skin sensitization'],
  irritation_oculaire: ['Tolérance oculaire', 'Eye irritation'],
  effets_systemiques: ['Systemic effects'],
  effets_respiratoires: ['Respiratory effects'],
  observations_effets_indesirables: ['Observations', 'Remarques', 'Commentaires', 'Effets indésirables'],
  duree_conservation: ['Conservation', 'Durée de vie', 'Durabilité', 'Shelf life'],
  conditions_conservation: ['Conservation', 'Stockage', 'Conditions de stockage', 'Storage', 'Storage conditions'],
  resultats_stabilite: ['Stabilité', 'Stability', 'Stability results', 'Études de stabilité', 'Tests de stabilité'],
  tests_compatibilite: [
    'Compatibilité',
    'Compatibilité contenant-contenu',
    'Compatibilité contenant/contenu',
    'Compatibility',
    'Compatibility tests',
  ],
  infos_fabrication: ['Procédé de fabrication', 'Méthode de fabrication', 'Manufacturing process'],
  infos_controle_qualite: ['Contrôle qualité', 'Contrôles qualité', 'Quality control'],
  observations_autres_infos: ['Observations', 'Remarques', 'Commentaires'],
  references_bibliographiques: ['Bibliographie', 'Références', 'Bibliography', 'References'],
  notes_commentaires: ['Observations', 'Remarques', 'Commentaires', 'Commentaire', 'Comments'],
  pieces_jointes: ['Attachments'],
  valide_par: ['Responsable', 'Validateur', 'Évaluateur', 'Approved by', 'Validated by', 'Assessor'],
  date_validation: ['Date', 'Validé le', 'Date d’évaluation', 'Validation date', 'Approval date'],
  observations_finales: ['Observations', 'Remarques', 'Commentaires'],
};

/** Units that are one and the same, each line by how it may be written. */
const EQUAL_UNITS: readonly (readonly string[])[] = [
  ['ppm', 'mg/kg', 'µg/g'],
  ['mPa.s', 'cP', 'cps', 'centipoise', 'centipoises'],
  ['ufc/g', 'cfu/g', 'ufc par g', 'cfu per g'],
  ['°C', 'degrés Celsius', 'degré Celsius', 'degrees Celsius'],
  ['mg/kg pc/jour', 'mg/kg pc/j', 'mg/kg/j', 'mg/kg/jour', 'mg/kg bw/day', 'mg/kg bw/d', 'mg/kg/day', 'mg/kg/d'],
  ['minutes', 'minute', 'min', 'mn'],
  ['fois par jour', 'fois/jour', 'fois/j', '/jour', '/j', 'par jour', 'times per day', 'per day'],
  ['cm²', 'cm2'],
  ['mg/cm²', 'mg/cm2'],
  ['mg/m³', 'mg/m3'],
  ['m³/jour', 'm3/jour', 'm³/j', 'm3/j', 'm³/day', 'm3/day'],
  ['mg/jour', 'mg/j', 'mg/day', 'mg/d'],
  ['mg/L', 'mg/l', 'g/m³', 'g/m3'],
];
const bareUnit = (unit: string): string => nameKey(unit).replace(/[\s.·⋅]/g, '');
const UNIT_KEYS = new Map(EQUAL_UNITS.flatMap((line, rank) => line.map((unit) => [bareUnit(unit), rank] as const)));

/** Whether two ways of writing a unit mean the same one. */
export const isSameUnit = (one: string, other: string): boolean => {
  const [a, b] = [bareUnit(one), bareUnit(other)];
  return a === b || (UNIT_KEYS.has(a) && UNIT_KEYS.get(a) === UNIT_KEYS.get(b));
};
export const isUnit = (text: string): boolean => UNIT_KEYS.has(bareUnit(text));

/** A name of a field as names are compared: without case, accents, signs or doubled spaces. */
export const wordKey = (text: string): string =>
  nameKey(text)
    .replace(/[^a-z0-9%]+/g, ' ')
    .trim();

/** `label`: its label or its name in the API; `word`: what people also call it. */
export interface Meant {
  field: ProductField;
  how: 'label' | 'word';
}

const INDEX = ((): ReadonlyMap<string, readonly Meant[]> => {
  const index = new Map<string, Meant[]>();
  const add = (word: string, meant: Meant): void => {
    const key = wordKey(word);
    const known = index.get(key) ?? [];
    if (!known.some(({ field }) => field === meant.field)) index.set(key, [...known, meant]);
  };
  // « Client » heads a column of the list, and is a word like another.
  for (const field of FIELDS)
    for (const word of [field.label, field.label.split(' (')[0] ?? '', field.name, field.grid ?? field.label])
      add(word, { field, how: 'label' });
  for (const field of FIELDS) for (const word of FIELD_WORDS[field.name] ?? []) add(word, { field, how: 'word' });
  return index;
})();

/** The fields that a word may mean, those of whose label it is alone where there are any. */
export function fieldsMeant(text: string): readonly Meant[] {
  const found = INDEX.get(wordKey(text)) ?? [];
  const exact = found.filter(({ how }) => how === 'label');
  return exact.length > 0 ? exact : found;
}

/** What a spreadsheet adds to a name of a column, and that changes nothing of it. */
const ASIDE = new Set([
  'obligatoire',
  'facultatif',
  'optionnel',
  'requis',
  'required',
  'optional',
  'jj mm aaaa',
  'dd mm yyyy',
  'un par ligne',
  'texte',
  'text',
  'date',
]);

/** Characters of a name of a column that are read. */
export const HEADER_LENGTH = 200;

export interface NamedField {
  /** Fields that the name may mean. */
  meant: readonly Meant[];
  /** A unit or a condition that stands beside it and is not the field's own: « °F », « à 40 °C ». */
  besides: string | null;
}

/** What the name of a column or a line means, its unit taken off. A number in it is a condition: « Viscosité à 40 °C » is asked. */
export function readFieldName(header: string): NamedField {
  const text = header.slice(0, HEADER_LENGTH).replace(/\s+/g, ' ').trim();
  const whole = fieldsMeant(text);
  if (whole.length > 0) return { meant: whole, besides: null };
  const cut = cutHeader(text);
  if (!cut) return { meant: [], besides: null };
  const meant = fieldsMeant(cut.name);
  const isOwn = (field: ProductField): boolean =>
    ASIDE.has(wordKey(cut.aside)) || (field.unit !== undefined && isSameUnit(field.unit, cut.aside));
  const own = meant.filter(({ field }) => isOwn(field));
  return own.length > 0 ? { meant: own, besides: null } : { meant, besides: meant.length > 0 ? cut.aside : null };
}

/** « Viscosité (mPa.s) », « Plomb en ppm », « Densité [g/ml] », « pH à 20 °C »: a name, and what is said beside it. */
function cutHeader(text: string): { name: string; aside: string } | null {
  const close = text.at(-1) === ')' ? '(' : text.at(-1) === ']' ? '[' : null;
  if (close !== null) {
    const at = text.lastIndexOf(close);
    return at > 0 ? { name: text.slice(0, at), aside: text.slice(at + 1, -1).trim() } : null;
  }
  for (const word of [' en ', ' à ', ' in ', ' at ', ', ', ' - ']) {
    const at = text.lastIndexOf(word);
    if (at > 0 && fieldsMeant(text.slice(0, at)).length > 0)
      return { name: text.slice(0, at), aside: text.slice(at + word.length).trim() };
  }
  const space = text.lastIndexOf(' ');
  // « min » may be the least of them.
  if (space > 0 && text.slice(space + 1) !== 'min' && isUnit(text.slice(space + 1)))
    return { name: text.slice(0, space), aside: text.slice(space + 1) };
  return null;
}
