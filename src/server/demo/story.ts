import type { DOCUMENT_KINDS } from '#shared/attachments/attachment.contract.ts';
import type { AssessmentValues } from '#shared/control/assessment.fields.ts';
import type { Claim } from '#shared/control/claims.ts';
import type { ExposureInput } from '#shared/exposure/exposure.contract.ts';
import type { ProductValues } from '#shared/products/product.fields.ts';
import type { ProductStatus } from '#shared/products/product.schema.ts';
import type { ConformityInput } from '#shared/regulation/regulation.contract.ts';
import type { SubstanceInput } from '#shared/substances/substance.contract.ts';

/**
 * The example story: a small house in Angers and its six products, from an empty sheet to a validated dossier. People,
 * firms and references are invented; the figures are of the order the trade knows.
 */
export const STORY_SUBSTANCES: readonly (Pick<SubstanceInput, 'inci' | 'cas' | 'functions'> &
  Partial<SubstanceInput>)[] = [
  {
    inci: 'Aqua',
    cas: ['7732-18-5'],
    functions: ['Solvant'],
    profile: 'Eau purifiée : sans préoccupation toxicologique.',
  },
  {
    inci: 'Glycerin',
    cas: ['56-81-5'],
    functions: ['Humectant'],
    profile: 'Métabolite naturel, additif alimentaire E 422 ; ni irritant ni sensibilisant aux doses d’emploi.',
  },
  {
    inci: 'Caprylic/Capric Triglyceride',
    cas: ['73398-61-5'],
    functions: ['Émollient'],
    profile: 'Triglycéride alimentaire, hydrolysé en acides gras et glycérol ; sans préoccupation systémique.',
  },
  {
    inci: 'Butyrospermum Parkii Butter',
    cas: ['194043-92-0'],
    functions: ['Émollient'],
    profile: 'Beurre végétal comestible ; usage alimentaire et cosmétique ancien, sans alerte.',
  },
  {
    inci: 'Cetearyl Olivate',
    cas: [],
    note: 'Mélange d’esters d’huile d’olive, sans CAS unique.',
    functions: ['Émulsifiant'],
    profile: 'Ester d’acides gras d’olive ; ni irritant ni sensibilisant d’après le dossier du fabricant.',
  },
  {
    inci: 'Sorbitan Olivate',
    cas: [],
    note: 'Mélange d’esters d’huile d’olive, sans CAS unique.',
    functions: ['Émulsifiant'],
    profile: 'Ester de sorbitane, famille des additifs E 491 à E 495 ; sans préoccupation aux doses d’emploi.',
  },
  {
    inci: 'Helianthus Annuus Seed Oil',
    cas: ['8001-21-6'],
    functions: ['Émollient'],
    profile: 'Huile alimentaire raffinée ; sans préoccupation systémique ni allergène de la liste.',
  },
  {
    inci: 'Glyceryl Stearate',
    cas: ['31566-31-1'],
    functions: ['Émulsifiant'],
    profile: 'Additif alimentaire E 471 ; sans préoccupation aux doses d’emploi.',
  },
  {
    inci: 'Betaine',
    cas: ['107-43-7'],
    functions: ['Humectant'],
    profile: 'Constituant naturel de l’alimentation ; sans préoccupation aux doses d’emploi.',
  },
  {
    inci: 'Phenoxyethanol',
    cas: ['122-99-6'],
    functions: ['Conservateur'],
    pod: 357,
    pod_kind: 'NOAEL',
    pod_source: 'SCCS/1575/16',
    study: 'Étude subchronique, 90 jours',
    duration: '90 jours',
    route: 'cutanée',
    dermal_absorption_percent: 80,
    dermal_absorption_source: 'SCCS/1575/16',
  },
  {
    inci: 'Tocopherol',
    cas: ['59-02-9'],
    functions: ['Antioxydant'],
    profile: 'Vitamine E, additif alimentaire E 306 à E 309 ; sans préoccupation aux doses d’emploi.',
  },
  {
    inci: 'Xanthan Gum',
    cas: ['11138-66-2'],
    functions: ['Gélifiant'],
    profile: 'Polysaccharide alimentaire E 415, non absorbé par la peau.',
  },
  {
    inci: 'Sodium Hyaluronate',
    cas: ['9067-32-7'],
    functions: ['Humectant'],
    profile: 'Polymère du tissu conjonctif, non absorbé par la peau ; sans préoccupation.',
  },
  {
    inci: 'Ethylhexylglycerin',
    cas: ['70445-33-9'],
    functions: ['Agent de protection de la peau'],
    profile: 'Renfort de conservation à 0,10 % ; sensibilisation rare, sans alerte systémique à cette dose.',
  },
  {
    inci: 'Citric Acid',
    cas: ['77-92-9'],
    functions: ['Régulateur de pH'],
    profile: 'Métabolite du cycle de Krebs, additif alimentaire E 330 ; ajuste le pH.',
  },
  {
    inci: 'Linalool',
    cas: ['78-70-6'],
    functions: ['Parfumant'],
    profile: 'Allergène de parfum, présent par le parfum ; à citer sur l’étiquette au-dessus du seuil.',
  },
  {
    inci: 'Limonene',
    cas: ['5989-27-5'],
    functions: ['Parfumant'],
    profile: 'Allergène de parfum, présent par le parfum ; à citer sur l’étiquette au-dessus du seuil.',
  },
];

