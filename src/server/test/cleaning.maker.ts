import type { Asking } from './faulty.product.ts';

/** Words of the law of cosmetics: the file of a cleaning product has none. */
export const COSMETIC_WORDS =
  /(?<!648\/2004, )[Aa]rticle 11\b|1223\/2009|CPNP|(?<!VIII?, )[Pp]artie [AB]\b|\bBPF\b|\bDIP\b|[Dd]ossier d’information produit|[Éé]valuateur|[Mm]arges? de sécurité|annexe I, partie [AB]|ISO 22716|CosIng|655\/2013/;
/** Words of the law of detergents and of hazards: the file of a cosmetic has none. */
export const CLEANING_WORDS = /\bCLP\b|\bUFI\b|\bPCN\b|648\/2004|1272\/2008|détergent|Produit de nettoyage|GHS0\d/i;

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

/** What people call the substances of `lavenderLiquid`. @param mark tells those of one test from another's */
const SUBSTANCES = (mark: string) => ({
  water: { inci: `Aqua ${mark}`, cas: ['7732-18-5'], classes_detergent: ['aucune'], clp_non_classe: true },
  sles: {
    inci: `Sodium Laureth Sulfate ${mark}`,
    cas: ['68891-38-3'],
    classes_detergent: ['agents de surface anioniques'],
    tensioactif: true,
    biodegradation_percent: 78,
    biodegradation_methode: 'OCDE 301 B',
    biodegradation_source: 'Dossier du fournisseur',
    clp: [
      { classe: 'Skin Irrit.', categorie: '2' },
      { classe: 'Eye Dam.', categorie: '1' },
      { classe: 'Aquatic Chronic', categorie: '3' },
    ],
  },
});

/** A laundry liquid whose sixteen points are covered. Invented firm, real chemistry. @returns its id */
export async function lavenderLiquid({ json, upload }: Asking, mark: string): Promise<string> {
  const { water, sles } = SUBSTANCES(mark);
  const clp_source = 'Fiche de données de sécurité du fournisseur, 12/03/2026';
  const [waterId, slesId] = [
    (await json('POST', '/substances', { ...water, clp_source })).id as string,
    (await json('POST', '/substances', { ...sles, clp_source })).id as string,
  ];
  const { id } = await json('POST', '/products/', {
    nom_commercial: `Lessive Lavande ${mark}`,
    nom_produit: 'Lessive liquide',
    ref_formule: `LL-${mark}`,
    version: '1',
    format: 'Flacon 1 l',
    date_mise_marche: '2026-11-01',
  });
  await json('PUT', `/products/${id}/type`, { type_produit: 'nettoyage' });
  const conformity = await json('GET', `/products/${id}/conformity`);
  await json('PUT', `/products/${id}/conformity`, {
    ...conformity,
    contenu_nominal: '1 l',
    pr_nom: 'Clairlogis',
    pr_adresse: '3 rue du Pré, 49000 Angers',
    aucune_allegation: true,
  });
  await json('PUT', `/products/${id}/formula`, {
    mode: 'table',
    established_on: '2026-09-01',
    lines: [
      { id: 'a', substance_id: waterId, percent: 88 },
      { id: 'b', substance_id: slesId, percent: 12 },
    ],
  });
  for (const field_key of ['etiquette', 'fds', 'fiche_composants', `tensioactif_${slesId.replaceAll('-', '_')}`])
    await upload('/attachments', { product_id: id, field_key }, { name: `${field_key.slice(0, 20)}.pdf`, bytes: PDF });
  await json('PUT', `/products/${id}/detergent`, {
    usage: 'linge',
    public: 'consommateur',
    telephone: '02 41 00 00 00',
    courriel_fiche: 'fiche@clairlogis.example',
    site_composants: 'https://clairlogis.example',
    site_verifie_le: '2026-10-01',
    dose_g: 75,
    clp_conclusion: [
      { classe: 'Eye Dam.', categorie: '1', mention: 'H318', methode: 'calcul' },
      { classe: 'Skin Irrit.', categorie: '2', mention: 'H315', methode: 'calcul' },
    ],
    clp_par: 'Nadia Perrin',
    clp_le: '2026-09-05',
    identificateur: 'Contient Sodium Laureth Sulfate',
    p_mentions: ['P102', 'P305+P351+P338'],
    pcn_reference: 'PCN-1',
    pcn_date: '2026-10-10',
    fds_version: '1',
    fds_date: '2026-09-02',
    fermeture_enfant: false,
    repere_tactile: false,
    biocide: false,
    contenu_relu: 'Relu par Nadia Perrin le 05/10/2026',
  });
  await json('POST', `/products/${id}/detergent/ufi`, { tva: 'FR12345678901', numero_formule: 118 });
  return id;
}
