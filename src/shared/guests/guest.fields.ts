import type { Attachment } from '../attachments/attachment.contract.ts';
import { type FieldName, FORMULA_KEY } from '../products/product.fields.ts';

/** Fields that stay in the house: the client’s name, and notes that are nobody else’s. */
export const INNER_FIELDS = ['nom_client', 'notes_commentaires'] as const satisfies readonly FieldName[];

/**
 * The fields of the form that a guest is sent, each by its name: one that is added to the catalogue is sent once somebody writes
 * it here (a test asks for either).
 */
export const GUEST_FIELDS = [
  'marque',
  'gamme',
  'nom_produit',
  'format',
  'version',
  'nom_commercial',
  'ref_formule',
  'ref_produit',
  'date_mise_marche',
  'resp_mise_marche',
  'faconnerie',
  'fournisseur',
  'ph',
  'viscosite',
  'densite',
  'point_eclair',
  'observations_physico',
  'germes_aerobies',
  'levures_moisissures',
  'e_coli',
  'staphylocoques',
  'observations_microbio',
  'metaux_lourds',
  'arsenic',
  'plomb',
  'mercure',
  'type_emballage',
  'materiau_emballage',
  'observations_impuretes',
  'utilisation_normale',
  'frequence_utilisation',
  'duree_utilisation',
  'instructions_utilisation',
  'precautions_emploi',
  'surface_exposee',
  'quantite_appliquee',
  'concentration_air',
  'volume_respire',
  'quantite_ingeree',
  'observations_expositions',
  'dl50_orale',
  'dl50_cutanee',
  'cl50_inhalation',
  'dose_sans_effet',
  'dose_min_effet',
  'etudes_genotoxicite',
  'etudes_cancerogenicite',
  'etudes_reprotoxicite',
  'observations_toxicologie',
  'irritation_cutanee',
  'sensibilisation_cutanee',
  'irritation_oculaire',
  'effets_systemiques',
  'effets_respiratoires',
  'observations_effets_indesirables',
  'duree_conservation',
  'conditions_conservation',
  'resultats_stabilite',
  'tests_compatibilite',
  'infos_fabrication',
  'infos_controle_qualite',
  'observations_autres_infos',
  'references_bibliographiques',
  'pieces_jointes',
  'valide_par',
  'date_validation',
  'observations_finales',
] as const satisfies readonly FieldName[];

/** The typed list of ingredients is the formula: who reads the formula is sent it. */
export const FORMULA_FIELDS = ['ingredients'] as const satisfies readonly FieldName[];

/** A file that is the formula: who does not read the one does not read the other. */
export const isFormula = ({ field_key, kind }: Pick<Attachment, 'field_key' | 'kind'>): boolean =>
  field_key === FORMULA_KEY || kind === 'formule';