/** The perfume of the line « Parfum », with the allergens of its certificate in percents of it. */
export const STORY_PERFUME = {
  trade_name: 'Parfum Aube 0314',
  supplier: 'Essences de Grasse',
  perfume_code: '0314',
  allergens: { Linalool: 4.2, Limonene: 1.8 },
};

/** A piece of the file, as a page of words. */
export interface StoryFile {
  field_key: string;
  name: string;
  kind: (typeof DOCUMENT_KINDS)[number] | null;
  issued_on: string | null;
  lines: readonly string[];
}

export interface StoryProduct {
  status: ProductStatus;
  values: Partial<{ [Name in keyof ProductValues]: string }>;
  /** Its list of ingredients is a table too. */
  inTable?: true;
  formulaFile?: { name: string; text: string };
  /** What its file says beside the form. */
  conformity?: Partial<ConformityInput>;
  exposure?: Partial<ExposureInput>;
  /** Written and signed by the assessor. */
  assessment?: Partial<AssessmentValues> & { signed_on: string };
  claims?: readonly (Claim & { file: StoryFile })[];
  files?: readonly StoryFile[];
  /** The day from which the formula is this one. */
  establishedOn?: string;
}

const VALORME = {
  nom_client: 'Maison Valorme',
  marque: 'Valorme',
  resp_mise_marche: 'Maison Valorme SAS, 12 rue des Lices, 49000 Angers',
  faconnerie: 'Laboratoire des Coteaux, 49070 Beaucouzé',
};

const MICROBIOLOGY = {
  germes_aerobies: '< 10',
  levures_moisissures: '< 10',
  e_coli: 'Absence',
  staphylocoques: 'Absence',
  observations_microbio:
    'Conforme à la norme ISO 17516 : germes aérobies mésophiles inférieurs à 1 000 UFC/g. Absence de Pseudomonas aeruginosa et de Candida albicans dans 1 g.',
};

const IMPURITIES = { metaux_lourds: '< 5', arsenic: '< 0,5', plomb: '< 1', mercure: '< 0,1' };

const CREAM_FORMULA = [
  'Aqua – 71,45 %',
  'Glycerin – 6,00 %',
  'Caprylic/Capric Triglyceride – 5,50 %',
  'Butyrospermum Parkii Butter – 4,00 %',
  'Cetearyl Olivate – 2,50 %',
  'Helianthus Annuus Seed Oil – 3,00 %',
  'Glyceryl Stearate – 2,50 %',
  'Sorbitan Olivate – 1,00 %',
  'Betaine – 1,50 %',
  'Phenoxyethanol – 0,90 %',
  'Tocopherol – 0,50 %',
  'Xanthan Gum – 0,40 %',
  'Parfum – 0,30 %',
  'Sodium Hyaluronate – 0,20 %',
  'Ethylhexylglycerin – 0,10 %',
  'Citric Acid – 0,15 %',
];

