import type { FieldKind, PrintedField, ValueOfKind } from '../fields/field.ts';

/**
 * The catalogue: 11 steps, their fields, one line each. The types, the rules, the form, the detail page, the columns of
 * the list, the placeholders of the templates, the progression, the history and docs/champs.md are computed from it.
 * The order is that of the form, which follows Annex I, part A, of Regulation (EC) 1223/2009.
 */
export const STEPS = [
  {
    title: 'Informations produit',
    key: 'informations',
    source: 'articles 11 et 19',
    fields: [
      {
        name: 'nom_client',
        label: 'Nom du client',
        label_en: 'Client name',
        message: 'Le nom du client est requis',
        grid: 'Client',
        repeats: true,
        example: 'Maison Valorme',
        reason:
          'Celui pour qui le dossier est fait. Le dossier se tient à l’adresse de la personne responsable, qui le montre aux autorités.',
        source: '',
      },
      {
        name: 'marque',
        label: 'Marque',
        label_en: 'Brand',
        message: 'La marque est requise',
        grid: 'Marque',
        repeats: true,
        example: 'Valorme',
        reason: 'Elle figure sur l’étiquette et dans la notification du produit au portail européen (CPNP).',
        source: 'articles 13 et 19',
      },
      {
        name: 'gamme',
        label: 'Gamme',
        label_en: 'Product range',
        message: 'La gamme est requise',
        grid: 'Gamme',
        repeats: true,
        example: 'Hydratation quotidienne',
        reason: 'Elle aide à retrouver d’un même geste les produits qui partagent une formule ou des essais.',
        source: '',
      },
      {
        name: 'nom_produit',
        label: 'Nom du produit',
        label_en: 'Product name',
        message: 'Le nom du produit est requis',
        example: 'Crème visage hydratante',
        reason: 'Le dossier contient une description du produit qui le relie sans équivoque à son rapport de sécurité.',
      },
      {
        name: 'format',
        label: 'Format',
        label_en: 'Pack size',
        message: 'Le format est requis',
        example: 'Tube 50 ml',
        reason: 'Le contenu nominal figure sur l’étiquette ; l’exposition se calcule pour ce conditionnement.',
        source: 'article 19',
      },
      {
        name: 'version',
        label: 'Version',
        label_en: 'Version',
        message: 'La version est requise',
        example: '1.0',
        reason: 'Un dossier est tenu à jour : la version dit à quel état de la formule il se rapporte.',
      },
      {
        name: 'nom_commercial',
        label: 'Nom commercial',
        label_en: 'Trade name',
        message: 'Le nom commercial est requis',
        grid: 'Nom commercial',
        example: 'Crème Éclat d’Aube',
        reason: 'Le nom sous lequel le produit est vendu est notifié au CPNP et doit le désigner sans équivoque.',
        source: 'articles 11 et 13',
      },
      {
        name: 'ref_formule',
        label: 'Référence formule',
        label_en: 'Formula reference',
        message: 'La référence formule est requise',
        grid: 'Référence formule',
        example: 'CV-2026-014',
        reason: 'Elle relie le dossier à la formule exacte qui a été évaluée, et à ses essais.',
      },
      {
        name: 'ref_produit',
        label: 'Référence produit',
        label_en: 'Product reference',
        optional: true,
        grid: 'Référence produit',
        example: 'VAL-0142',
        reason: 'Elle distingue les présentations d’une même formule : contenance, parfum, étui.',
      },
      {
        name: 'date_mise_marche',
        ofItsOwn: true,
        label: 'Date de mise sur le marché',
        label_en: 'Date of placing on the market',
        kind: 'date',
        message: 'La date de mise sur le marché est requise',
        grid: 'Date mise en marché',
        example: '2026-03-15',
        reason:
          'L’évaluation de la sécurité et la notification la précèdent ; le dossier se conserve dix ans à compter du dernier lot.',
        source: 'articles 10, 11 et 13',
      },
      {
        name: 'resp_mise_marche',
        wide: true,
        label: 'Responsable de la mise sur le marché',
        label_en: 'Responsible for placing on the market',
        message: 'Le responsable de la mise sur le marché est requis',
        grid: 'Responsable mise en marché',
        repeats: true,
        example: 'Maison Valorme SAS, 12 rue des Lices, 49000 Angers',
        reason:
          'Seul un produit pour lequel une personne responsable est désignée dans l’Union peut être mis sur le marché ; son nom et son adresse figurent sur l’étiquette.',
        source: 'articles 4 et 19',
      },
      {
        name: 'faconnerie',
        label: 'Façonnier',
        label_en: 'Contract manufacturer',
        message: 'Le façonnier est requis',
        repeats: true,
        example: 'Laboratoire des Coteaux, Beaucouzé',
        reason:
          'Le dossier décrit la méthode de fabrication et déclare la conformité aux bonnes pratiques de fabrication : il dit donc qui fabrique.',
        source: 'articles 8 et 11',
      },
      {
        name: 'fournisseur',
        label: 'Fournisseur',
        label_en: 'Supplier',
        message: 'Le fournisseur est requis',
        grid: 'Fournisseur',
        gridAfter: 'nom_commercial',
        repeats: true,
        example: 'Ingrédia Ouest',
        reason: 'La pureté et l’origine des matières premières viennent de lui ; il fournit leurs fiches.',
      },
    ],
  },
  {
    title: 'Formule quali-quantitative',
    key: 'formula',
    source: 'annexe I, partie A, point 1',
    short: 'Formule',
    fields: [
      {
        name: 'ingredients',
        label: 'Liste des ingrédients (un par ligne)',
        label_en: 'List of ingredients (one per line)',
        kind: 'longtext',
        rows: 10,
        message: 'La liste des ingrédients est requise',
        fileKey: 'formula',
        example: 'Aqua 72,4 %\nGlycerin 5,0 %\nButyrospermum Parkii Butter 4,0 %',
        reason:
          'Composition qualitative et quantitative : identité chimique et fonction de chaque substance, parfum compris.',
      },
    ],
  },
  {
    title: 'Analyses Physico-chimiques',
    key: 'physico_chimie',
    source: 'annexe I, partie A, point 2',
    fields: [
      {
        name: 'ph',
        ofItsOwn: true,
        label: 'pH',
        label_en: 'pH',
        kind: 'number',
        increment: 0.1,
        max: 14,
        example: '5,5',
        reason: 'Le pH commande la tolérance cutanée et l’activité du conservateur.',
      },
      {
        name: 'viscosite',
        ofItsOwn: true,
        label: 'Viscosité',
        label_en: 'Viscosity',
        kind: 'measure',
        ranges: true,
        unit: 'mPa.s',
        example: '12 500',
        reason: 'Elle identifie le produit fini et révèle une instabilité au vieillissement.',
      },
      {
        name: 'densite',
        ofItsOwn: true,
        label: 'Densité',
        label_en: 'Density',
        kind: 'measure',
        ranges: true,
        increment: 0.001,
        example: '0,985',
        reason: 'Elle identifie le produit fini et permet de passer du volume à la masse appliquée.',
      },
      {
        name: 'point_eclair',
        ofItsOwn: true,
        label: 'Point éclair',
        label_en: 'Flash point',
        kind: 'measure',
        ranges: true,
        unit: '°C',
        min: -273.15,
        example: '93',
        reason: 'Il décide du classement et du transport d’un produit inflammable.',
      },
      {
        name: 'observations_physico',
        ofItsOwn: true,
        label: 'Observations physico-chimiques',
        label_en: 'Physico-chemical remarks',
        kind: 'longtext',
        optional: true,
        example: 'Émulsion blanche, homogène, odeur florale légère.',
        reason: 'Aspect, couleur, odeur : ce qui permet de reconnaître un lot conforme.',
      },
    ],
  },
  {
    title: 'Analyses Microbiologiques',
    key: 'microbiologie',
    source: 'annexe I, partie A, point 3',
    fields: [
      {
        name: 'germes_aerobies',
        ofItsOwn: true,
        label: 'Germes aérobies mésophiles',
        label_en: 'Aerobic mesophilic bacteria',
        kind: 'measure',
        unit: 'ufc/g',
        example: '< 10',
        reason: 'La qualité microbiologique du produit fini est exigée ; la norme ISO 17516 en donne les limites.',
      },
      {
        name: 'levures_moisissures',
        ofItsOwn: true,
        label: 'Levures et moisissures',
        label_en: 'Yeasts and moulds',
        kind: 'measure',
        unit: 'ufc/g',
        example: '< 10',
        reason: 'La qualité microbiologique du produit fini est exigée ; la norme ISO 17516 en donne les limites.',
      },
      {
        name: 'e_coli',
        ofItsOwn: true,
        label: 'Escherichia coli',
        label_en: 'Escherichia coli',
        kind: 'measure',
        unit: 'ufc/g',
        example: 'Absence',
        reason: 'Ce micro-organisme doit être absent d’un gramme ou d’un millilitre de produit (ISO 17516).',
      },
      {
        name: 'staphylocoques',
        ofItsOwn: true,
        label: 'Staphylocoques',
        label_en: 'Staphylococci',
        kind: 'measure',
        unit: 'ufc/g',
        example: 'Absence',
        reason: 'Staphylococcus aureus doit être absent d’un gramme ou d’un millilitre de produit (ISO 17516).',
      },
      {
        name: 'observations_microbio',
        ofItsOwn: true,
        label: 'Observations microbiologiques',
        label_en: 'Microbiological remarks',
        kind: 'longtext',
        optional: true,
        example: 'Conforme à la norme ISO 17516.',
        reason: 'Résultats du test d’efficacité de la conservation (challenge test), ou raison de ne pas le faire.',
      },
    ],
  },
  {
    title: 'Impuretés & emballage',
    key: 'impuretes_emballage',
    source: 'annexe I, partie A, point 4',
    fields: [
      {
        name: 'metaux_lourds',
        ofItsOwn: true,
        label: 'Métaux lourds',
        label_en: 'Heavy metals',
        kind: 'measure',
        unit: 'ppm',
        example: '< 5',
        reason:
          'Une trace de substance interdite n’est tolérée que si elle est techniquement inévitable et sans risque.',
        source: 'article 17 et annexe I, partie A, point 4',
      },
      {
        name: 'arsenic',
        ofItsOwn: true,
        label: 'Arsenic',
        label_en: 'Arsenic',
        kind: 'measure',
        unit: 'ppm',
        example: '< 0,5',
        reason: 'Substance interdite (annexe II) : seule une trace techniquement inévitable est tolérée.',
        source: 'articles 14 et 17',
      },
      {
        name: 'plomb',
        ofItsOwn: true,
        label: 'Plomb',
        label_en: 'Lead',
        kind: 'measure',
        unit: 'ppm',
        example: '< 1',
        reason: 'Substance interdite (annexe II) : seule une trace techniquement inévitable est tolérée.',
        source: 'articles 14 et 17',
      },
      {
        name: 'mercure',
        ofItsOwn: true,
        label: 'Mercure',
        label_en: 'Mercury',
        kind: 'measure',
        unit: 'ppm',
        example: 'ND',
        reason:
          'Substance interdite (annexe II), hors conservateurs pour les yeux : seule une trace inévitable est tolérée.',
        source: 'articles 14 et 17, annexe V',
      },
      {
        name: 'type_emballage',
        label: 'Type d’emballage',
        label_en: 'Type of packaging',
        example: 'Tube avec capsule service',
        reason: 'Le contenant influe sur la conservation, la dose délivrée et l’exposition.',
      },
      {
        name: 'materiau_emballage',
        label: 'Matériau d’emballage',
        label_en: 'Packaging material',
        example: 'PEHD, capsule PP',
        reason: 'La pureté et la stabilité du matériau en contact avec le produit sont à documenter.',
      },
      {
        name: 'observations_impuretes',
        label: 'Observations sur les impuretés et l’emballage',
        label_en: 'Remarks on impurities and packaging',
        kind: 'longtext',
        optional: true,
        example: 'Traces techniquement inévitables, sans incidence sur la sécurité.',
        reason: 'La preuve que les traces de substances interdites sont techniquement inévitables.',
      },
    ],
  },
  {
    title: 'Utilisation normale',
    key: 'utilisation',
    source: 'annexe I, partie A, point 5',
    fields: [
      {
        name: 'utilisation_normale',
        label: 'Utilisation normale',
        label_en: 'Normal use',
        kind: 'longtext',
        message: 'L’utilisation normale est requise',
        example: 'Soin du visage non rincé, adulte.',
        reason: 'L’évaluation porte sur l’usage normal et raisonnablement prévisible du produit.',
      },
      {
        name: 'frequence_utilisation',
        label: 'Fréquence d’utilisation',
        label_en: 'Frequency of use',
        kind: 'number',
        unit: 'fois par jour',
        min: 1,
        example: '2',
        reason: 'Le nombre d’applications par jour entre dans le calcul de l’exposition.',
      },
      {
        name: 'duree_utilisation',
        label: 'Durée d’utilisation',
        label_en: 'Duration of use',
        kind: 'number',
        unit: 'minutes',
        min: 1,
        example: '720',
        reason: 'Le temps de contact distingue un produit rincé d’un produit non rincé.',
      },
      {
        name: 'instructions_utilisation',
        label: 'Instructions d’utilisation',
        label_en: 'Instructions for use',
        kind: 'longtext',
        message: 'Les instructions d’utilisation sont requises',
        example: 'Appliquer matin et soir sur le visage et le cou propres.',
        reason: 'Le mode d’emploi figure sur l’étiquette quand il est nécessaire au bon usage.',
        source: 'article 19 et annexe I, partie A, point 5',
      },
      {
        name: 'precautions_emploi',
        label: 'Précautions d’emploi',
        label_en: 'Precautions for use',
        kind: 'longtext',
        example: 'Éviter le contour des yeux. Usage externe.',
        reason:
          'Les précautions particulières d’emploi figurent sur l’étiquette, celles des annexes III à VI au moins.',
        source: 'article 19',
      },
    ],
  },
  {
    title: 'Expositions',
    key: 'expositions',
    source: 'annexe I, partie A, points 6 et 7',
    fields: [
      {
        name: 'surface_exposee',
        label: 'Surface exposée',
        label_en: 'Surface area of application',
        kind: 'number',
        unit: 'cm²',
        example: '565',
        reason: 'Le lieu et la surface d’application font partie de l’exposition à décrire.',
      },
      {
        name: 'quantite_appliquee',
        label: 'Quantité appliquée',
        label_en: 'Amount applied',
        kind: 'number',
        unit: 'mg/cm²',
        example: '1,274',
        reason: 'La quantité appliquée fait partie de l’exposition à décrire.',
      },
      {
        name: 'concentration_air',
        label: 'Concentration dans l’air',
        label_en: 'Concentration in air',
        kind: 'number',
        unit: 'mg/m³',
        example: '0',
        reason: 'Pour un produit vaporisé, l’exposition par inhalation est à considérer.',
      },
      {
        name: 'volume_respire',
        label: 'Volume respiré',
        label_en: 'Inhaled volume',
        kind: 'number',
        unit: 'm³/jour',
        example: '20',
        reason: 'Il convertit une concentration dans l’air en dose inhalée.',
      },
      {
        name: 'quantite_ingeree',
        label: 'Quantité ingérée',
        label_en: 'Amount ingested',
        kind: 'number',
        unit: 'mg/jour',
        example: '0',
        reason: 'Pour un produit des lèvres ou de la bouche, une part est avalée.',
      },
      {
        name: 'observations_expositions',
        label: 'Observations sur les expositions',
        label_en: 'Remarks on exposure',
        kind: 'longtext',
        optional: true,
        example: 'Exposition cutanée seule ; produit non rincé.',
        reason: 'Population visée, exposition secondaire, cas prévisibles : à dire pour l’évaluateur.',
      },
    ],
  },
  {
    title: 'Profil toxicologique',
    key: 'toxicologie',
    source: 'annexe I, partie A, point 8',
    fields: [
      {
        name: 'dl50_orale',
        label: 'DL50 orale',
        label_en: 'Oral LD50',
        kind: 'measure',
        unit: 'mg/kg',
        example: '> 2 000',
        reason: 'La toxicité aiguë fait partie du profil toxicologique des substances.',
      },
      {
        name: 'dl50_cutanee',
        label: 'DL50 cutanée',
        label_en: 'Dermal LD50',
        kind: 'measure',
        unit: 'mg/kg',
        example: '> 2 000',
        reason: 'La toxicité aiguë fait partie du profil toxicologique des substances.',
      },
      {
        name: 'cl50_inhalation',
        label: 'CL50 par inhalation',
        label_en: 'Inhalation LC50',
        kind: 'measure',
        unit: 'mg/L',
        example: 'NA',
        reason: 'La toxicité aiguë fait partie du profil toxicologique, surtout pour un produit vaporisé.',
      },
      {
        name: 'dose_sans_effet',
        label: 'Dose sans effet nocif observé (DSENO)',
        label_en: 'No observed adverse effect level (NOAEL)',
        kind: 'measure',
        unit: 'mg/kg pc/jour',
        example: '150',
        reason: 'La DSENO est le point de départ du calcul de la marge de sécurité.',
      },
      {
        name: 'dose_min_effet',
        label: 'Dose minimale avec effet nocif observé (DMENO)',
        label_en: 'Lowest observed adverse effect level (LOAEL)',
        kind: 'measure',
        unit: 'mg/kg pc/jour',
        example: '450',
        reason: 'À défaut de DSENO, la DMENO sert de point de départ, avec un facteur supplémentaire.',
      },
      {
        name: 'etudes_genotoxicite',
        label: 'Études de génotoxicité',
        label_en: 'Genotoxicity studies',
        kind: 'longtext',
        example: 'Test d’Ames négatif (OCDE 471).',
        reason: 'La mutagénicité se documente pour chaque substance concernée.',
      },
      {
        name: 'etudes_cancerogenicite',
        label: 'Études de cancérogénicité',
        label_en: 'Carcinogenicity studies',
        kind: 'longtext',
        example: 'Aucun ingrédient classé CMR.',
        reason: 'La cancérogénicité se documente ; les substances CMR sont interdites, sauf exception.',
        source: 'article 15 et annexe I, partie A, point 8',
      },
      {
        name: 'etudes_reprotoxicite',
        label: 'Études de reprotoxicité',
        label_en: 'Reproductive toxicity studies',
        kind: 'longtext',
        example: 'Aucun effet rapporté aux doses d’exposition.',
        reason: 'La toxicité pour la reproduction se documente ; les substances CMR sont interdites, sauf exception.',
        source: 'article 15 et annexe I, partie A, point 8',
      },
      {
        name: 'observations_toxicologie',
        label: 'Observations toxicologiques',
        label_en: 'Toxicological remarks',
        kind: 'longtext',
        optional: true,
        example: 'Profils établis par ingrédient, voir annexes.',
        reason: 'Les sources, leur qualité et les données manquantes sont à indiquer.',
      },
    ],
  },
  {
    title: 'Effets indésirables',
    key: 'effets_indesirables',
    source: 'annexe I, partie A, point 9',
    fields: [
      {
        name: 'irritation_cutanee',
        ofItsOwn: true,
        label: 'Irritation cutanée',
        label_en: 'Skin irritation',
        kind: 'longtext',
        example: 'Aucun cas rapporté.',
        reason: 'La tolérance locale est un des points que l’évaluateur examine.',
      },
      {
        name: 'sensibilisation_cutanee',
        ofItsOwn: true,
        label: 'Sensibilisation cutanée',
        label_en: 'Skin sensitisation',
        kind: 'longtext',
        example: 'Patch test sur 50 volontaires : aucune réaction.',
        reason: 'La sensibilisation est un des points que l’évaluateur examine.',
      },
      {
        name: 'irritation_oculaire',
        ofItsOwn: true,
        label: 'Irritation oculaire',
        label_en: 'Eye irritation',
        kind: 'longtext',
        example: 'Aucun cas rapporté.',
        reason: 'La tolérance oculaire est un des points que l’évaluateur examine.',
      },
      {
        name: 'effets_systemiques',
        ofItsOwn: true,
        label: 'Effets systémiques',
        label_en: 'Systemic effects',
        kind: 'longtext',
        example: 'Aucun effet rapporté.',
        reason: 'Toutes les données disponibles sur les effets indésirables sont à donner.',
      },
      {
        name: 'effets_respiratoires',
        ofItsOwn: true,
        label: 'Effets respiratoires',
        label_en: 'Respiratory effects',
        kind: 'longtext',
        example: 'Sans objet, produit non vaporisé.',
        reason: 'Toutes les données disponibles sur les effets indésirables sont à donner, celles d’un spray d’abord.',
      },
      {
        name: 'observations_effets_indesirables',
        ofItsOwn: true,
        label: 'Observations sur les effets indésirables',
        label_en: 'Remarks on undesirable effects',
        kind: 'longtext',
        optional: true,
        example: 'Aucun effet indésirable grave au 01/03/2026.',
        reason: 'Les effets indésirables graves sont déclarés aux autorités et tenus à jour dans le dossier.',
        source: 'article 23 et annexe I, partie A, point 9',
      },
    ],
  },
  {
    title: 'Autres infos & tests',
    key: 'autres_infos',
    source: 'annexe I, partie A, point 10',
    fields: [
      {
        name: 'duree_conservation',
        label: 'Durée de conservation',
        label_en: 'Shelf life',
        example: '36 mois, PAO 12 mois',
        reason: 'La date de durabilité minimale ou la durée après ouverture (PAO) figure sur l’étiquette.',
        source: 'article 19',
      },
      {
        name: 'conditions_conservation',
        label: 'Conditions de conservation',
        label_en: 'Storage conditions',
        kind: 'longtext',
        example: 'À conserver entre 5 et 25 °C, à l’abri de la lumière.',
        reason: 'La stabilité est établie pour des conditions de conservation raisonnablement prévisibles.',
        source: 'annexe I, partie A, point 2',
      },
      {
        name: 'resultats_stabilite',
        ofItsOwn: true,
        label: 'Résultats de stabilité',
        label_en: 'Stability results',
        kind: 'longtext',
        example: 'Stable 3 mois à 40 °C et 12 mois à 25 °C.',
        reason: 'La stabilité du produit dans ses conditions de conservation est à démontrer.',
        source: 'annexe I, partie A, point 2',
      },
      {
        name: 'tests_compatibilite',
        ofItsOwn: true,
        label: 'Tests de compatibilité',
        label_en: 'Compatibility tests',
        kind: 'longtext',
        example: 'Compatibilité contenant/contenu conforme à 3 mois.',
        reason: 'Le contenant ne doit ni altérer le produit ni lui céder de substances.',
        source: 'annexe I, partie A, points 2 et 4',
      },
      {
        name: 'infos_fabrication',
        label: 'Informations de fabrication',
        label_en: 'Manufacturing information',
        kind: 'longtext',
        example: 'Fabrication selon les BPF (ISO 22716).',
        reason: 'Description de la méthode de fabrication et déclaration de conformité aux BPF (ISO 22716).',
        source: 'articles 8 et 11',
      },
      {
        name: 'infos_controle_qualite',
        label: 'Informations de contrôle qualité',
        label_en: 'Quality control information',
        kind: 'longtext',
        example: 'Contrôle de chaque lot : aspect, pH, viscosité, microbiologie.',
        reason: 'Les contrôles de chaque lot appuient la déclaration de conformité aux BPF.',
        source: 'articles 8 et 11',
      },
      {
        name: 'observations_autres_infos',
        label: 'Autres observations',
        label_en: 'Other remarks',
        kind: 'longtext',
        optional: true,
        example: 'Challenge test conforme, critère A (ISO 11930).',
        reason: 'Études existantes, sur des volontaires par exemple, et toute autre information utile.',
      },
    ],
  },
  {
    title: 'Divers',
    key: 'divers',
    source: 'article 11 et annexe I, partie B',
    fields: [
      {
        name: 'references_bibliographiques',
        label: 'Références bibliographiques',
        label_en: 'References',
        kind: 'longtext',
        example: 'SCCS/1647/22, Notes of Guidance, 12e révision.',
        reason: 'Chaque donnée toxicologique renvoie à sa source.',
      },
      {
        name: 'notes_commentaires',
        label: 'Notes et commentaires',
        label_en: 'Notes and comments',
        kind: 'longtext',
        optional: true,
        example: 'Prochaine revue du dossier : mars 2027.',
        reason: 'Ce qui sert à tenir le dossier à jour ; rien ne l’exige.',
        source: '',
      },
      {
        name: 'pieces_jointes',
        ofItsOwn: true,
        label: 'Pièces jointes',
        label_en: 'Attachments',
        kind: 'longtext',
        optional: true,
        example: 'Rapport de stabilité RS-26-031 ; certificat d’analyse CA-26-118.',
        reason: 'Les rapports d’essais et certificats sont la preuve de ce que dit le dossier.',
      },
      {
        name: 'valide_par',
        ofItsOwn: true,
        label: 'Validé par',
        label_en: 'Approved by',
        example: 'Claire Aubry, responsable qualité',
        reason:
          'Qui approuve le dossier pour la maison. L’évaluateur de la sécurité est une autre personne : il signe la partie B, au point B.4.',
        source: 'article 10 et annexe I, partie B, point 4',
      },
      {
        name: 'date_validation',
        ofItsOwn: true,
        label: 'Date de validation',
        label_en: 'Date of approval',
        kind: 'date',
        example: '2026-03-02',
        reason: 'L’évaluation de la sécurité précède la mise sur le marché.',
        source: 'article 10',
      },
      {
        name: 'observations_finales',
        ofItsOwn: true,
        label: 'Observations finales',
        label_en: 'Final remarks',
        kind: 'longtext',
        optional: true,
        example: 'Dossier complet au 02/03/2026.',
        reason: 'Conclusion et réserves de la personne qui valide.',
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
  /** What asks for its fields, in Regulation (EC) 1223/2009; a field may say its own. */
  readonly source: string;
  readonly fields: readonly PrintedField[];
}

type CatalogueField = (typeof STEPS)[number]['fields'][number];
type KindIn<F> = F extends { kind: infer K extends FieldKind } ? K : 'text';

export type FieldName = CatalogueField['name'];
export type GridFieldName = Extract<CatalogueField, { grid: string }>['name'];
export type RepeatedFieldName = Extract<CatalogueField, { repeats: true }>['name'];

/** The values of a product. */
export type ProductValues = { [F in CatalogueField as F['name']]: ValueOfKind<KindIn<F>> };

/** A field of the catalogue with its place in the form (`step` from 0 to 10). */
export type ProductField = PrintedField & { readonly name: FieldName; readonly step: number };

export const STEP_LIST: readonly ProductStep[] = STEPS;
export const FIELDS: readonly ProductField[] = STEPS.flatMap((step, index) =>
  step.fields.map((field): ProductField => ({ source: step.source, ...field, step: index })),
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
