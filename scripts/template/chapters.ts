import { CONTROL_FIELDS } from '#shared/control/control.print.ts';
import type { FieldDefinition } from '#shared/fields/field.ts';
import { FIELD_BY_NAME } from '#shared/products/product.fields.ts';
import {
  GREY,
  type Heading,
  heading,
  INK,
  identity,
  listTable,
  note,
  paragraph,
  row,
  run,
  SOFT,
  TEXT_WIDTH,
  table,
  toComplete,
  unless,
  value,
  valueRuns,
  when,
  type Xml,
} from './word.ts';

/**
 * The chapters of a file, point by point of article 11(2) and annex I of Regulation (EC) 1223/2009. Labels and units come
 * from the catalogues.
 */

type Chapter = readonly (Xml | Heading)[];

/** A field of the form, or of the conformity and of the assessment by its name on paper. */
function fieldOf(name: string): Pick<FieldDefinition, 'label' | 'unit'> {
  const found = FIELD_BY_NAME.get(name) ?? CONTROL_FIELDS.find(({ placeholder }) => placeholder === name)?.field;
  if (!found) throw new Error(`No field named ${name}`);
  return found;
}

/** One line a field: its label and unit from the catalogue, its value. */
export function fieldTable(names: string[]): Xml {
  const widths = [3_300, TEXT_WIDTH - 3_300];
  const [left = 0, right = 0] = widths;
  return table(
    names.map((name, index) => {
      const { label, unit } = fieldOf(name);
      const title = run(label, { bold: true, color: INK }) + (unit ? run(` (${unit})`, { color: GREY }) : '');
      // The lines of a table stay on one page where they can.
      const keepNext = index < names.length - 1;
      return row([
        { content: paragraph(title, { style: 'Cellule', keepNext }), width: left, fill: SOFT },
        { content: paragraph(valueRuns(name), { style: 'Cellule', keepNext }), width: right },
      ]);
    }),
    widths,
  );
}

export const DESCRIPTION: Chapter = [
  heading(1, '1. Description du produit'),
  note('Article 11, paragraphe 2, point a) du règlement (CE) n° 1223/2009.'),
  fieldTable([
    'nom_commercial',
    'nom_produit',
    'marque',
    'gamme',
    'format',
    'version',
    'ref_formule',
    'ref_produit',
    'categorie',
    'fonction',
    'contenu_nominal',
    'pays_origine',
    'date_mise_marche',
  ]),
  paragraph(run('Ce dossier se rapporte au produit ci-dessus, formule {{ref_formule}}, version {{version}}.')),
  heading(2, '1.1 Personne responsable (articles 4 et 5) et notification'),
  fieldTable([
    'pr_nom',
    'pr_adresse',
    'dip_adresse',
    'cpnp_reference',
    'cpnp_date',
    'cpnp_formulation_cadre',
    'nano',
    'cmr',
  ]),
  heading(2, '1.2 Acteurs'),
  fieldTable(['nom_client', 'resp_mise_marche', 'faconnerie', 'fournisseur']),
];

const CHALLENGE = [
  paragraph(run('Efficacité de la conservation (ISO 11930) :'), { keepNext: true }),
  fieldTable(['challenge_laboratoire', 'challenge_date', 'challenge_critere', 'challenge_conclusion']),
];

