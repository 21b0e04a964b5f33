import type { FieldKind, ValueOfKind } from '../fields/field.ts';
import { fieldsOf, type RecordSection } from '../regulation/conformity.fields.ts';

/** Where the sheet of components is attached: it is of the composition of that moment. */
export const SHEET_KEY = 'fiche_composants';

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
        name: 'usage',
        label: 'Usage du produit',
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
        kind: 'choice',
        choices: { consommateur: 'Consommateur', professionnel: 'Professionnel', industriel: 'Industriel' },
        example: 'Consommateur',
        reason: 'L’étiquette du contenu et la liste en ligne sont dues au consommateur.',
        source: 'règlement (CE) n° 648/2004, annexe VII, parties A et D',
      },
      {
        name: 'telephone',
        label: 'Téléphone de la personne responsable',
        repeats: true,
        example: '02 41 00 00 00',
        reason: 'Il figure sur l’emballage, avec le nom et l’adresse.',
        source: 'règlement (CE) n° 648/2004, article 11 §2 (b)',
      },
      {
        name: 'courriel_fiche',
        label: 'Adresse où la fiche des composants se demande',
        repeats: true,
        example: 'fiche@clairlogis.example',
        reason: 'Adresse postale, courriel et téléphone auxquels la fiche est obtenue.',
        source: 'règlement (CE) n° 648/2004, article 11 §2 (c)',
      },
      {
        name: 'site_composants',
        label: 'Site où la liste des composants est publiée',
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
        kind: 'date',
        past: true,
        example: '2026-09-30',
        reason: 'Une liste publiée se relit : elle suit la composition.',
        source: 'règlement (CE) n° 648/2004, annexe VII, partie D',
      },
      {
        name: 'dose_g',
        label: 'Dose du cycle principal',
        kind: 'number',
        unit: 'g',
        example: '75',
        reason: 'Celle que l’étiquette recommande : le phosphore se compte par dose.',
        source: 'règlement (CE) n° 648/2004, annexes VI bis et VII, partie B',
      },
      {
        name: 'contenu_relu',
        ofItsOwn: true,
        label: 'Texte du contenu relu par',
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
        kind: 'yesno',
        example: 'Non',
        reason: 'Une personne le conclut ; le calcul ne le dit jamais.',
        source: 'règlement (CE) n° 1272/2008, article 13',
      },
      {
        name: 'clp_par',
        ofItsOwn: true,
        label: 'Classification conclue par',
        repeats: true,
        example: 'Nadia Perrin, affaires réglementaires',
        reason: 'Une personne en répond.',
        source: 'règlement (CE) n° 1272/2008, articles 4 et 13',
      },
      {
        name: 'clp_le',
        ofItsOwn: true,
        label: 'Classification conclue le',
        kind: 'date',
        past: true,
        example: '2026-10-05',
        reason: 'Elle porte sur la composition de ce jour.',
        source: 'règlement (CE) n° 1272/2008, article 15',
      },
      {
        name: 'identificateur',
        label: 'Identificateur de produit sur l’étiquette',
        wide: true,
        example: 'Contient : Sodium Laureth Sulfate',
        reason: 'Nom du mélange, et des substances qui causent les dangers les plus graves.',
        source: 'règlement (CE) n° 1272/2008, article 18 §3',
      },
      {
        name: 'fermeture_enfant',
        label: 'Fermeture de sécurité pour les enfants',
        kind: 'yesno',
        example: 'Non',
        reason: 'Due pour certaines classes, quand le produit est vendu au public : à dire dans les deux cas.',
        source: 'règlement (CE) n° 1272/2008, article 35 et annexe II, 3.1',
      },
      {
        name: 'repere_tactile',
        label: 'Indication de danger détectable au toucher',
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
        repeats: true,
        example: 'FR12345678901',
        reason: 'L’UFI le contient : qui lit le code peut le retrouver.',
        source: 'règlement (CE) n° 1272/2008, annexe VIII, partie A, 5',
      },
      {
        name: 'numero_formule',
        ofItsOwn: true,
        label: 'Numéro de formule de l’UFI',
        kind: 'number',
        max: 268_435_455,
        example: '118',
        reason: 'Un numéro, une composition : de 0 à 268 435 455.',
        source: 'règlement (CE) n° 1272/2008, annexe VIII, partie A, 5',
      },
      {
        name: 'ufi',
        ofItsOwn: true,
        label: 'UFI',
        example: '6KTT-PSK1-AFDM-KEFU',
        reason: 'Il figure sur l’étiquette, et relie le mélange à sa notification.',
        source: 'règlement (CE) n° 1272/2008, annexe VIII, partie A, 5',
      },
      {
        name: 'pcn_reference',
        ofItsOwn: true,
        label: 'Référence de la notification (PCN)',
        example: 'PCN-2026-004512',
        reason: 'La notification précède la mise sur le marché.',
        source: 'règlement (CE) n° 1272/2008, article 45',
      },
      {
        name: 'pcn_date',
        ofItsOwn: true,
        label: 'Date de la notification (PCN)',
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
      { key: 'fds', label: 'Fiche de données de sécurité du produit', kind: 'FDS' },
      { key: SHEET_KEY, label: 'Fiche des composants, pour le personnel médical' },
    ],
    fields: [
      {
        name: 'fds_version',
        ofItsOwn: true,
        label: 'Version de la fiche de données de sécurité',
        example: '2.1',
        reason: 'Elle dit de quelle fiche il s’agit.',
        source: 'règlement (CE) n° 1907/2006, article 31 §9',
      },
      {
        name: 'fds_date',
        ofItsOwn: true,
        label: 'Date de la fiche de données de sécurité',
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
        kind: 'yesno',
        example: 'Non',
        reason: '« Désinfecte », « virucide », « antibactérien » font d’un nettoyant un biocide.',
        source: 'règlement (UE) n° 528/2012, article 3',
      },
      {
        name: 'biocide_tp',
        label: 'Type de produit biocide (TP)',
        example: 'TP2',
        reason: 'Désinfectants de surfaces : TP2 ; en contact avec les aliments : TP4.',
        source: 'règlement (UE) n° 528/2012, annexe V',
      },
      {
        name: 'biocide_reference',
        ofItsOwn: true,
        label: 'Autorisation ou déclaration du biocide',
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

/** A report of biodegradation stands under its substance: `tensioactif_` and the id, dashes as underscores. */
export const surfactantFileKey = (substanceId: string): string => `tensioactif_${substanceId.replaceAll('-', '_')}`;
export const SURFACTANT_FILE = /^tensioactif_/;