const CREAM: StoryProduct = {
  status: 'VALIDATED',
  inTable: true,
  establishedOn: '2026-01-20',
  conformity: {
    category: 'crème visage',
    fonction: 'Hydrater et protéger la peau du visage et du cou',
    rinse: 'non_rince',
    zone: 'visage',
    population: 'adulte',
    spray: 'non',
    professional: false,
    inhalable: false,
    mucous: false,
    eyes: false,
    intimate: false,
    contenu_nominal: '50 ml',
    pays_origine: 'France',
    pr_nom: 'Maison Valorme SAS',
    pr_adresse: '12 rue des Lices, 49000 Angers',
    dip_adresse: '12 rue des Lices, 49000 Angers',
    cpnp_reference: '3812345',
    cpnp_date: '2026-03-04',
    nano: false,
    cmr: false,
    stabilite_protocole: 'Trois mois à 40 °C et 75 % d’humidité ; douze mois à 25 °C ; cinq cycles de gel et de dégel.',
    stabilite_conclusion: 'Stable : durée de vie de 36 mois à température ambiante.',
    stabilite_date: '2026-02-10',
    durabilite: 'PAO',
    durabilite_valeur: '12 mois',
    durabilite_justification:
      'Durée de vie supérieure à 30 mois ; challenge test conforme au critère A et compatibilité avec le tube.',
    p_aeruginosa: 'Absence',
    c_albicans: 'Absence',
    challenge_laboratoire: 'Laboratoire Armor, Rennes',
    challenge_date: '2026-02-12',
    challenge_critere: 'A',
    challenge_conclusion: 'Conservation efficace : critère A de la norme ISO 11930 pour les cinq souches.',
    purete_emballage: 'PEHD multicouche apte au contact alimentaire, attestation du fabricant du tube du 12/01/2026.',
    mesusages_previsibles:
      'Application sur le contour des yeux ; usage sur une peau lésée ; application par un enfant. Sans danger attendu au vu des marges.',
    etiquette_version: '3',
    etiquette_date: '2026-02-20',
    bpf_declaration: 'Le produit est fabriqué conformément aux bonnes pratiques de fabrication (ISO 22716).',
    bpf_site: 'Laboratoire des Coteaux, ZA des Mortiers, 49070 Beaucouzé',
    bpf_signataire: 'Marc Rivière, responsable qualité',
    bpf_expiration: '2028-05-31',
    ei_declaration: 'Aucun effet indésirable, grave ou non, rapporté pour 12 400 unités vendues.',
    ei_date: '2026-09-30',
    autres_infos_date: '2026-09-30',
    animaux_declaration:
      'Ni la personne responsable, ni ses agents, ni ses fournisseurs n’ont réalisé d’expérimentation animale pour ce produit.',
    animaux_date: '2026-02-20',
    animaux_signataire: 'Claire Aubry, affaires réglementaires',
  },
  exposure: {
    category: 'face_cream',
    routes: ['cutanée'],
    remarks: {
      parfum: 'Composition du parfumeur, certificat IFRA joint : évaluée par ses allergènes et son certificat.',
    },
  },
  files: [
    {
      field_key: 'photo',
      name: 'Photo Éclat d’Aube.pdf',
      kind: null,
      issued_on: '2026-02-20',
      lines: ['Tube 50 ml et son étui, vus de face et de dos.'],
    },
    {
      field_key: 'stabilite',
      name: 'RS-26-031 Stabilité.pdf',
      kind: 'stabilité',
      issued_on: '2026-02-10',
      lines: ['Trois mois à 40 °C : aspect, odeur, pH et viscosité conformes.', 'Douze mois à 25 °C : conformes.'],
    },
    {
      field_key: 'microbiologie_rapport',
      name: 'MB-26-044 Microbiologie.pdf',
      kind: 'microbiologie',
      issued_on: '2026-02-11',
      lines: [
        'Germes aérobies : < 10 ufc/g. Levures et moisissures : < 10 ufc/g.',
        'Germes recherchés : absents de 1 g.',
      ],
    },
    {
      field_key: 'challenge_test',
      name: 'CT-26-012 Challenge test.pdf',
      kind: 'challenge test',
      issued_on: '2026-02-12',
      lines: ['ISO 11930, cinq souches : critère A.'],
    },
    {
      field_key: 'etiquette',
      name: 'Étiquette version 3.pdf',
      kind: 'étiquette',
      issued_on: '2026-02-20',
      lines: ['Crème Éclat d’Aube, 50 ml, PAO 12 mois.', 'Maison Valorme SAS, 12 rue des Lices, 49000 Angers.'],
    },
    {
      field_key: 'bpf_certificat',
      name: 'BPF-2025 Certificat ISO 22716.pdf',
      kind: 'BPF',
      issued_on: '2025-06-01',
      lines: ['Laboratoire des Coteaux, Beaucouzé : ISO 22716.'],
    },
    {
      field_key: 'evaluateur_preuve',
      name: 'Diplôme Dr Marchand.pdf',
      kind: 'diplôme',
      issued_on: null,
      lines: ['Docteur en pharmacie ; diplôme universitaire de toxicologie.'],
    },
    {
      field_key: 'signature',
      name: 'Partie B signée.pdf',
      kind: null,
      issued_on: '2026-02-27',
      lines: ['Évaluation de la sécurité, partie B, signée à Angers le 27/02/2026.', 'Dr Hélène Marchand'],
    },
  ],
  claims: [
    {
      id: 'hydratation',
      texte: 'Hydrate 24 heures',
      support: 'etiquette',
      critere: 'preuves',
      preuve: 'etude',
      adequation: 'Cornéométrie sur 22 volontaires, à la dose d’emploi, jusqu’à 24 heures.',
      revue_le: '2026-02-20',
      file: {
        field_key: 'allegation_hydratation',
        name: 'HY-26-003 Cornéométrie.pdf',
        kind: 'preuve d’allégation',
        issued_on: '2026-02-18',
        lines: ['22 volontaires : hydratation en hausse à 24 heures.'],
      },
    },
  ],
  assessment: {
    evaluateur_nom: 'Dr Hélène Marchand',
    evaluateur_diplome: 'Docteur en pharmacie, diplôme universitaire de toxicologie',
    evaluateur_adresse: '4 place du Ralliement, 49100 Angers',
    b1: 'Au vu des informations de la partie A et de leur examen au point B.3, la crème « Éclat d’Aube » (formule CV-2026-014, version 1.2) est jugée sûre pour la santé humaine dans les conditions d’utilisation normales ou raisonnablement prévisibles, au sens de l’article 3 du règlement (CE) n° 1223/2009.',
    b2: 'L’étiquette (version 3) porte « Éviter le contact avec les yeux » et la liste des ingrédients, allergènes de parfum compris. Aucun autre avertissement n’est nécessaire.',
    b3: 'Produit non rincé pour le visage de l’adulte. Le phénoxyéthanol, à 0,90 %, respecte l’annexe V, entrée 29 ; c’est la substance dimensionnante. Les autres ingrédients sont d’usage ancien et sans alerte aux doses d’emploi. La microbiologie, la stabilité et le challenge test sont conformes. Le test HRIPT sur 51 volontaires ne montre ni irritation ni sensibilisation.',
    signed_on: '2026-02-27',
  },
  values: {
    ...VALORME,
    ...MICROBIOLOGY,
    ...IMPURITIES,
    gamme: 'Hydratation quotidienne',
    nom_produit: 'Crème visage hydratante',
    format: 'Tube 50 ml',
    version: '1.2',
    nom_commercial: 'Crème Éclat d’Aube',
    ref_formule: 'CV-2026-014',
    ref_produit: 'VAL-0142',
    date_mise_marche: '2026-03-15',
    fournisseur: 'Ingrédia Ouest, 35000 Rennes',
    ingredients: CREAM_FORMULA.join('\n'),
    ph: '5,6',
    viscosite: '12 500',
    densite: '0,985',
    point_eclair: 'NA',
    observations_physico: 'Émulsion blanche, homogène, lisse ; odeur florale légère. Spécification : pH 5,2 à 6,0.',
    type_emballage: 'Tube avec capsule service, étui carton',
    materiau_emballage: 'Tube PEHD multicouche, capsule PP',
    observations_impuretes:
      'Traces techniquement inévitables dans les conditions des BPF, sans incidence sur la sécurité. Attestations d’aptitude au contact fournies par le fabricant du tube.',
    utilisation_normale:
      'Soin du visage et du cou, non rincé, destiné à l’adulte. Usage déraisonnable prévisible : application sur le contour des yeux.',
    frequence_utilisation: '2',
    duree_utilisation: '720',
    instructions_utilisation:
      'Appliquer matin et soir sur le visage et le cou propres et secs, en évitant le contour des yeux.',
    precautions_emploi:
      'Usage externe. Éviter le contact avec les yeux. Ne pas appliquer sur une peau lésée. Tenir hors de portée des enfants.',
    surface_exposee: '565',
    quantite_appliquee: '1,274',
    concentration_air: '0',
    volume_respire: '0',
    quantite_ingeree: '0',
    observations_expositions:
      'Crème visage : 1,54 g/jour, facteur de rétention 1 (SCCS/1647/22, 12e révision). Exposition cutanée seule.',
    dl50_orale: '> 2 000',
    dl50_cutanee: '> 2 000',
    cl50_inhalation: 'NA',
    dose_sans_effet: '164',
    dose_min_effet: '400',
    etudes_genotoxicite:
      'Aucun ingrédient génotoxique aux concentrations d’emploi. Test d’Ames négatif sur l’extrait parfumé (OCDE 471).',
    etudes_cancerogenicite: 'Aucun ingrédient classé CMR au sens de l’article 15.',
    etudes_reprotoxicite: 'Phénoxyéthanol : 0,90 %, conforme à l’annexe V, entrée 29 (1 % au plus).',
    observations_toxicologie:
      'Valeurs du phénoxyéthanol, substance dimensionnante. Profils détaillés par ingrédient en annexe.',
    irritation_cutanee: 'Patch test sous contrôle dermatologique, 22 volontaires : aucune réaction.',
    sensibilisation_cutanee: 'Test HRIPT sur 51 volontaires : non sensibilisant.',
    irritation_oculaire: 'HET-CAM : faiblement irritant.',
    effets_systemiques: 'Aucun effet rapporté.',
    effets_respiratoires: 'Sans objet : produit non vaporisé.',
    observations_effets_indesirables: 'Aucun effet indésirable déclaré au 1er mars 2026.',
    duree_conservation: '36 mois ; PAO 12 mois',
    conditions_conservation: 'Entre 5 et 25 °C, à l’abri de la lumière.',
    resultats_stabilite: 'Stable 3 mois à 40 °C et 12 mois à 25 °C : aspect, odeur, pH et viscosité conformes.',
    tests_compatibilite: 'Compatibilité contenant/contenu conforme après 3 mois à 40 °C.',
    infos_fabrication:
      'Émulsion à chaud, 75 °C, puis refroidissement sous agitation. Fabrication selon les BPF, ISO 22716.',
    infos_controle_qualite: 'Contrôle de chaque lot : aspect, odeur, pH, viscosité, densité, microbiologie.',
    observations_autres_infos: 'Challenge test : critère A de la norme ISO 11930.',
    references_bibliographiques:
      'SCCS/1647/22, Notes of Guidance, 12e révision.\nSCCS/1575/16, avis sur le phénoxyéthanol.',
    notes_commentaires: 'Prochaine revue du dossier : mars 2027.',
    pieces_jointes:
      'RS-26-031 Stabilité ; CA-26-118 Certificat d’analyse ; HR-26-009 HRIPT ; BPF-2025 Certificat ISO 22716.',
    valide_par: 'Claire Aubry, affaires réglementaires',
    date_validation: '2026-03-02',
    observations_finales: 'Dossier complet au 2 mars 2026.',
  },
  formulaFile: {
    name: 'Formule CV-2026-014.csv',
    text: `INCI;% m/m\n${CREAM_FORMULA.map((line) => line.replace(' – ', ';').replace(' %', '')).join('\n')}\n`,
  },
};

