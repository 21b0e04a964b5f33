import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONTROL_FIELDS } from '#shared/control/control.print.ts';
import type { FieldDefinition } from '#shared/fields/field.ts';
import { FIELD_BY_NAME } from '#shared/products/product.fields.ts';
import { encodeXml } from '../src/server/documents/docx/xml.ts';
import { deflate, writeZip } from '../src/server/documents/docx/zip.ts';

/**
 * Makes the template that comes with Diplo: a complete DIP that follows article 11(2) and annex I of Regulation (EC)
 * 1223/2009 point by point. Labels and units come from the catalogue. Run it after a change: `npm run template`.
 */

const TARGET = fileURLToPath(new URL('../assets/modele-dip.docx', import.meta.url));
const INK = '20343A';
const ACCENT = '0F5C5C';
const SOFT = 'E7F0EF';
const GREY = '6B7A80';
const LINE = 'C9D6D8';
/** Twentieths of a point: A4 with margins of 2.2 cm leaves 9 412 to write on. */
const PAGE = { width: 11_906, height: 16_838, margin: 1_247 };
const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin;

type Xml = string;
interface RunStyle {
  bold?: boolean;
  italic?: boolean;
  color?: string;
  /** Half points. */
  size?: number;
  caps?: boolean;
  highlight?: boolean;
}

function run(text: string, style: RunStyle = {}): Xml {
  const properties = [
    style.bold ? '<w:b/>' : '',
    style.italic ? '<w:i/>' : '',
    style.caps ? '<w:caps/>' : '',
    style.color ? `<w:color w:val="${style.color}"/>` : '',
    style.size ? `<w:sz w:val="${style.size}"/><w:szCs w:val="${style.size}"/>` : '',
    style.highlight ? '<w:shd w:val="clear" w:color="auto" w:fill="FFF3CD"/>' : '',
  ].join('');
  return `<w:r>${properties ? `<w:rPr>${properties}</w:rPr>` : ''}<w:t xml:space="preserve">${encodeXml(text)}</w:t></w:r>`;
}

interface ParagraphStyle {
  style?: string;
  align?: 'left' | 'center' | 'right';
  /** Twentieths of a point. */
  before?: number;
  after?: number;
  keepNext?: boolean;
}

function paragraph(content: Xml, { style, align, before, after, keepNext }: ParagraphStyle = {}): Xml {
  const spacing =
    before === undefined && after === undefined
      ? ''
      : `<w:spacing${before === undefined ? '' : ` w:before="${before}"`}${after === undefined ? '' : ` w:after="${after}"`}/>`;
  const properties = [
    style ? `<w:pStyle w:val="${style}"/>` : '',
    keepNext ? '<w:keepNext/>' : '',
    spacing,
    align ? `<w:jc w:val="${align}"/>` : '',
  ].join('');
  return `<w:p>${properties ? `<w:pPr>${properties}</w:pPr>` : ''}${content}</w:p>`;
}

/** What only the assessor writes: it stands out, and the review before sealing tells of it, until it is written. */
const toComplete = (content: string): Xml => paragraph(run(content, { highlight: true }));
const note = (content: string): Xml => paragraph(run(content, { italic: true, color: GREY }), { style: 'Note' });

/** A value, or « Non renseigné » where the product has none: an empty line of a dossier must be seen. */
const valueRuns = (name: string): Xml =>
  run(`{{${name}}}`) + run(`{{^${name}}}Non renseigné{{/${name}}}`, { italic: true, color: GREY });
const value = (name: string): Xml => paragraph(valueRuns(name));

interface Cell {
  content: Xml;
  width: number;
  fill?: string;
}

const cell = ({ content, width, fill }: Cell): Xml =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>` : ''}<w:vAlign w:val="center"/></w:tcPr>${content}</w:tc>`;

const row = (cells: Cell[], header = false): Xml =>
  `<w:tr><w:trPr><w:cantSplit/>${header ? '<w:tblHeader/>' : ''}</w:trPr>${cells.map(cell).join('')}</w:tr>`;

