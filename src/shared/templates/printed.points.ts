import type { ProductKind } from '../contract/product.kinds.ts';
import { POINT_TITLES, POINTS_OF, type PointKey, pointName } from '../control/point.titles.ts';

/** What a document shows of a point: each is a name of the catalogue, or several of which one is enough. */
type Shown = string | readonly [string, ...string[]];

/**
 * What shows each point of the file in the document (regulation (EC) 1223/2009, article 11 §2 and annex I). Files are
 * annexes: a point that is one needs no tag. A test holds it against what the control asks for.
 */
export const POINT_TAGS: Readonly<Record<PointKey, readonly Shown[]>> = {
  '11-2-a': [
    ['nom_commercial', 'nom_produit'],
    'ref_formule',
    'version',
    'format',
    'categorie',
    'fonction',
    'contenu_nominal',
    'pr_nom',
    'pr_adresse',
  ],
  A1: [['formule_lignes', 'substances', 'ingredients', 'ingredients_lignes']],
  A2: [
    'ph',
    'viscosite',
    'densite',
    'point_eclair',
    'stabilite_protocole',
    ['stabilite_conclusion', 'resultats_stabilite'],
    'durabilite',
    'durabilite_valeur',
    'durabilite_justification',
  ],
  A3: [
    'germes_aerobies',
    'levures_moisissures',
    'e_coli',
    'staphylocoques',
    'p_aeruginosa',
    'c_albicans',
    ['challenge_conclusion', 'faible_risque'],
    ['challenge_laboratoire', 'faible_risque'],
    ['challenge_date', 'faible_risque'],
    ['challenge_critere', 'faible_risque'],
  ],
  A4: [
    'metaux_lourds',
    'arsenic',
    'plomb',
    'mercure',
    'traces_inevitables',
    'type_emballage',
    'materiau_emballage',
    'purete_emballage',
    'tests_compatibilite',
  ],
  A5: ['utilisation_normale', 'mesusages_previsibles'],
  A6: [
    'zone',
    'population',
    'surface_exposee',
    ['quantite_appliquee', 'quantite_jour'],
    'duree_utilisation',
    'frequence_utilisation',
  ],
  A7: [['marges', 'marges_a_documenter']],
  A8: [['marges', 'profils', 'dose_sans_effet']],
  A9: ['ei_declaration', 'ei_date'],
  A10: [['observations_autres_infos', 'autres_infos_date']],
  B1: ['b1'],
  B2: ['b2'],
  B3: ['b3', 'b3_moins_de_trois_ans', 'b3_hygiene_intime'],
  B4: [
    'evaluateur_nom',
    'evaluateur_adresse',
    ['evaluateur_preuve', 'evaluateur_diplome', 'fichiers'],
    'evaluation_date',
  ],
  '11-2-c-methode': ['infos_fabrication'],
  '11-2-c-bpf': ['bpf_declaration', 'bpf_site'],
  '11-2-d': ['allegations'],
  '11-2-e': ['animaux_declaration', 'animaux_date', 'animaux_signataire'],
  N1: [
    ['nom_commercial', 'nom_produit'],
    'ref_formule',
    'version',
    'format',
    'contenu_nominal',
    'pr_nom',
    'pr_adresse',
    'telephone',
  ],
  N2: [['formule_lignes', 'substances', 'ingredients', 'ingredients_lignes']],
  N3: ['bandes'],
  N4: ['tensioactifs'],
  N5: ['phosphore'],
  N6: ['texte_etiquette', 'contenu_relu'],
  N7: ['courriel_fiche', 'site_composants', 'dose_g'],
  N8: ['fiche_composants'],
  N9: ['site_composants', 'site_verifie_le'],
  N10: ['calcul_clp'],
  N11: ['clp', 'clp_par', 'clp_le'],
  N12: ['identificateur', 'p_mentions'],
  N13: ['fds_version', ['fds_date', 'fds_motif']],
  N14: ['ufi', 'pcn_reference', 'pcn_date'],
  N15: ['fermeture_enfant', 'repere_tactile'],
  N16: ['biocide', 'allegations'],
};

export interface PrintedPoint {
  key: PointKey;
  /** `A.1`, `11 §2 (c)`. */
  name: string;
  title: string;
  /** How much of it is printed, and of how much. */
  printed: number;
  of: number;
  /** Names of what is not. */
  missing: string[];
}

/** What of each point of this kind of product a document with these tags prints. */
export const printedPoints = (names: ReadonlySet<string>, kind: ProductKind): PrintedPoint[] =>
  POINTS_OF[kind].map((key) => {
    const wanted = POINT_TAGS[key].map((one) => (typeof one === 'string' ? [one] : [...one]));
    const missing = wanted.filter((any) => !any.some((name) => names.has(name)));
    return {
      key,
      name: pointName(key),
      title: POINT_TITLES[key],
      printed: wanted.length - missing.length,
      of: wanted.length,
      missing: missing.flatMap(([first = '']) => first),
    };
  });
