import type { DOCUMENT_KINDS } from '../attachments/attachment.contract.ts';
import type { FieldDefinition, FieldKind, ValueOfKind } from '../fields/field.ts';
import { POPULATIONS, SPRAYS, ZONES } from './facts.ts';

const named = (keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(keys.map((key) => [key, key.charAt(0).toUpperCase() + key.slice(1)]));

/**
 * What the file of a product says beside the fields of the form: one line each. Their rules, inputs, history, placeholders
 * and what they lack for a control are computed from it. Names of facts that the annexes ask for are English on the wire.
 * `files` are what is attached under the key of a field.
 */
export const CONFORMITY_SECTIONS = [
  {
    title: 'Produit',
    key: 'conformite_produit',
    source: 'article 11 §2 (a)',
    files: [{ key: 'photo', label: 'Photo du produit' }],
    fields: [
      {
        name: 'category',
        label: 'Catégorie de produit',
        example: 'crème visage',
        reason: 'Elle décide des limites des annexes et de l’exposition.',
      },
      {
        name: 'fonction',
        label: 'Fonction du produit',
        example: 'Hydrater et protéger la peau du visage',
        reason: 'La description du produit le relie sans équivoque à son dossier.',
      },
      {
        name: 'rinse',
        label: 'Rinçage',
        kind: 'choice',
        choices: { rince: 'Rincé', non_rince: 'Non rincé' },
        example: 'Non rincé',
        reason: 'Bien des limites ne valent que pour les produits rincés, ou pour les autres.',
        source: 'annexes III à VI',
      },
      {
        name: 'zone',
        label: 'Zone d’application',
        kind: 'choice',
        choices: named(ZONES),
        example: 'Visage',
        reason: 'Le lieu d’application fait partie de l’exposition.',
        source: 'annexe I, partie A, point 6',
      },
      {
        name: 'population',
        label: 'Population visée',
        kind: 'choice',
        choices: named(POPULATIONS),
        example: 'Adulte',
        reason: 'Un produit pour les moins de trois ans demande une évaluation particulière.',
        source: 'article 10 et annexe I, partie A, point 6',
      },
      {
        name: 'professional',
        label: 'Usage professionnel',
        kind: 'yesno',
        example: 'Non',
        reason: 'Certaines limites ne valent que pour l’usage professionnel.',
        source: 'annexe III',
      },
      {
        name: 'spray',
        label: 'Vaporisation',
        kind: 'choice',
        choices: named(SPRAYS),
        example: 'Non',
        reason: 'Un produit vaporisé peut être inhalé.',
        source: 'annexe I, partie A, point 6',
      },
      {
        name: 'inhalable',
        label: 'Peut être inhalé',
        kind: 'yesno',
        example: 'Non',
        reason: 'L’exposition par inhalation est alors à évaluer.',
        source: 'annexe I, partie A, point 6',
      },
      {
        name: 'mucous',
        label: 'Sur les muqueuses',
        kind: 'yesno',
        example: 'Non',
        reason: 'La limite microbiologique est alors de 100 ufc/g (ISO 17516).',
        source: 'annexe I, partie A, point 3',
      },
      {
        name: 'eyes',
        label: 'Pour les yeux',
        kind: 'yesno',
        example: 'Non',
        reason: 'La limite microbiologique est alors de 100 ufc/g (ISO 17516).',
        source: 'annexe I, partie A, point 3',
      },
      {
        name: 'intimate',
        label: 'Hygiène intime externe',
        kind: 'yesno',
        example: 'Non',
        reason: 'L’évaluation s’y arrête à part.',
        source: 'article 10 et annexe I, partie B, point 3',
      },
      {
        name: 'contenu_nominal',
        label: 'Contenu nominal',
        example: '50 ml',
        reason: 'Il figure sur l’étiquette.',
        source: 'article 19',
      },
      {
        name: 'pays_origine',
        label: 'Pays d’origine',
        example: 'France',
        reason: 'Il figure sur l’étiquette d’un produit importé.',
        source: 'article 19',
      },
    ],
  },
  {
    title: 'Personne responsable et notification',
    key: 'conformite_responsable',
    source: 'articles 4, 5, 11 et 13',
    files: [{ key: 'mandat', label: 'Mandat de la personne responsable' }],
    fields: [
      {
        name: 'pr_nom',
        label: 'Personne responsable',
        repeats: true,
        example: 'Maison Valorme SAS',
        reason: 'Elle garantit la conformité du produit et tient son dossier.',
      },
      {
        name: 'pr_adresse',
        label: 'Adresse de la personne responsable',
        repeats: true,
        wide: true,
        example: '12 rue des Lices, 49000 Angers',
        reason: 'Elle figure sur l’étiquette ; elle est dans l’Union.',
      },
      {
        name: 'dip_adresse',
        label: 'Adresse où le dossier est accessible',
        repeats: true,
        wide: true,
        example: '12 rue des Lices, 49000 Angers',
        reason: 'Les autorités l’y consultent pendant dix ans après le dernier lot.',
        source: 'article 11 §3',
      },
      {
        name: 'cpnp_reference',
        ofItsOwn: true,
        label: 'Référence CPNP',
        example: '3812345',
        reason: 'La notification précède la mise sur le marché.',
        source: 'article 13',
      },
      {
        name: 'cpnp_date',
        ofItsOwn: true,
        label: 'Date de la notification CPNP',
        kind: 'date',
        past: true,
        example: '2026-03-04',
        reason: 'La notification précède la mise sur le marché.',
        source: 'article 13',
      },
      {
        name: 'cpnp_maj_date',
        ofItsOwn: true,
        label: 'Dernière mise à jour de la notification CPNP',
        kind: 'date',
        past: true,
        example: '2026-09-14',
        reason: 'Ce qui change de ce qui a été notifié se met à jour sans délai.',
        source: 'article 13 §7',
      },
      {
        name: 'cpnp_formulation_cadre',
        label: 'Formulation-cadre notifiée',
        example: '1.1-2019',
        reason: 'Elle est ce que les centres antipoison lisent du produit.',
        source: 'article 13',
      },
      {
        name: 'nano',
        label: 'Contient des nanomatériaux',
        kind: 'yesno',
        example: 'Non',
        reason: 'Ils se notifient six mois avant la mise sur le marché.',
        source: 'article 16',
      },
      {
        name: 'cmr',
        label: 'Contient des substances CMR',
        kind: 'yesno',
        example: 'Non',
        reason: 'Elles sont interdites, sauf exception.',
        source: 'article 15',
      },
    ],
  },
  {
    title: 'Stabilité et durabilité',
    key: 'conformite_stabilite',
    source: 'annexe I, partie A, point 2',
    files: [{ key: 'stabilite', label: 'Rapport de stabilité', kind: 'stabilité', results: ['stabilite_conclusion'] }],
    fields: [
      {
        name: 'stabilite_protocole',
        label: 'Protocole de stabilité',
        kind: 'longtext',
        example: 'Trois mois à 40 °C, 75 % HR ; douze mois à 25 °C ; cycles de gel et de dégel.',
        reason: 'La stabilité s’établit dans des conditions de conservation raisonnablement prévisibles.',
      },
      {
        name: 'stabilite_conclusion',
        ofItsOwn: true,
        label: 'Conclusion de l’étude de stabilité',
        kind: 'longtext',
        example: 'Stable pendant 36 mois à température ambiante.',
        reason: 'Elle fonde la durabilité annoncée.',
      },
      {
        name: 'stabilite_date',
        ofItsOwn: true,
        label: 'Date du rapport de stabilité',
        kind: 'date',
        past: true,
        example: '2026-02-10',
        reason: 'L’évaluateur s’appuie sur elle : elle précède sa signature.',
      },
      {
        name: 'durabilite',
        label: 'Mention de durabilité',
        kind: 'choice',
        choices: { DDM: 'Date de durabilité minimale (DDM)', PAO: 'Durée après ouverture (PAO)' },
        example: 'Durée après ouverture (PAO)',
        reason: 'La DDM jusqu’à trente mois, la PAO au-delà.',
        source: 'article 19 §1 (c)',
      },
      {
        name: 'durabilite_valeur',
        label: 'Durée',
        example: '12 mois',
        reason: 'Celle de l’étiquette.',
        source: 'article 19 §1 (c)',
      },
      {
        name: 'durabilite_justification',
        ofItsOwn: true,
        label: 'Justification de la durée',
        kind: 'longtext',
        example: 'Challenge test conforme au critère A et stabilité de 36 mois.',
        reason: 'La durée annoncée se démontre.',
      },
    ],
  },
  {
    title: 'Microbiologie',
    key: 'conformite_microbiologie',
    source: 'annexe I, partie A, point 3',
    files: [
      {
        key: 'microbiologie_rapport',
        label: 'Rapport de microbiologie',
        kind: 'microbiologie',
        results: ['p_aeruginosa', 'c_albicans'],
      },
      {
        key: 'challenge_test',
        label: 'Rapport du challenge test',
        kind: 'challenge test',
        results: ['challenge_conclusion'],
      },
    ],
    fields: [
      {
        name: 'p_aeruginosa',
        ofItsOwn: true,
        label: 'Pseudomonas aeruginosa',
        kind: 'measure',
        unit: 'ufc/g',
        example: 'Absence',
        reason: 'Absent d’un gramme ou d’un millilitre de produit (ISO 17516).',
      },
      {
        name: 'c_albicans',
        ofItsOwn: true,
        label: 'Candida albicans',
        kind: 'measure',
        unit: 'ufc/g',
        example: 'Absence',
        reason: 'Absent d’un gramme ou d’un millilitre de produit (ISO 17516).',
      },
      {
        name: 'challenge_laboratoire',
        label: 'Challenge test : laboratoire',
        repeats: true,
        example: 'Laboratoire Armor',
        reason: 'L’efficacité de la conservation se prouve (ISO 11930).',
      },
      {
        name: 'challenge_date',
        ofItsOwn: true,
        label: 'Challenge test : date',
        kind: 'date',
        past: true,
        example: '2026-02-12',
        reason: 'L’évaluateur s’appuie sur lui : il précède sa signature.',
      },
      {
        name: 'challenge_critere',
        ofItsOwn: true,
        label: 'Challenge test : critère',
        kind: 'choice',
        choices: { A: 'Critère A', B: 'Critère B' },
        example: 'Critère A',
        reason: 'Le critère B demande une justification (ISO 11930).',
      },
      {
        name: 'challenge_conclusion',
        ofItsOwn: true,
        label: 'Challenge test : conclusion',
        kind: 'longtext',
        example: 'Conservation efficace, critère A.',
        reason: 'Conclusion du laboratoire.',
      },
      {
        name: 'faible_risque',
        label: 'Produit à faible risque microbiologique : raison',
        kind: 'longtext',
        example: 'Produit anhydre, activité de l’eau inférieure à 0,6.',
        reason: 'Elle tient lieu de challenge test (ISO 29621).',
      },
    ],
  },
  {
    title: 'Traces, emballage et usage',
    key: 'conformite_traces',
    source: 'annexe I, partie A, points 4 et 5',
    files: [],
    fields: [
      {
        name: 'traces_inevitables',
        label: 'Traces techniquement inévitables',
        kind: 'longtext',
        example: 'Le plomb vient de l’oxyde de fer ; sa teneur ne peut être abaissée selon les BPF.',
        reason: 'Une trace de substance interdite se justifie.',
        source: 'article 17 et annexe I, partie A, point 4',
      },
      {
        name: 'purete_emballage',
        label: 'Pureté et stabilité de l’emballage',
        kind: 'longtext',
        example: 'PEHD de qualité alimentaire, certificat du fournisseur du 12/01/2026.',
        reason: 'Les caractéristiques du matériau en contact avec le produit, pureté et stabilité surtout.',
        source: 'annexe I, partie A, point 4',
      },
      {
        name: 'mesusages_previsibles',
        label: 'Mésusages raisonnablement prévisibles',
        kind: 'longtext',
        example: 'Contact avec les yeux ; application par un enfant ; usage sur une peau lésée.',
        reason: 'L’évaluation porte sur l’usage normal et sur l’usage raisonnablement prévisible.',
        source: 'article 3 et annexe I, partie A, point 5',
      },
    ],
  },
  {
    title: 'Étiquette et fabrication',
    key: 'conformite_fabrication',
    source: 'articles 8, 11 et 19',
    files: [
      { key: 'etiquette', label: 'Étiquette', kind: 'étiquette' },
      { key: 'bpf_certificat', label: 'Certificat de bonnes pratiques de fabrication', kind: 'BPF' },
    ],
    fields: [
      {
        name: 'etiquette_version',
        ofItsOwn: true,
        label: 'Version de l’étiquette',
        example: '3',
        reason: 'L’évaluation porte sur cette étiquette-là.',
        source: 'article 19 et annexe I, partie B, point 2',
      },
      {
        name: 'etiquette_date',
        ofItsOwn: true,
        label: 'Date de l’étiquette',
        kind: 'date',
        past: true,
        example: '2026-02-20',
        reason: 'Elle dit de quelle étiquette il s’agit.',
        source: 'article 19',
      },
      {
        name: 'etiquette_relecture',
        ofItsOwn: true,
        label: 'Relecture de l’étiquette',
        wide: true,
        example: 'Maquette version 3 relue mot à mot par Claire Aubry le 20/02/2026.',
        reason: 'Une maquette sans texte ne se compare qu’à l’œil : une personne le dit.',
        source: 'article 19',
      },
      {
        name: 'bpf_declaration',
        ofItsOwn: true,
        label: 'Déclaration de conformité aux BPF',
        kind: 'longtext',
        declaration: true,
        example: 'Le produit est fabriqué selon les bonnes pratiques de fabrication (ISO 22716).',
        reason: 'Le dossier contient cette déclaration.',
        source: 'articles 8 et 11 §2 (c)',
      },
      {
        name: 'bpf_site',
        label: 'Site de fabrication',
        repeats: true,
        wide: true,
        example: 'Laboratoire des Coteaux, ZA des Mortiers, 49070 Beaucouzé',
        reason: 'La déclaration vaut pour un site.',
        source: 'articles 8 et 11 §2 (c)',
      },
      {
        name: 'bpf_signataire',
        label: 'Signataire de la déclaration BPF',
        repeats: true,
        example: 'Marc Rivière, responsable qualité',
        reason: 'Une personne en répond.',
        source: 'articles 8 et 11 §2 (c)',
      },
      {
        name: 'bpf_date',
        ofItsOwn: true,
        label: 'Date de la déclaration BPF',
        kind: 'date',
        past: true,
        example: '2026-02-20',
        reason: 'Une déclaration sans date ne dit pas de quels lots elle répond.',
        source: 'articles 8 et 11 §2 (c)',
      },
      {
        name: 'bpf_expiration',
        label: 'Fin de validité du certificat BPF',
        kind: 'date',
        example: '2027-05-31',
        reason: 'Un lot fabriqué après n’est plus couvert par le certificat.',
        source: 'article 8',
      },
      {
        name: 'dernier_lot_numero',
        ofItsOwn: true,
        label: 'Dernier lot mis sur le marché',
        example: 'L26-118',
        reason: 'Le dossier se conserve dix ans après lui.',
        source: 'article 11 §1',
      },
      {
        name: 'dernier_lot_date',
        ofItsOwn: true,
        label: 'Date du dernier lot',
        kind: 'date',
        past: true,
        example: '2026-09-30',
        reason: 'Le dossier se conserve dix ans après elle.',
        source: 'article 11 §1',
      },
    ],
  },
  {
    title: 'Effets, expérimentation animale, allégations',
    key: 'conformite_declarations',
    source: 'article 11 §2',
    files: [],
    fields: [
      {
        name: 'ei_declaration',
        ofItsOwn: true,
        label: 'Effets indésirables : déclaration ou relevé',
        kind: 'longtext',
        declaration: true,
        example: 'Aucun effet indésirable rapporté pour 12 400 unités vendues.',
        reason: 'Toutes les données disponibles, effets graves compris.',
        source: 'article 23 et annexe I, partie A, point 9',
      },
      {
        name: 'ei_date',
        ofItsOwn: true,
        label: 'Effets indésirables : à la date du',
        kind: 'date',
        past: true,
        example: '2026-09-30',
        reason: 'Un relevé de plus de douze mois n’en est plus un.',
        source: 'annexe I, partie A, point 9',
      },
      {
        name: 'autres_infos_date',
        ofItsOwn: true,
        label: 'Aucune autre information au',
        kind: 'date',
        past: true,
        example: '2026-09-30',
        reason: 'Études sur des volontaires, autres informations pertinentes : ou la date à laquelle il n’y en a pas.',
        source: 'annexe I, partie A, point 10',
      },
      {
        name: 'animaux_declaration',
        ofItsOwn: true,
        label: 'Expérimentation animale : déclaration',
        kind: 'longtext',
        declaration: true,
        example:
          'Ni le fabricant, ni ses agents, ni ses fournisseurs n’ont réalisé d’expérimentation animale pour ce produit.',
        reason: 'Données sur les expérimentations réalisées par le fabricant, ses agents ou ses fournisseurs.',
        source: 'articles 11 §2 (e) et 18',
      },
      {
        name: 'animaux_date',
        ofItsOwn: true,
        label: 'Expérimentation animale : date',
        kind: 'date',
        past: true,
        example: '2026-02-20',
        reason: 'Une déclaration est datée.',
        source: 'article 11 §2 (e)',
      },
      {
        name: 'animaux_signataire',
        label: 'Expérimentation animale : signataire',
        repeats: true,
        example: 'Claire Lenoir, gérante',
        reason: 'Une personne en répond.',
        source: 'article 11 §2 (e)',
      },
      {
        name: 'aucune_allegation',
        label: 'Le produit ne porte aucune allégation',
        kind: 'yesno',
        example: 'Non',
        reason: 'Sinon, chaque effet revendiqué a sa preuve.',
        source: 'article 11 §2 (d)',
      },
    ],
  },
] as const satisfies readonly RecordSection[];

export interface RecordSection {
  readonly title: string;
  /** What is attached to the section itself. */
  readonly key: string;
  /** What asks for its fields, in Regulation (EC) 1223/2009; a field may say its own. */
  readonly source: string;
  readonly files: readonly {
    readonly key: string;
    readonly label: string;
    /** What stands there, when nobody said what it is. */
    readonly kind?: (typeof DOCUMENT_KINDS)[number];
    /** The fields of the section that say what it found. */
    readonly results?: readonly string[];
  }[];
  readonly fields: readonly FieldDefinition[];
}

type ConformityField = (typeof CONFORMITY_SECTIONS)[number]['fields'][number];
type KindIn<F> = F extends { kind: infer K extends FieldKind } ? K : 'text';
export type ConformityName = ConformityField['name'];
export type ConformityValues = { [F in ConformityField as F['name']]: ValueOfKind<KindIn<F>> };

/** The fields of sections, each with the rank of its own. */
export const fieldsOf = <N extends string>(
  sections: readonly RecordSection[],
): readonly (FieldDefinition & { readonly name: N; readonly step: number })[] =>
  sections.flatMap((section, step) =>
    section.fields.map((field) => ({ source: section.source, ...field, name: field.name as N, step })),
  );

export const CONFORMITY_FIELDS = fieldsOf<ConformityName>(CONFORMITY_SECTIONS);

export const NO_CONFORMITY = Object.fromEntries(CONFORMITY_FIELDS.map(({ name }) => [name, null])) as ConformityValues;