function table(rows: Xml[], widths: number[]): Xml {
  const border = (side: string): Xml => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="${LINE}"/>`;
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(border).join('');
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  return `<w:tbl><w:tblPr><w:tblStyle w:val="Grille"/><w:tblW w:w="${TEXT_WIDTH}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders><w:tblLayout w:type="fixed"/><w:tblCellMar><w:top w:w="60" w:type="dxa"/><w:left w:w="110" w:type="dxa"/><w:bottom w:w="60" w:type="dxa"/><w:right w:w="110" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows.join('')}</w:tbl>${paragraph('', { after: 80 })}`;
}

const headerCell = (content: string, width: number): Cell => ({
  content: paragraph(run(content, { bold: true, color: 'FFFFFF' }), { style: 'Cellule' }),
  width,
  fill: ACCENT,
});

/** A line of a table: what it is, what is written. */
const identity = (title: string, content: Xml): Xml =>
  row([
    { content: paragraph(run(title, { bold: true, color: INK }), { style: 'Cellule' }), width: 3_300, fill: SOFT },
    { content: paragraph(content, { style: 'Cellule' }), width: TEXT_WIDTH - 3_300 },
  ]);

/** A field of the form, or of the conformity and of the assessment by its name on paper. */
function fieldOf(name: string): Pick<FieldDefinition, 'label' | 'unit'> {
  const found = FIELD_BY_NAME.get(name) ?? CONTROL_FIELDS.find(({ placeholder }) => placeholder === name)?.field;
  if (!found) throw new Error(`No field named ${name}`);
  return found;
}