export const PART_A: Chapter = [
  note('Article 10 et annexe I, partie A. Décision d’exécution 2013/674/UE pour les lignes directrices.'),
  heading(2, 'A.1 Composition quantitative et qualitative'),
  ...when('total_formule', [
    paragraph(run('Formule (m/m), total {{total_formule}} :'), { keepNext: true }),
    listTable('formule_lignes', [
      { title: 'N°', name: 'numero', width: 480 },
      {
        title: 'INCI',
        name: 'inci',
        text: '{{inci}}{{#nano}} [nano]{{/nano}}',
        width: TEXT_WIDTH - 480 - 1_250 - 1_300 - 1_100 - 1_500 - 1_050,
      },
      { title: 'Nom commercial', name: 'nom_commercial', width: 1_250 },
      { title: 'CAS', name: 'cas', width: 1_300 },
      { title: 'CE', name: 'ce', width: 1_100 },
      { title: 'Fonction', name: 'fonction', width: 1_500 },
      { title: '% (m/m)', name: 'pourcentage', width: 1_050 },
    ]),
    // Annex I, A.1: the amount and the function of each substance, those of a mixture too.
    ...when('melanges', [
      paragraph(run('Substances de la formule (m/m), celles des mélanges comprises ({{melanges}}) :'), {
        keepNext: true,
      }),
      listTable('substances', [
        { title: 'INCI', name: 'inci', width: TEXT_WIDTH - 1_300 - 1_900 - 1_500 - 2_000 },
        { title: 'CAS', name: 'cas', width: 1_300 },
        { title: 'Fonction', name: 'fonctions', width: 1_900 },
        { title: '% (m/m)', name: 'plage', width: 1_500 },
        { title: 'Vient de', name: 'provenances', width: 2_000 },
      ]),
    ]),
    ...when('parfums', [paragraph(run('Parfum : {{nom}}, code {{code}}, fournisseur {{fournisseur}}.'))]),
    paragraph(run('Liste des ingrédients : {{liste_inci}}')),
  ]),
  ...unless('total_formule', [
    paragraph(run('{{#ingredients}}Ingrédients déclarés, dans l’ordre de la fiche produit :{{/ingredients}}'), {
      keepNext: true,
    }),
    listTable('ingredients_lignes', [
      { title: 'N°', name: 'numero', width: 800 },
      { title: 'Ingrédient', name: 'nom', width: TEXT_WIDTH - 800 },
    ]),
    paragraph(
      run(
        '{{^ingredients}}La formule quali-quantitative figure dans le fichier joint « formula » listé en annexe.{{/ingredients}}',
      ),
    ),
  ]),
  heading(2, 'A.2 Caractéristiques physiques et chimiques, stabilité'),
  fieldTable(['ph', 'viscosite', 'densite', 'point_eclair', 'observations_physico']),
  fieldTable([
    'stabilite_protocole',
    'stabilite_conclusion',
    'stabilite_date',
    'resultats_stabilite',
    'conditions_conservation',
    'duree_conservation',
    'durabilite',
    'durabilite_valeur',
    'durabilite_justification',
  ]),
  ...when('etudes', [
    paragraph(
      run('{{type}}', { bold: true }) +
        run(
          '{{#debut}}, commencée le {{debut}}{{/debut}}{{#laboratoire}} ({{laboratoire}}){{/laboratoire}} : {{conclusion}}{{^conclusion}}sans conclusion à ce jour.{{/conclusion}}{{#hors_limites}} Hors limites : {{hors_limites}}.{{/hors_limites}}',
        ),
    ),
  ]),
  heading(2, 'A.3 Qualité microbiologique'),
  ...when('limite_microbio', [
    paragraph(
      run(
        'Limite de la norme ISO 17516 pour ce produit, germes, levures et moisissures ensemble : {{limite_microbio}}. La norme demande que les quatre germes ci-dessous soient absents d’un gramme.',
      ),
    ),
  ]),
  ...unless('limite_microbio', [
    paragraph(
      run('Population visée non renseignée : la limite de la norme ISO 17516 n’est pas connue.', {
        italic: true,
        color: GREY,
      }),
    ),
  ]),
  fieldTable([
    'germes_aerobies',
    'levures_moisissures',
    'p_aeruginosa',
    'staphylocoques',
    'e_coli',
    'c_albicans',
    'observations_microbio',
  ]),
  // A product of low microbiological risk needs no challenge test (ISO 29621).
  ...when('faible_risque', [fieldTable(['faible_risque']), ...when('challenge_date', CHALLENGE)]),
  ...unless('faible_risque', CHALLENGE),
  heading(2, 'A.4 Impuretés, traces et matériau d’emballage'),
  fieldTable(['metaux_lourds', 'arsenic', 'plomb', 'mercure', 'traces_inevitables', 'observations_impuretes']),
  fieldTable(['type_emballage', 'materiau_emballage', 'purete_emballage', 'tests_compatibilite']),
  heading(2, 'A.5 Utilisation normale et raisonnablement prévisible'),
  fieldTable(['utilisation_normale', 'instructions_utilisation', 'precautions_emploi', 'mesusages_previsibles']),
  heading(2, 'A.6 Exposition au produit cosmétique'),
  fieldTable([
    'zone',
    'surface_exposee',
    'quantite_appliquee',
    'duree_utilisation',
    'frequence_utilisation',
    'population',
    'vaporisation',
    'concentration_air',
    'volume_respire',
    'quantite_ingeree',
    'observations_expositions',
  ]),
  table([identity('Voies d’exposition', valueRuns('voies_exposition'))], [3_300, TEXT_WIDTH - 3_300]),
  ...when('categorie_exposition', [
    paragraph(run('Calcul de l’exposition : {{categorie_exposition}}'), { keepNext: true }),
    table(
      [
        identity('Quantité de produit par jour', valueRuns('quantite_jour')),
        identity('Facteur de rétention', valueRuns('facteur_retention')),
        identity('Poids corporel', valueRuns('poids_corporel')),
        identity('Source', valueRuns('source_exposition')),
      ],
      [3_300, TEXT_WIDTH - 3_300],
    ),
  ]),
  heading(2, 'A.7 Exposition aux substances'),
  ...when('categorie_exposition', [
    paragraph(
      run(
        'Dose d’exposition systémique par la peau (SED) : SED = A × (C ÷ 100) × (absorption ÷ 100), ou d’après la dose absorbée par cm² ; s’y ajoute ce qui est avalé ou respiré. Elle est arrondie vers le haut.',
      ),
      { keepNext: true },
    ),
    listTable('doses', [
      { title: 'INCI', name: 'inci', width: TEXT_WIDTH - 6_100 },
      { title: 'C (m/m)', name: 'pourcentage', width: 1_300 },
      { title: 'A (mg/kg pc/j)', name: 'a', width: 1_500 },
      { title: 'Absorption', name: 'absorption', width: 1_700 },
      { title: 'SED (mg/kg pc/j)', name: 'sed', width: 1_600 },
    ]),
    paragraph(
      run(
        '« ≤ » : borne haute d’une plage. « 100 % (majorant) » : faute de profil, la dose est celle d’une absorption entière, le plus qu’il puisse y avoir. Une absorption supposée est dite au point A.8, avec sa source.',
      ),
    ),
  ]),
  ...unless('categorie_exposition', [
    paragraph(run('Dose d’exposition systémique de chaque substance : non renseignée.', { italic: true, color: GREY })),
  ]),
  heading(2, 'A.8 Profil toxicologique des substances'),
  paragraph(run('Doses du produit entier :', { bold: true }), { keepNext: true }),
  fieldTable([
    'dl50_orale',
    'dl50_cutanee',
    'cl50_inhalation',
    'dose_sans_effet',
    'dose_min_effet',
    'etudes_genotoxicite',
    'etudes_cancerogenicite',
    'etudes_reprotoxicite',
    'observations_toxicologie',
  ]),
  ...when('categorie_exposition', [
    paragraph(run('Profil de chaque substance :', { bold: true }), { keepNext: true }),
    paragraph(
      run(
        'Marge de sécurité : MoS = POD systémique ÷ SED, arrondie vers le bas. « TTC » : seuil de préoccupation toxicologique, faute de POD.',
      ),
      { keepNext: true },
    ),
    listTable('marges', [
      { title: 'INCI', name: 'inci', width: TEXT_WIDTH - 7_050 },
      { title: 'POD (mg/kg pc/j)', name: 'pod', width: 1_150 },
      { title: 'Source', name: 'pod_source', width: 1_700 },
      { title: 'MoS', name: 'mos', width: 1_350 },
      { title: 'Seuil', name: 'seuil', width: 700 },
      { title: 'Remarque', name: 'remarque', width: 2_150 },
    ]),
    ...when('marges', [
      paragraph(
        run('{{inci}}', { bold: true }) +
          run(
            ' : {{#etude}}{{etude}}. {{/etude}}{{^etude}}Étude non renseignée. {{/etude}}Biodisponibilité orale : {{biodisponibilite}}{{^biodisponibilite}}non employée{{/biodisponibilite}}. Absorption cutanée : {{absorption}}{{#absorption_source}} ({{absorption_source}}){{/absorption_source}}{{^absorption_source}} (source non renseignée){{/absorption_source}}. SED : {{calcul_sed}}. {{#calcul_pod}}POD systémique : {{calcul_pod}}. {{/calcul_pod}}{{#calcul_mos}}MoS : {{calcul_mos}}.{{/calcul_mos}}',
          ),
      ),
    ]),
    ...when('profils', [paragraph(run('{{inci}} ({{pourcentage}})', { bold: true }) + run(' : {{profil}}'))]),
    ...when('effets_locaux', [paragraph(run('Effets locaux, {{effet}}', { bold: true }) + run(' : {{texte}}'))]),
    paragraph(
      run('Substances dont le profil est à documenter :{{^marges_a_documenter}} aucune.{{/marges_a_documenter}}'),
    ),
    ...when('marges_a_documenter', [paragraph(run('– {{inci}} ({{pourcentage}})'))]),
  ]),
  heading(2, 'A.9 Effets indésirables et effets indésirables graves'),
  fieldTable([
    'ei_declaration',
    'ei_date',
    'irritation_cutanee',
    'sensibilisation_cutanee',
    'irritation_oculaire',
    'effets_systemiques',
    'effets_respiratoires',
    'observations_effets_indesirables',
  ]),
  ...when('ei_registre', [
    paragraph(run('Effets connus à la date de ce document :', { bold: true }), { keepNext: true }),
    paragraph(run('{{ei_registre}}')),
  ]),
  heading(2, 'A.10 Informations sur le produit cosmétique'),
  value('observations_autres_infos'),
  ...when('autres_infos_date', [paragraph(run('Aucune autre information au {{autres_infos_date}}.'))]),
];