const SHAMPOO: StoryProduct = {
  status: 'VALIDATED',
  values: {
    ...VALORME,
    ...MICROBIOLOGY,
    ...IMPURITIES,
    gamme: 'Cheveux sensibles',
    nom_produit: 'Shampooing doux au tilleul',
    format: 'Flacon 250 ml',
    version: '2.0',
    nom_commercial: 'Douceur de Tilleul',
    ref_formule: 'SH-2025-007',
    ref_produit: 'VAL-0118',
    date_mise_marche: '2025-11-03',
    fournisseur: 'Tensio Services, 44800 Saint-Herblain',
    ingredients:
      'Aqua – 74,80 %\nCoco-Glucoside – 12,00 %\nSodium Cocoyl Isethionate – 6,00 %\nGlycerin – 3,00 %\nTilia Cordata Flower Extract – 1,50 %\nSodium Benzoate – 0,45 %\nPotassium Sorbate – 0,25 %\nCitric Acid – 1,50 %\nParfum – 0,50 %',
    ph: '5,2',
    viscosite: '3 800',
    densite: '1,028',
    observations_physico: 'Liquide limpide, légèrement ambré.',
    type_emballage: 'Flacon et capsule',
    materiau_emballage: 'rPET 100 %, capsule PP',
    utilisation_normale: 'Produit rincé, destiné à l’adulte.',
    frequence_utilisation: '1',
    duree_utilisation: '2',
    instructions_utilisation: 'Appliquer sur cheveux mouillés, masser, rincer abondamment.',
    precautions_emploi: 'En cas de contact avec les yeux, rincer à l’eau claire.',
    surface_exposee: '1 440',
    quantite_appliquee: '7,264',
    observations_expositions: 'Shampooing : 10,46 g/jour, facteur de rétention 0,01 (SCCS/1647/22).',
    dl50_orale: '> 2 000',
    duree_conservation: '30 mois',
    resultats_stabilite: 'Stable 3 mois à 40 °C.',
    infos_fabrication: 'Mélange à froid. BPF, ISO 22716.',
    valide_par: 'Claire Aubry, affaires réglementaires',
    date_validation: '2025-10-20',
  },
};

