import type { FieldDefinition, FieldKind, ValueOfKind } from '../fields/field.ts';

/**
 * The catalogue: 11 steps, their fields, one line each. The types, the rules, the form, the detail page, the columns of
 * the list, the placeholders of the templates, the progression, the history and docs/champs.md are computed from it.
 * The order is that of the form, which follows Annex I, part A, of Regulation (EC) 1223/2009.
 */
export const STEPS = [
  {
    title: 'Informations produit',
    key: 'informations',
    fields: [
      {
        name: 'nom_client',
        label: 'Nom du client',
        message: 'Le nom du client est requis',
        grid: 'Client',
        repeats: true,
        example: 'Maison Valorme',
      },
      {
        name: 'marque',
        label: 'Marque',
        message: 'La marque est requise',
        grid: 'Marque',
        repeats: true,
        example: 'Valorme',
      },
      {
        name: 'gamme',
        label: 'Gamme',
        message: 'La gamme est requise',
        grid: 'Gamme',
        repeats: true,
        example: 'Hydratation quotidienne',
      },
      {
        name: 'nom_produit',
        label: 'Nom du produit',
        message: 'Le nom du produit est requis',
        example: 'Crème visage hydratante',
      },
      { name: 'format', label: 'Format', message: 'Le format est requis', example: 'Tube 50 ml' },
      { name: 'version', label: 'Version', message: 'La version est requise', example: '1.0' },
      {
        name: 'nom_commercial',
        label: 'Nom commercial',
        message: 'Le nom commercial est requis',
        grid: 'Nom commercial',
        example: 'Crème Éclat d’Aube',
      },
      {
        name: 'ref_formule',
        label: 'Référence formule',
        message: 'La référence formule est requise',
        grid: 'Référence formule',
        example: 'CV-2026-014',
      },
      {
        name: 'ref_produit',
        label: 'Référence produit',
        optional: true,
        grid: 'Référence produit',
        example: 'VAL-0142',
      },
      {
        name: 'date_mise_marche',
        label: 'Date de mise sur le marché',
        kind: 'date',
        message: 'La date de mise sur le marché est requise',
        grid: 'Date mise en marché',
        example: '2026-03-15',
      },
      {
        name: 'resp_mise_marche',
        label: 'Responsable de la mise sur le marché',
        message: 'Le responsable de la mise sur le marché est requis',
        grid: 'Responsable mise en marché',
        repeats: true,
        example: 'Maison Valorme SAS, 12 rue des Lices, 49000 Angers',
      },
      {
        name: 'faconnerie',
        label: 'Façonnier',
        message: 'Le façonnier est requis',
        repeats: true,
        example: 'Laboratoire des Coteaux, Beaucouzé',
      },
      {
        name: 'fournisseur',
        label: 'Fournisseur',
        message: 'Le fournisseur est requis',
        grid: 'Fournisseur',
        gridAfter: 'nom_commercial',
        repeats: true,
        example: 'Ingrédia Ouest',
      },
    ],
  },
  {
    title: 'Formule quali-quantitative',
    key: 'formula',
    short: 'Formule',
    fields: [
      {
        name: 'ingredients',
        label: 'Liste des ingrédients (un par ligne)',
        kind: 'longtext',
        rows: 10,
        message: 'La liste des ingrédients est requise',
        fileKey: 'formula',
        example: 'Aqua 72,4 %\nGlycerin 5,0 %\nButyrospermum Parkii Butter 4,0 %',
      },
    ],
  },
  {
    title: 'Analyses Physico-chimiques',
    key: 'physico_chimie',
    fields: [
      { name: 'ph', label: 'pH', kind: 'number', increment: 0.1, max: 14, example: '5,5' },
      { name: 'viscosite', label: 'Viscosité', kind: 'number', unit: 'mPa.s', example: '12 500' },
      { name: 'densite', label: 'Densité', kind: 'number', increment: 0.001, example: '0,985' },
      { name: 'point_eclair', label: 'Point éclair', kind: 'number', unit: '°C', min: -273.15, example: '93' },
      {
        name: 'observations_physico',
        label: 'Observations physico-chimiques',
        kind: 'longtext',
        optional: true,
        example: 'Émulsion blanche, homogène, odeur florale légère.',
      },
    ],
  },
  {
    title: 'Analyses Microbiologiques',
    key: 'microbiologie',
    fields: [
      {
        name: 'germes_aerobies',
        label: 'Germes aérobies mésophiles',
        kind: 'measure',
        unit: 'ufc/g',
        example: '< 10',
      },
      { name: 'levures_moisissures', label: 'Levures et moisissures', kind: 'measure', unit: 'ufc/g', example: '< 10' },
      { name: 'e_coli', label: 'Escherichia coli', kind: 'measure', unit: 'ufc/g', example: 'Absence' },
      { name: 'staphylocoques', label: 'Staphylocoques', kind: 'measure', unit: 'ufc/g', example: 'Absence' },
      {
        name: 'observations_microbio',
        label: 'Observations microbiologiques',
        kind: 'longtext',
        optional: true,
        example: 'Conforme à la norme ISO 17516.',
      },
    ],
  },
  {
    title: 'Impuretés & emballage',
    key: 'impuretes_emballage',
    fields: [
      { name: 'metaux_lourds', label: 'Métaux lourds', kind: 'measure', unit: 'ppm', example: '< 5' },
      { name: 'arsenic', label: 'Arsenic', kind: 'measure', unit: 'ppm', example: '< 0,5' },
      { name: 'plomb', label: 'Plomb', kind: 'measure', unit: 'ppm', example: '< 1' },
      { name: 'mercure', label: 'Mercure', kind: 'measure', unit: 'ppm', example: 'ND' },
      { name: 'type_emballage', label: "Type d'emballage", example: 'Tube avec capsule service' },
      { name: 'materiau_emballage', label: "Matériau d'emballage", example: 'PEHD, capsule PP' },
      {
        name: 'observations_impuretes',
        label: 'Observations sur les impuretés et l’emballage',
        kind: 'longtext',
        optional: true,
        example: 'Traces techniquement inévitables, sans incidence sur la sécurité.',
      },
    ],
  },
  {
    title: 'Utilisation normale',
    key: 'utilisation',
    fields: [
      {
        name: 'utilisation_normale',
        label: 'Utilisation normale',
        kind: 'longtext',
        message: "L'utilisation normale est requise",
        example: 'Soin du visage non rincé, adulte.',
      },
      {
        name: 'frequence_utilisation',
        label: "Fréquence d'utilisation",
        kind: 'number',
        unit: 'fois par jour',
        min: 1,
        example: '2',
      },
      {
        name: 'duree_utilisation',
        label: "Durée d'utilisation",
        kind: 'number',
        unit: 'minutes',
        min: 1,
        example: '720',
      },
      {
        name: 'instructions_utilisation',
        label: "Instructions d'utilisation",
        kind: 'longtext',
        message: "Les instructions d'utilisation sont requises",
        example: 'Appliquer matin et soir sur le visage et le cou propres.',
      },
      {
        name: 'precautions_emploi',
        label: "Précautions d'emploi",
        kind: 'longtext',
        example: 'Éviter le contour des yeux. Usage externe.',
      },
    ],
  },
  {
    title: 'Expositions',
    key: 'expositions',
    fields: [
      { name: 'surface_exposee', label: 'Surface exposée', kind: 'number', unit: 'cm²', example: '565' },
      { name: 'quantite_appliquee', label: 'Quantité appliquée', kind: 'number', unit: 'mg/cm²', example: '1,274' },
      { name: 'concentration_air', label: "Concentration dans l'air", kind: 'number', unit: 'mg/m³', example: '0' },
      { name: 'volume_respire', label: 'Volume respiré', kind: 'number', unit: 'm³/jour', example: '20' },
      { name: 'quantite_ingeree', label: 'Quantité ingérée', kind: 'number', unit: 'mg/jour', example: '0' },
      {
        name: 'observations_expositions',
        label: 'Observations sur les expositions',
        kind: 'longtext',
        optional: true,
        example: 'Exposition cutanée seule ; produit non rincé.',
      },
    ],
  },
  {
    title: 'Profil toxicologique',
    key: 'toxicologie',
    fields: [
      { name: 'dl50_orale', label: 'DL50 orale', kind: 'measure', unit: 'mg/kg', example: '> 2 000' },
      { name: 'dl50_cutanee', label: 'DL50 cutanée', kind: 'measure', unit: 'mg/kg', example: '> 2 000' },
      { name: 'cl50_inhalation', label: 'CL50 par inhalation', kind: 'measure', unit: 'mg/L', example: 'NA' },
      {
        name: 'dose_sans_effet',
        label: 'Dose sans effet nocif observé (DSENO)',
        kind: 'measure',
        unit: 'mg/kg/jour',
        example: '150',
      },
      {
        name: 'dose_min_effet',
        label: 'Dose minimale avec effet nocif observé (DMENO)',
        kind: 'measure',
        unit: 'mg/kg/jour',
        example: '450',
      },
      {
        name: 'etudes_genotoxicite',
        label: 'Études de génotoxicité',
        kind: 'longtext',
        example: 'Test d’Ames négatif (OCDE 471).',
      },
      {
        name: 'etudes_cancerogenicite',
        label: 'Études de cancérogénicité',
        kind: 'longtext',
        example: 'Aucun ingrédient classé CMR.',
      },
      {
        name: 'etudes_reprotoxicite',
        label: 'Études de reprotoxicité',
        kind: 'longtext',
        example: 'Aucun effet rapporté aux doses d’exposition.',
      },
      {
        name: 'observations_toxicologie',
        label: 'Observations toxicologiques',
        kind: 'longtext',
        optional: true,
        example: 'Profils établis par ingrédient, voir annexes.',
      },
    ],
  },
  {
    title: 'Effets indésirables',
    key: 'effets_indesirables',
    fields: [
      { name: 'irritation_cutanee', label: 'Irritation cutanée', kind: 'longtext', example: 'Aucun cas rapporté.' },
      {
        name: 'sensibilisation_cutanee',
        label: 'Sensibilisation cutanée',
        kind: 'longtext',
        example: 'Patch test sur 50 volontaires : aucune réaction.',
      },
      { name: 'irritation_oculaire', label: 'Irritation oculaire', kind: 'longtext', example: 'Aucun cas rapporté.' },
      { name: 'effets_systemiques', label: 'Effets systémiques', kind: 'longtext', example: 'Aucun effet rapporté.' },
      {
        name: 'effets_respiratoires',
        label: 'Effets respiratoires',
        kind: 'longtext',
        example: 'Sans objet, produit non vaporisé.',
      },
      {
        name: 'observations_effets_indesirables',
        label: 'Observations sur les effets indésirables',
        kind: 'longtext',
        optional: true,
        example: 'Aucun effet indésirable grave au 01/03/2026.',
      },
    ],
  },
  {
    title: 'Autres infos & tests',
    key: 'autres_infos',
    fields: [
      { name: 'duree_conservation', label: 'Durée de conservation', example: '36 mois, PAO 12 mois' },
      {
        name: 'conditions_conservation',
        label: 'Conditions de conservation',
        kind: 'longtext',
        example: 'À conserver entre 5 et 25 °C, à l’abri de la lumière.',
      },
      {
        name: 'resultats_stabilite',
        label: 'Résultats de stabilité',
        kind: 'longtext',
        example: 'Stable 3 mois à 40 °C et 12 mois à 25 °C.',
      },
      {
        name: 'tests_compatibilite',
        label: 'Tests de compatibilité',
        kind: 'longtext',
        example: 'Compatibilité contenant/contenu conforme à 3 mois.',
      },
      {
        name: 'infos_fabrication',
        label: 'Informations de fabrication',
        kind: 'longtext',
        example: 'Fabrication selon les BPF (ISO 22716).',
      },
      {
        name: 'infos_controle_qualite',
        label: 'Informations de contrôle qualité',
        kind: 'longtext',
        example: 'Contrôle de chaque lot : aspect, pH, viscosité, microbiologie.',
      },
      {
        name: 'observations_autres_infos',
        label: 'Autres observations',
        kind: 'longtext',
        optional: true,
        example: 'Challenge test conforme, critère A (ISO 11930).',
      },
    ],
  },
  {
    title: 'Divers',
    key: 'divers',
    fields: [
      {
        name: 'references_bibliographiques',
        label: 'Références bibliographiques',
        kind: 'longtext',
        example: 'SCCS/1647/22, Notes of Guidance, 12e révision.',
      },
      {
        name: 'notes_commentaires',
        label: 'Notes et commentaires',
        kind: 'longtext',
        optional: true,
        example: 'Prochaine revue du dossier : mars 2027.',
      },
      {
        name: 'pieces_jointes',
        label: 'Pièces jointes',
        kind: 'longtext',
        optional: true,
        example: 'Rapport de stabilité RS-26-031 ; certificat d’analyse CA-26-118.',
      },
      { name: 'valide_par', label: 'Validé par', example: 'Dr Hélène Marchand, toxicologue' },
      { name: 'date_validation', label: 'Date de validation', kind: 'date', example: '2026-03-02' },
      {
        name: 'observations_finales',
        label: 'Observations finales',
        kind: 'longtext',
        optional: true,
        example: 'Dossier complet au 02/03/2026.',
      },
    ],
  },
] as const satisfies readonly ProductStep[];