export const PART_B: Chapter = [
  heading(1, '3. Rapport sur la sécurité — Partie B : évaluation de la sécurité'),
  note(
    'Annexe I, partie B. Cette partie est rédigée et signée par l’évaluateur de la sécurité (article 10, paragraphe 2).',
  ),
  heading(2, 'B.1 Conclusion de l’évaluation'),
  ...when('b1', [paragraph(run('{{b1}}'))]),
  ...unless('b1', [
    toComplete(
      'À compléter par l’évaluateur : Au vu des informations de la partie A et de leur examen au point B.3, le produit {{nom_commercial}} (formule {{ref_formule}}, version {{version}}) est jugé [sûr / non sûr] pour la santé humaine dans les conditions d’utilisation normales ou raisonnablement prévisibles, au sens de l’article 3.',
    ),
  ]),
  heading(2, 'B.2 Avertissements et instructions d’utilisation de l’étiquette'),
  ...when('b2', [paragraph(run('{{b2}}'))]),
  ...unless('b2', [
    toComplete('À compléter par l’évaluateur : avertissements et instructions de l’étiquette, ou leur absence.'),
  ]),
  heading(2, 'B.3 Raisonnement'),
  ...when('b3', [paragraph(run('{{b3}}'))]),
  ...unless('b3', [
    toComplete(
      'À compléter par l’évaluateur : raisonnement scientifique aboutissant à la conclusion et aux avertissements.',
    ),
  ]),
  ...when('b3_moins_de_trois_ans', [
    paragraph(run('Évaluation particulière, moins de trois ans', { bold: true }), { keepNext: true }),
    paragraph(run('{{b3_moins_de_trois_ans}}')),
  ]),
  ...when('population = Moins de 3 ans', [
    ...unless('b3_moins_de_trois_ans', [
      toComplete('À compléter par l’évaluateur : évaluation particulière, enfants de moins de trois ans.'),
    ]),
  ]),
  ...when('b3_hygiene_intime', [
    paragraph(run('Évaluation particulière, hygiène intime externe', { bold: true }), { keepNext: true }),
    paragraph(run('{{b3_hygiene_intime}}')),
  ]),
  ...when('hygiene_intime = Oui', [
    ...unless('b3_hygiene_intime', [
      toComplete('À compléter par l’évaluateur : évaluation particulière, hygiène intime externe.'),
    ]),
  ]),
  heading(2, 'B.4 Références de l’évaluateur et approbation de la partie B'),
  table(
    [
      identity('Nom de l’évaluateur', valueRuns('evaluateur_nom')),
      identity('Titre (article 10, paragraphe 2)', valueRuns('evaluateur_diplome')),
      identity('Preuve de la qualification', valueRuns('evaluateur_preuve')),
      identity('Adresse', valueRuns('evaluateur_adresse')),
      identity('Date', valueRuns('evaluation_date')),
      identity(
        'Signature',
        run(
          '{{#partie_b_signee}}Original signé : {{partie_b_signee}}, joint en annexe{{/partie_b_signee}}{{^partie_b_signee}}Aucun original signé n’est joint{{/partie_b_signee}}',
        ),
      ),
    ],
    [3_300, TEXT_WIDTH - 3_300],
  ),
];

