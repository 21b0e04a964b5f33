import type { FieldKind, ValueOfKind } from '../fields/field.ts';
import { fieldsOf, type RecordSection } from '../regulation/conformity.fields.ts';

/** Where the sheet of components is attached. */
export const SHEET_KEY = 'fiche_composants';
/** Files that are of the composition of the moment at which they were attached, and the act that each of them is. */
export const COMPOSITION_FILES = { fiche: SHEET_KEY, fds: 'fds', etiquette: 'etiquette' } as const;

/**
 * What the file of a cleaning product says beside the form: one line each, as the conformity of a cosmetic. D is Regulation
 * (EC) 648/2004 on detergents, CLP Regulation (EC) 1272/2008. Lists (classes concluded, P statements) stand in the contract.
 */
export const DETERGENT_SECTIONS = [
  {
    title: 'Usage et étiquette du contenu',
    key: 'detergent_usage',
    source: 'règlement (CE) n° 648/2004, article 11 et annexe VII',
    files: [],
    fields: [
      {
        name: 'est_detergent',
        label: 'Détergent',
        label_en: 'Detergent',
        kind: 'yesno',
        example: 'Oui',
        reason:
          'Une lessive, un nettoyant, un assouplissant en sont ; un parfum d’ambiance sans tensioactif n’en est pas un.',
        source: 'règlement (CE) n° 648/2004, article 2, point 1',
      },
      {
        name: 'usage',
        label: 'Usage du produit',
        label_en: 'Use of the product',
        kind: 'choice',
        choices: {
          linge: 'Linge',
          'lave-vaisselle': 'Lave-vaisselle automatique',
          'vaisselle main': 'Vaisselle à la main',
          surfaces: 'Surfaces',
          autre: 'Autre',
        },
        example: 'Linge',
        reason: 'Il décide de la limite de phosphore et du dosage à imprimer.',
        source: 'règlement (CE) n° 648/2004, annexes VI bis et VII, partie B',
      },
      {
        name: 'public',
        label: 'Public visé',
        label_en: 'Intended users',
        kind: 'choice',
        choices: { consommateur: 'Consommateur', professionnel: 'Professionnel', industriel: 'Industriel' },
        example: 'Consommateur',
        reason: 'L’étiquette du contenu et la liste en ligne sont dues au consommateur.',
        source: 'règlement (CE) n° 648/2004, annexe VII, parties A et D',
      },
      {
        name: 'telephone',
        label: 'Téléphone de la personne responsable',
        label_en: 'Telephone of the responsible person',
        repeats: true,
        example: '02 41 00 00 00',
        reason: 'Il figure sur l’emballage, avec le nom et l’adresse.',
        source: 'règlement (CE) n° 648/2004, article 11 §2 (b)',
      },
      {
        name: 'courriel_fiche',
        label: 'Adresse où la fiche des composants se demande',
        label_en: 'Address where the ingredient data sheet is requested',
        repeats: true,
        example: 'fiche@clairlogis.example',
        reason: 'Adresse postale, courriel et téléphone auxquels la fiche est obtenue.',
        source: 'règlement (CE) n° 648/2004, article 11 §2 (c)',
      },
      {
        name: 'site_composants',
        label: 'Site où la liste des composants est publiée',
        label_en: 'Website where the list of ingredients is published',
        repeats: true,
        wide: true,
        example: 'https://www.clairlogis.example/composants',
        reason: 'L’adresse du site figure sur l’emballage.',
        source: 'règlement (CE) n° 648/2004, annexe VII, parties A et D',
      },
      {
        name: 'site_verifie_le',
        ofItsOwn: true,
        label: 'Liste en ligne vérifiée le',
        label_en: 'Online list checked on',
        kind: 'date',
        past: true,
        example: '2026-09-30',
        reason: 'Une liste publiée se relit : elle suit la composition.',
        source: 'règlement (CE) n° 648/2004, annexe VII, partie D',
      },
      {
        name: 'dose_g',
        label: 'Dose du cycle principal',
        label_en: 'Dosage of the main wash cycle',
        kind: 'number',
        unit: 'g',
        example: '75',
        reason:
          'Celle que l’étiquette recommande, pour une charge normale de linge en eau dure, ou pour un lave-vaisselle plein : le phosphore se compte sur elle.',
        source: 'règlement (CE) n° 648/2004, annexes VI bis et VII, partie B',
      },
      {
        name: 'contenu_relu',
        ofItsOwn: true,
        label: 'Texte du contenu relu par',
        label_en: 'Text of the content checked by',
        wide: true,
        example: 'Relu par Nadia Perrin le 12/10/2026.',
        reason: 'Le texte calculé ne se recopie qu’une fois relu ; une autre composition se relit.',
        source: 'règlement (CE) n° 648/2004, annexe VII, partie A',
      },
    ],
  },
  {
    title: 'Classification et étiquette de danger',
    key: 'detergent_clp',
    source: 'règlement (CE) n° 1272/2008, titres II et III',
    files: [],
    fields: [
      {
        name: 'clp_non_classe',
        ofItsOwn: true,
        label: 'Mélange non classé',
        label_en: 'Mixture not classified',
        kind: 'yesno',
        example: 'Non',
        reason: 'Une personne le conclut ; le calcul ne le dit jamais.',
        source: 'règlement (CE) n° 1272/2008, article 13',
      },
      {
        name: 'clp_par',
        ofItsOwn: true,
        label: 'Classification conclue par',
        label_en: 'Classification concluded by',
        repeats: true,
        example: 'Nadia Perrin, affaires réglementaires',
        reason: 'Une personne en répond.',
        source: 'règlement (CE) n° 1272/2008, articles 4 et 13',
      },
      {
        name: 'clp_le',
        ofItsOwn: true,
        label: 'Classification conclue le',
        label_en: 'Classification concluded on',
        kind: 'date',
        past: true,
        example: '2026-10-05',
        reason: 'Elle porte sur la composition de ce jour.',
        source: 'règlement (CE) n° 1272/2008, article 15',
      },
      {
        name: 'identificateur',
        ofItsOwn: true,
        label: 'Identificateur de produit sur l’étiquette',
        label_en: 'Product identifier on the label',
        wide: true,
        example: 'Contient : Sodium Laureth Sulfate',
        reason: 'Nom du mélange, et des substances qui causent les dangers les plus graves.',
        source: 'règlement (CE) n° 1272/2008, article 18 §3',
      },
      {
        name: 'fermeture_enfant',
        ofItsOwn: true,
        label: 'Fermeture de sécurité pour les enfants',
        label_en: 'Child-resistant fastening',
        kind: 'yesno',
        example: 'Non',
        reason: 'Due pour certaines classes, quand le produit est vendu au public : à dire dans les deux cas.',
        source: 'règlement (CE) n° 1272/2008, article 35 et annexe II, 3.1',
      },
      {
        name: 'repere_tactile',
        ofItsOwn: true,
        label: 'Indication de danger détectable au toucher',
        label_en: 'Tactile warning of danger',
        kind: 'yesno',
        example: 'Non',
        reason: 'Due pour certaines classes, quand le produit est vendu au public : à dire dans les deux cas.',
        source: 'règlement (CE) n° 1272/2008, article 35 et annexe II, 3.2',
      },
    ],
  },
  {
    title: 'UFI et centres antipoison',
    key: 'detergent_pcn',
    source: 'règlement (CE) n° 1272/2008, article 45 et annexe VIII',
    files: [],
    fields: [
      {
        name: 'tva',
        label: 'Numéro de TVA pour l’UFI',
        label_en: 'VAT number for the UFI',
        repeats: true,
        example: 'FR12345678901',
        reason: 'L’UFI le contient : qui lit le code peut le retrouver.',
        source: 'règlement (CE) n° 1272/2008, annexe VIII, partie A, 5',
      },
      {
        name: 'numero_formule',
        ofItsOwn: true,
        label: 'Numéro de formule de l’UFI',
        label_en: 'Formulation number of the UFI',
        kind: 'number',
        max: 268_435_455,
        example: '118',
        reason: 'Un numéro, une composition : de 0 à 268 435 455.',
        source: 'règlement (CE) n° 1272/2008, annexe VIII, partie A, 5',
      },
      {
        name: 'ufi',
        ofItsOwn: true,
        reference: true,
        label: 'UFI',
        label_en: 'UFI',
        example: '6KTT-PSK1-AFDM-KEFU',
        reason: 'Il figure sur l’étiquette, et relie le mélange à sa notification.',
        source: 'règlement (CE) n° 1272/2008, annexe VIII, partie A, 5',
      },
      {
        name: 'pcn_reference',
        ofItsOwn: true,
        reference: true,
        label: 'Référence de la notification (PCN)',
        label_en: 'Reference of the notification (PCN)',
        example: 'PCN-2026-004512',
        reason: 'La notification précède la mise sur le marché.',
        source: 'règlement (CE) n° 1272/2008, article 45',
      },
      {
        name: 'pcn_date',
        ofItsOwn: true,
        label: 'Date de la notification (PCN)',
        label_en: 'Date of the notification (PCN)',
        kind: 'date',
        past: true,
        example: '2026-10-12',
        reason: 'La notification précède la mise sur le marché.',
        source: 'règlement (CE) n° 1272/2008, article 45',
      },
    ],
  },
  {
    title: 'Fiche de données de sécurité et fiche des composants',
    key: 'detergent_fds',
    source: 'règlement (CE) n° 1907/2006, article 31 et annexe II',
    files: [
      { key: COMPOSITION_FILES.fds, label: 'Fiche de données de sécurité du produit', kind: 'FDS' },
      { key: SHEET_KEY, label: 'Fiche des composants, pour le personnel médical' },
    ],
    fields: [
      {
        name: 'fds_version',
        ofItsOwn: true,
        label: 'Version de la fiche de données de sécurité',
        label_en: 'Version of the safety data sheet',
        example: '2.1',
        reason: 'Elle dit de quelle fiche il s’agit.',
        source: 'règlement (CE) n° 1907/2006, article 31 §9',
      },
      {
        name: 'fds_date',
        ofItsOwn: true,
        label: 'Date de la fiche de données de sécurité',
        label_en: 'Date of the safety data sheet',
        kind: 'date',
        past: true,
        example: '2026-10-08',
        reason: 'Une fiche plus ancienne que la formule parle d’une autre.',
        source: 'règlement (CE) n° 1907/2006, article 31 §9',
      },
      {
        name: 'fds_motif',
        ofItsOwn: true,
        label: 'Sans fiche, ou avec une fiche plus ancienne : motif',
        label_en: 'No sheet, or an older one: reason',
        kind: 'longtext',
        example: 'Mélange non classé, vendu au seul consommateur, avec les informations utiles sur l’étiquette.',
        reason: 'La fiche n’est pas due pour tout mélange : une personne dit pourquoi.',
        source: 'règlement (CE) n° 1907/2006, article 31 §3 et §4',
      },
    ],
  },
  {
    title: 'Biocide',
    key: 'detergent_biocide',
    source: 'règlement (UE) n° 528/2012',
    files: [],
    fields: [
      {
        name: 'biocide',
        label: 'Produit biocide',
        label_en: 'Biocidal product',
        kind: 'yesno',
        example: 'Non',
        reason: '« Désinfecte », « virucide », « antibactérien » font d’un nettoyant un biocide.',
        source: 'règlement (UE) n° 528/2012, article 3',
      },
      {
        name: 'biocide_tp',
        label: 'Type de produit biocide (TP)',
        label_en: 'Biocidal product-type (PT)',
        example: 'TP2',
        reason: 'Désinfectants de surfaces : TP2 ; en contact avec les aliments : TP4.',
        source: 'règlement (UE) n° 528/2012, annexe V',
      },
      {
        name: 'biocide_reference',
        ofItsOwn: true,
        label: 'Autorisation ou déclaration du biocide',
        label_en: 'Authorisation or declaration of the biocidal product',
        example: 'Inventaire n° 48213',
        reason: 'Autorisation, ou déclaration à l’inventaire pendant la période transitoire.',
        source: 'règlement (UE) n° 528/2012, articles 17 et 89',
      },
    ],
  },
] as const satisfies readonly RecordSection[];

type DetergentField = (typeof DETERGENT_SECTIONS)[number]['fields'][number];
type KindIn<F> = F extends { kind: infer K extends FieldKind } ? K : 'text';
export type DetergentName = DetergentField['name'];
export type DetergentFieldValues = { [F in DetergentField as F['name']]: ValueOfKind<KindIn<F>> };
export const DETERGENT_FIELDS = fieldsOf<DetergentName>(DETERGENT_SECTIONS);
export const NO_DETERGENT_FIELDS = Object.fromEntries(
  DETERGENT_FIELDS.map(({ name }) => [name, null]),
) as DetergentFieldValues;

/** Whether it is sold to consumers: whoever nobody named may be one. */
export const isForConsumers = ({ public: people }: Pick<DetergentFieldValues, 'public'>): boolean =>
  people === null || people === 'consommateur';

/** A report of biodegradation stands under its substance: `tensioactif_` and the id, dashes as underscores. */
export const surfactantFileKey = (substanceId: string): string => `tensioactif_${substanceId.replaceAll('-', '_')}`;
export const SURFACTANT_FILE = /^tensioactif_/;