const BALM: StoryProduct = {
  status: 'DRAFT',
  values: {
    ...VALORME,
    gamme: 'Lèvres',
    nom_produit: 'Baume à lèvres au karité',
    format: 'Stick 4,5 g',
    version: '1.0',
    nom_commercial: 'Baume Karité Nu',
    ref_formule: 'BL-2026-003',
    ref_produit: 'VAL-0151',
    date_mise_marche: '2027-02-01',
    fournisseur: 'Ingrédia Ouest, 35000 Rennes',
    ingredients:
      'Ricinus Communis Seed Oil – 38,00 %\nButyrospermum Parkii Butter – 25,00 %\nCera Alba – 18,00 %\nSimmondsia Chinensis Seed Oil – 17,50 %\nTocopherol – 1,00 %\nAroma – 0,50 %',
    densite: '0,94',
    observations_physico: 'Bâton ivoire, point de goutte 62 °C.',
    germes_aerobies: '< 10',
    levures_moisissures: '< 10',
    type_emballage: 'Stick rotatif',
    materiau_emballage: 'PP',
    utilisation_normale: 'Soin des lèvres, non rincé ; ingestion prise en compte.',
    frequence_utilisation: '2',
    surface_exposee: '4,8',
    quantite_appliquee: '5,938',
    quantite_ingeree: '57',
    notes_commentaires: 'En attente du rapport de stabilité à 3 mois.',
  },
};