export const MANUFACTURE: Chapter = [
  heading(1, '4. Méthode de fabrication et bonnes pratiques'),
  note(
    'Article 11, paragraphe 2, point c) : méthode de fabrication et déclaration de conformité aux BPF (article 8, norme ISO 22716).',
  ),
  fieldTable(['infos_fabrication', 'infos_controle_qualite']),
  fieldTable(['bpf_declaration', 'bpf_date', 'bpf_site', 'bpf_signataire', 'bpf_expiration']),
];

export const CLAIMS: Chapter = [
  heading(1, '5. Preuves des effets revendiqués'),
  note('Article 11, paragraphe 2, point d), et règlement (UE) n° 655/2013.'),
  ...when('allegations', [
    paragraph(run('« {{texte}} »', { bold: true }), { keepNext: true }),
    paragraph(
      run(
        '{{#support}}Support : {{support}}. {{/support}}{{#critere}}Critère : {{critere}}. {{/critere}}Preuve : {{preuve}}{{^preuve}}non renseignée{{/preuve}}{{#piece}} ({{piece}}){{/piece}}.',
      ),
    ),
  ]),
  paragraph(run('{{^allegations}}Aucune allégation n’est enregistrée.{{/allegations}}', { italic: true, color: GREY })),
];

export const ANIMALS: Chapter = [
  heading(1, '6. Expérimentation animale'),
  note('Article 11, paragraphe 2, point e), et article 18.'),
  fieldTable(['animaux_declaration', 'animaux_date', 'animaux_signataire']),
];