export interface ProductStep {
  readonly title: string;
  /** Shorter title for narrow places. */
  readonly short?: string;
  /** What the files attached at this step carry as `field_key`. */
  readonly key: string;
  readonly fields: readonly FieldDefinition[];
}

type CatalogueField = (typeof STEPS)[number]['fields'][number];
type KindIn<F> = F extends { kind: infer K extends FieldKind } ? K : 'text';

export type FieldName = CatalogueField['name'];
export type GridFieldName = Extract<CatalogueField, { grid: string }>['name'];
export type RepeatedFieldName = Extract<CatalogueField, { repeats: true }>['name'];

/** The values of a product. */
export type ProductValues = { [F in CatalogueField as F['name']]: ValueOfKind<KindIn<F>> };

/** A field of the catalogue with its place in the form (`step` from 0 to 10). */
export type ProductField = FieldDefinition & { readonly name: FieldName; readonly step: number };

export const STEP_LIST: readonly ProductStep[] = STEPS;
export const FIELDS: readonly ProductField[] = STEPS.flatMap((step, index) =>
  step.fields.map((field): ProductField => ({ ...field, step: index })),
);
export const FIELD_BY_NAME: ReadonlyMap<string, ProductField> = new Map(FIELDS.map((field) => [field.name, field]));

/** Fields shown as columns of the product list: in the order of the form, but those that say after which they come. */
export const GRID_FIELDS: readonly ProductField[] = gridOrder(FIELDS.filter((field) => field.grid !== undefined));

function gridOrder(fields: readonly ProductField[]): ProductField[] {
  const ordered = fields.filter((field) => field.gridAfter === undefined);
  for (const field of fields) {
    if (field.gridAfter === undefined) continue;
    const before = ordered.findIndex((one) => one.name === field.gridAfter);
    ordered.splice(before + 1, 0, field);
  }
  return ordered;
}

/** Fields whose values come back from one product to the next: suggested where they are typed, offered as filters. */
export const REPEATED_FIELDS: readonly ProductField[] = FIELDS.filter((field) => field.repeats);

/** The field of this name. @throws when the catalogue has none: a slip of ours, never of a user. */
export function getField(name: FieldName): ProductField {
  const field = FIELD_BY_NAME.get(name);
  if (!field) throw new Error(`No field named ${name}`);
  return field;
}

/** The key of the attachment that stands for the fields that say so: the typed list of ingredients. */
export const FORMULA_KEY = 'formula';
export const isStoodForByFile = (field: ProductField): boolean => field.fileKey === FORMULA_KEY;