const SHOWER: StoryProduct = {
  status: 'DRAFT',
  values: {
    nom_client: 'Thermes de Loire',
    marque: 'Thermes de Loire',
    gamme: 'Bain',
    nom_produit: 'Gel douche à la verveine',
    format: 'Flacon pompe 500 ml',
    version: '0.9',
    nom_commercial: 'Verveine d’Été',
    ref_formule: 'GD-2026-021',
    resp_mise_marche: 'Thermes de Loire SARL, 3 quai Gautreau, 49400 Saumur',
    faconnerie: 'Laboratoire des Coteaux, 49070 Beaucouzé',
    fournisseur: 'Tensio Services, 44800 Saint-Herblain',
    ph: '5,8',
    viscosite: '4 200',
    notes_commentaires: 'Formule attendue du client, sous forme de fichier.',
  },
};

const CLEANER: StoryProduct = {
  status: 'DRAFT',
  values: {
    nom_client: 'Atelier du Pin',
    marque: 'Atelier du Pin',
    gamme: 'Maison',
    nom_produit: 'Nettoyant multi-surfaces au pin',
    format: 'Vaporisateur 750 ml',
    nom_commercial: 'Net & Pin',
    ref_formule: 'NM-2026-002',
    ph: '8,4',
    densite: '1,004',
    notes_commentaires: 'Produit d’entretien : fiche de données de sécurité et notification UFI à joindre.',
  },
};

const EMPTY: StoryProduct = { status: 'DRAFT', values: {} };

export const STORY: readonly StoryProduct[] = [EMPTY, CLEANER, SHOWER, BALM, SHAMPOO, CREAM];

export const DEMO_PASSWORD = 'demonstration';
export const DEMO_ACCOUNTS = [
  { email: 'admin@demo.diplo', role: 'admin' },
  { email: 'claire@demo.diplo', role: 'editor' },
  { email: 'lecture@demo.diplo', role: 'viewer' },
] as const;