export const APPROVAL: Chapter = [
  heading(1, '7. Approbation interne du dossier'),
  fieldTable(['valide_par', 'date_validation', 'observations_finales']),
];

export const LABEL: Chapter = [
  heading(1, '8. Étiquetage'),
  note('Article 19.'),
  fieldTable([
    'etiquette_version',
    'etiquette_date',
    'etiquette_relecture',
    'nom_commercial',
    'pr_nom',
    'pr_adresse',
    'pays_origine',
    'contenu_nominal',
    'durabilite',
    'durabilite_valeur',
    'fonction',
    'precautions_emploi',
    'dernier_lot_numero',
  ]),
  ...when('avertissements_reglementaires', [paragraph(run('{{inci}} (annexes du règlement) : {{texte}}'))]),
  ...when('liste_inci', [paragraph(run('Ingrédients : {{liste_inci}}'))]),
];

export const FOLLOW_UP: Chapter = [
  heading(1, '9. Suivi du dossier'),
  fieldTable(['cpnp_reference', 'dernier_lot_numero', 'dernier_lot_date']),
  paragraph(
    run(
      'Le dossier se conserve dix ans à compter du dernier lot mis sur le marché (article 11, paragraphe 1){{#conservation_jusqu_au}} : jusqu’au {{conservation_jusqu_au}}{{/conservation_jusqu_au}}.',
    ),
  ),
  paragraph(run('Modifications enregistrées dans l’outil qui tient ce dossier, de la première à la dernière :'), {
    keepNext: true,
  }),
  listTable('versions', [
    { title: 'Date', name: 'date', width: 1_400 },
    { title: 'Auteur', name: 'auteur', width: 2_600 },
    { title: 'Ce qui a changé', name: 'motif', width: TEXT_WIDTH - 4_000 },
  ]),
];

export const ANNEXES: Chapter = [
  heading(1, 'Annexes'),
  heading(2, 'Fichiers joints'),
  listTable('fichiers', [
    { title: 'N°', name: 'numero', width: 700 },
    { title: 'Fichier', name: 'nom', width: 3_000 },
    { title: 'Daté du', name: 'date_piece', width: 1_200 },
    { title: 'Ajouté le', name: 'ajoute_le', width: 1_200 },
    { title: 'Empreinte SHA-256', name: 'sha256', width: TEXT_WIDTH - 6_100 },
  ]),
  paragraph(run('{{^fichiers}}Aucun fichier joint.{{/fichiers}}')),
  heading(2, 'Pièces citées'),
  value('pieces_jointes'),
  heading(2, 'Références bibliographiques'),
  value('references_bibliographiques'),
];

/** Which product an assessor has before them, how it is presented, and who answers for it. */
export const ON_MARKET: Chapter = [
  heading(1, '1. Produit à évaluer'),
  fieldTable([
    'nom_commercial',
    'nom_produit',
    'marque',
    'format',
    'contenu_nominal',
    'categorie',
    'fonction',
    'ref_formule',
    'version',
    'pr_nom',
    'pr_adresse',
    'faconnerie',
  ]),
  heading(2, '1.1 Public et effets revendiqués'),
  fieldTable(['population', 'zone', 'rincage', 'muqueuses', 'yeux', 'vaporisation']),
  ...when('allegations', [paragraph(run('« {{texte}} »'))]),
  paragraph(run('{{^allegations}}Aucune allégation n’est enregistrée.{{/allegations}}', { italic: true, color: GREY })),
];