/** One line a field: its label and unit from the catalogue, its value. */
function fieldTable(names: string[]): Xml {
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

/** A list: one table row repeated for each item. */
function listTable(list: string, columns: { title: string; name: string; width: number }[]): Xml {
  const last = columns.length - 1;
  const cells = columns.map(({ name, width }, index) => ({
    content: paragraph(run(`${index === 0 ? `{{#${list}}}` : ''}{{${name}}}${index === last ? `{{/${list}}}` : ''}`), {
      style: 'Cellule',
    }),
    width,
  }));
  return table(
    [
      row(
        columns.map(({ title, width }) => headerCell(title, width)),
        true,
      ),
      row(cells),
    ],
    columns.map(({ width }) => width),
  );
}

/** Blocks printed only where a value is known, or for each item of a list. */
const when = (name: string, blocks: Xml[]): Xml[] => [
  paragraph(run(`{{#${name}}}`)),
  ...blocks,
  paragraph(run(`{{/${name}}}`)),
];
const unless = (name: string, blocks: Xml[]): Xml[] => [
  paragraph(run(`{{^${name}}}`)),
  ...blocks,
  paragraph(run(`{{/${name}}}`)),
];

interface Heading {
  level: 1 | 2;
  text: string;
  bookmark: string;
}
const headings: Heading[] = [];

function heading(level: 1 | 2, content: string): Xml {
  const id = headings.length + 1;
  const bookmark = `_Toc${String(120_000 + id)}`;
  headings.push({ level, text: content, bookmark });
  return paragraph(`<w:bookmarkStart w:id="${id}" w:name="${bookmark}"/>${run(content)}<w:bookmarkEnd w:id="${id}"/>`, {
    style: `Titre${level}`,
  });
}

const fieldChar = (type: 'begin' | 'separate' | 'end', dirty = false): Xml =>
  `<w:r><w:fldChar w:fldCharType="${type}"${dirty ? ' w:dirty="true"' : ''}/></w:r>`;
const instruction = (code: string): Xml => `<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>`;
const field = (code: string, shown: string): Xml =>
  fieldChar('begin') + instruction(code) + fieldChar('separate') + run(shown) + fieldChar('end');

/** A table of contents that is a field of Word: its lines are there already, and Word refreshes the page numbers. */
function tableOfContents(): Xml {
  const lines = headings.map(({ level, text: title, bookmark }, index) => {
    const opening =
      index === 0 ? fieldChar('begin', true) + instruction('TOC \\o "1-2" \\h \\z \\u') + fieldChar('separate') : '';
    const closing = index === headings.length - 1 ? fieldChar('end') : '';
    const page = field(`PAGEREF ${bookmark} \\h`, '1');
    const link = `<w:hyperlink w:anchor="${bookmark}" w:history="1">${run(title)}<w:r><w:tab/></w:r>${page}</w:hyperlink>`;
    return paragraph(opening + link + closing, { style: `TM${level}` });
  });
  return lines.join('');
}

const pageBreak = (): Xml => '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

const chapters = [
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

  heading(1, '2. Rapport sur la sécurité — Partie A : informations sur la sécurité'),
  note('Article 10 et annexe I, partie A. Décision d’exécution 2013/674/UE pour les lignes directrices.'),
  heading(2, 'A.1 Composition quantitative et qualitative'),
  ...when('total_formule', [
    paragraph(run('Formule (m/m), total {{total_formule}} :'), { keepNext: true }),
    listTable('formule_lignes', [
      { title: 'N°', name: 'numero', width: 560 },
      { title: 'INCI', name: 'inci', width: TEXT_WIDTH - 560 - 1_400 - 1_500 - 1_150 - 1_350 - 1_150 },
      { title: 'Nom commercial', name: 'nom_commercial', width: 1_400 },
      { title: 'CAS', name: 'cas', width: 1_500 },
      { title: 'CE', name: 'ce', width: 1_150 },
      { title: 'Fonction', name: 'fonction', width: 1_350 },
      { title: '% (m/m)', name: 'pourcentage', width: 1_150 },
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
  heading(2, 'A.3 Qualité microbiologique'),
  paragraph(
    run(
      'Limites de la norme ISO 17516, germes, levures et moisissures ensemble : 1 000 ufc/g ; 100 ufc/g pour les moins de trois ans, les yeux et les muqueuses. Les quatre germes sont absents d’un gramme.',
    ),
  ),
  fieldTable([
    'germes_aerobies',
    'levures_moisissures',
    'p_aeruginosa',
    'staphylocoques',
    'e_coli',
    'c_albicans',
    'observations_microbio',
  ]),
  ...when('challenge_laboratoire', [
    paragraph(run('Efficacité de la conservation (ISO 11930) :'), { keepNext: true }),
    fieldTable(['challenge_laboratoire', 'challenge_date', 'challenge_critere', 'challenge_conclusion']),
  ]),
  ...unless('challenge_laboratoire', [fieldTable(['faible_risque'])]),
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
  ...when('categorie_exposition', [
    paragraph(run('Calcul de l’exposition : {{categorie_exposition}}')),
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
    listTable('marges', [
      { title: 'INCI', name: 'inci', width: TEXT_WIDTH - 6_100 },
      { title: 'C (m/m)', name: 'pourcentage', width: 1_300 },
      { title: 'A (mg/kg pc/j)', name: 'a', width: 1_500 },
      { title: 'Absorption', name: 'absorption', width: 1_700 },
      { title: 'SED (mg/kg pc/j)', name: 'sed', width: 1_600 },
    ]),
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
      { title: 'POD (mg/kg pc/j)', name: 'pod', width: 1_500 },
      { title: 'Source', name: 'pod_source', width: 1_600 },
      { title: 'MoS', name: 'mos', width: 1_050 },
      { title: 'Seuil', name: 'seuil', width: 800 },
      { title: 'Remarque', name: 'remarque', width: 2_100 },
    ]),
    ...when('profils', [paragraph(run('{{inci}} ({{pourcentage}})', { bold: true }) + run(' : {{profil}}'))]),
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
  heading(2, 'A.10 Informations sur le produit cosmétique'),
  value('observations_autres_infos'),
  ...when('autres_infos_date', [paragraph(run('Aucune autre information au {{autres_infos_date}}.'))]),

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
  ...when('b3_hygiene_intime', [
    paragraph(run('Évaluation particulière, hygiène intime externe', { bold: true }), { keepNext: true }),
    paragraph(run('{{b3_hygiene_intime}}')),
  ]),
  heading(2, 'B.4 Références de l’évaluateur et approbation de la partie B'),
  table(
    [
      identity('Nom de l’évaluateur', valueRuns('evaluateur_nom')),
      identity('Titre (article 10, paragraphe 2)', valueRuns('evaluateur_diplome')),
      identity('Adresse', valueRuns('evaluateur_adresse')),
      identity('Date', valueRuns('evaluation_date')),
      identity('Signature', run('')),
    ],
    [3_300, TEXT_WIDTH - 3_300],
  ),
  note('L’évaluateur est distinct du signataire du § 7.'),

  heading(1, '4. Méthode de fabrication et bonnes pratiques'),
  note(
    'Article 11, paragraphe 2, point c) : méthode de fabrication et déclaration de conformité aux BPF (article 8, norme ISO 22716).',
  ),
  fieldTable(['infos_fabrication', 'infos_controle_qualite']),
  fieldTable(['bpf_declaration', 'bpf_site', 'bpf_signataire', 'bpf_expiration']),

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

  heading(1, '6. Expérimentation animale'),
  note('Article 11, paragraphe 2, point e), et article 18.'),
  fieldTable(['animaux_declaration', 'animaux_date', 'animaux_signataire']),

  heading(1, '7. Approbation interne du dossier'),
  fieldTable(['valide_par', 'date_validation', 'observations_finales']),

  heading(1, '8. Étiquetage'),
  note('Article 19.'),
  fieldTable(['etiquette_version', 'etiquette_date', 'contenu_nominal', 'durabilite', 'durabilite_valeur']),
  ...when('liste_inci', [paragraph(run('Ingrédients : {{liste_inci}}'))]),

  heading(1, '9. Suivi du dossier'),
  fieldTable(['cpnp_reference', 'dernier_lot_numero', 'dernier_lot_date']),
  paragraph(
    run('Le dossier se conserve dix ans à compter du dernier lot mis sur le marché (article 11, paragraphe 1).'),
  ),
  listTable('versions', [
    { title: 'Date', name: 'date', width: 1_400 },
    { title: 'Auteur', name: 'auteur', width: 2_600 },
    { title: 'Ce qui a changé', name: 'motif', width: TEXT_WIDTH - 4_000 },
  ]),

  heading(1, 'Annexes'),
  heading(2, 'Fichiers joints'),
  listTable('fichiers', [
    { title: 'N°', name: 'numero', width: 700 },
    { title: 'Fichier', name: 'nom', width: 3_400 },
    { title: 'Date', name: 'date', width: 1_300 },
    { title: 'Empreinte SHA-256', name: 'sha256', width: TEXT_WIDTH - 5_400 },
  ]),
  paragraph(run('{{^fichiers}}Aucun fichier joint.{{/fichiers}}')),
  heading(2, 'Pièces citées'),
  value('pieces_jointes'),
  heading(2, 'Références bibliographiques'),
  value('references_bibliographiques'),
  heading(2, 'Notes et commentaires'),
  value('notes_commentaires'),
].join('');

const titlePage = [
  paragraph(run('{{marque}}', { size: 26, color: GREY, caps: true }), { before: 2_200, after: 200 }),
  paragraph(run('Dossier d’information produit'), { style: 'Titre' }),
  paragraph(run('{{nom_commercial}}{{^nom_commercial}}{{nom_produit}}{{/nom_commercial}}'), { style: 'SousTitre' }),
  paragraph('', { after: 700 }),
  table(
    [
      identity('Référence formule', valueRuns('ref_formule')),
      identity('Référence produit', valueRuns('ref_produit')),
      identity('Client', valueRuns('nom_client')),
      identity('Responsable de la mise sur le marché', valueRuns('resp_mise_marche')),
      identity('Date de mise sur le marché', valueRuns('date_mise_marche')),
      identity('Version', valueRuns('version')),
      identity('Document établi', run('le {{date_generation}}')),
    ],
    [3_300, TEXT_WIDTH - 3_300],
  ),
  note(
    'Règlement (CE) n° 1223/2009, articles 10 et 11. À conserver dix ans après la mise sur le marché du dernier lot, à l’adresse de la personne responsable.',
  ),
  pageBreak(),
  paragraph(run('Sommaire'), { style: 'TitreSommaire' }),
  tableOfContents(),
  pageBreak(),
].join('');

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const section = `<w:sectPr><w:headerReference w:type="default" r:id="rId2"/><w:footerReference w:type="default" r:id="rId3"/><w:footerReference w:type="first" r:id="rId6"/><w:headerReference w:type="first" r:id="rId7"/><w:pgSz w:w="${PAGE.width}" w:h="${PAGE.height}"/><w:pgMar w:top="1500" w:right="${PAGE.margin}" w:bottom="1250" w:left="${PAGE.margin}" w:header="600" w:footer="500" w:gutter="0"/><w:titlePg/></w:sectPr>`;
const document = `${XML}<w:document ${NAMESPACES}><w:body>${titlePage}${chapters}${section}</w:body></w:document>`;

const rightTab = `<w:tabs><w:tab w:val="clear" w:pos="4536"/><w:tab w:val="right" w:pos="${TEXT_WIDTH}"/></w:tabs>`;
const ruled = (side: 'top' | 'bottom', content: Xml): Xml =>
  `<w:p><w:pPr><w:pStyle w:val="Bandeau"/><w:pBdr><w:${side} w:val="single" w:sz="4" w:space="6" w:color="${LINE}"/></w:pBdr>${rightTab}</w:pPr>${content}</w:p>`;
const header = `${XML}<w:hdr ${NAMESPACES}>${ruled('bottom', `${run('DIP — {{nom_commercial}}')}<w:r><w:tab/></w:r>${run('Réf. {{ref_formule}}')}`)}</w:hdr>`;
const footer = `${XML}<w:ftr ${NAMESPACES}>${ruled('top', `${run('{{resp_mise_marche}}')}<w:r><w:tab/></w:r>${run('Page ')}${field('PAGE', '1')}${run(' sur ')}${field('NUMPAGES', '1')}`)}</w:ftr>`;
const emptyHeader = `${XML}<w:hdr ${NAMESPACES}><w:p/></w:hdr>`;
const emptyFooter = `${XML}<w:ftr ${NAMESPACES}><w:p/></w:ftr>`;

interface StyleOptions {
  id: string;
  name: string;
  paragraph?: Xml;
  run?: Xml;
  outline?: number;
}
const style = ({ id, name, paragraph: p = '', run: r = '', outline }: StyleOptions): Xml =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${outline === undefined ? '' : '<w:next w:val="Normal"/>'}<w:qFormat/><w:pPr>${p}${outline === undefined ? '' : `<w:outlineLvl w:val="${outline}"/>`}</w:pPr><w:rPr>${r}</w:rPr></w:style>`;
const sized = (halfPoints: number, color = INK, bold = true): Xml =>
  `${bold ? '<w:b/><w:bCs/>' : ''}<w:color w:val="${color}"/><w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`;
const contents = (indent: number, before: number): Xml =>
  `<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="${TEXT_WIDTH}"/></w:tabs><w:spacing w:before="${before}" w:after="30"/><w:ind w:left="${indent}"/>`;

const styles = `${XML}<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Calibri"/><w:color w:val="${INK}"/><w:sz w:val="21"/><w:szCs w:val="21"/><w:lang w:val="fr-FR" w:eastAsia="fr-FR" w:bidi="ar-SA"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>
<w:style w:type="table" w:default="1" w:styleId="TableauNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/></w:tblPr></w:style>
<w:style w:type="table" w:styleId="Grille"><w:name w:val="Table Grid"/><w:basedOn w:val="TableauNormal"/></w:style>
${style({ id: 'Titre', name: 'Title', paragraph: '<w:spacing w:before="0" w:after="160"/>', run: sized(60, ACCENT) })}
${style({ id: 'SousTitre', name: 'Subtitle', paragraph: '<w:spacing w:after="200"/>', run: sized(36, INK, false) })}
${style({ id: 'Titre1', name: 'heading 1', paragraph: '<w:keepNext/><w:spacing w:before="480" w:after="120"/>', run: sized(32, ACCENT), outline: 0 })}
${style({ id: 'Titre2', name: 'heading 2', paragraph: '<w:keepNext/><w:spacing w:before="280" w:after="100"/>', run: sized(24, INK), outline: 1 })}
${style({ id: 'TitreSommaire', name: 'TOC Heading', paragraph: '<w:spacing w:after="240"/>', run: sized(32, ACCENT) })}
${style({ id: 'TM1', name: 'toc 1', paragraph: contents(0, 120), run: '<w:b/>' })}
${style({ id: 'TM2', name: 'toc 2', paragraph: contents(260, 0) })}
${style({ id: 'Cellule', name: 'Cellule', paragraph: '<w:spacing w:before="0" w:after="0" w:line="252" w:lineRule="auto"/>', run: '<w:sz w:val="20"/><w:szCs w:val="20"/>' })}
${style({ id: 'Note', name: 'Note', paragraph: '<w:spacing w:after="160"/>', run: '<w:sz w:val="18"/><w:szCs w:val="18"/>' })}
${style({ id: 'Bandeau', name: 'header', paragraph: '<w:spacing w:after="0"/>', run: `<w:color w:val="${GREY}"/><w:sz w:val="17"/><w:szCs w:val="17"/>` })}
</w:styles>`;

const settings = `${XML}<w:settings ${NAMESPACES}><w:zoom w:percent="100"/><w:defaultTabStop w:val="708"/><w:themeFontLang w:val="fr-FR"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`;

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const parts: [path: string, type: string, xml: Xml][] = [
  ['word/document.xml', `${WORD}.document.main+xml`, document],
  ['word/styles.xml', `${WORD}.styles+xml`, styles],
  ['word/settings.xml', `${WORD}.settings+xml`, settings],
  ['word/header1.xml', `${WORD}.header+xml`, header],
  ['word/footer1.xml', `${WORD}.footer+xml`, footer],
  ['word/header2.xml', `${WORD}.header+xml`, emptyHeader],
  ['word/footer2.xml', `${WORD}.footer+xml`, emptyFooter],
  [
    'docProps/core.xml',
    'application/vnd.openxmlformats-package.core-properties+xml',
    `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>Dossier d’information produit</dc:title><dc:creator>Diplo</dc:creator><dc:language>fr-FR</dc:language><dcterms:created xsi:type="dcterms:W3CDTF">2026-01-01T00:00:00Z</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">2026-01-01T00:00:00Z</dcterms:modified></cp:coreProperties>`,
  ],
];
const relationships = (items: [id: string, type: string, target: string][]): Xml =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${items.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`).join('')}</Relationships>`;

const files: [string, Xml][] = [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.map(([path, type]) => `<Override PartName="/${path}" ContentType="${type}"/>`).join('')}</Types>`,
  ],
  [
    '_rels/.rels',
    relationships([
      ['rId1', `${OFFICE}/officeDocument`, 'word/document.xml'],
      ['rId2', `${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
    ]),
  ],
  [
    'word/_rels/document.xml.rels',
    relationships([
      ['rId1', `${OFFICE}/styles`, 'styles.xml'],
      ['rId2', `${OFFICE}/header`, 'header1.xml'],
      ['rId3', `${OFFICE}/footer`, 'footer1.xml'],
      ['rId4', `${OFFICE}/settings`, 'settings.xml'],
      ['rId6', `${OFFICE}/footer`, 'footer2.xml'],
      ['rId7', `${OFFICE}/header`, 'header2.xml'],
    ]),
  ],
  ...parts.map(([path, , xml]): [string, Xml] => [path, xml]),
];

mkdirSync(fileURLToPath(new URL('../assets/', import.meta.url)), { recursive: true });
writeFileSync(TARGET, writeZip(files.map(([path, xml]) => deflate(path, Buffer.from(xml, 'utf8')))));
console.log(`Modèle écrit : ${TARGET}`);
