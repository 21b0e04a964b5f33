import { encodeXml } from '../../src/server/documents/docx/xml.ts';
import { deflate, writeZip } from '../../src/server/documents/docx/zip.ts';

/** What the templates that come with Diplo are made of: runs, paragraphs, tables, and the .docx around them. */

export const INK = '20343A';
const ACCENT = '0F5C5C';
export const SOFT = 'E7F0EF';
export const GREY = '6B7A80';
const LINE = 'C9D6D8';
/** Twentieths of a point: A4 with margins of 2.2 cm leaves 9 412 to write on. */
const PAGE = { width: 11_906, height: 16_838, margin: 1_247 };
export const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin;

export type Xml = string;
interface RunStyle {
  bold?: boolean;
  italic?: boolean;
  color?: string;
  /** Half points. */
  size?: number;
  caps?: boolean;
  highlight?: boolean;
}

export function run(text: string, style: RunStyle = {}): Xml {
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

export function paragraph(content: Xml, { style, align, before, after, keepNext }: ParagraphStyle = {}): Xml {
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
export const toComplete = (content: string): Xml => paragraph(run(content, { highlight: true }));
export const note = (content: string): Xml =>
  paragraph(run(content, { italic: true, color: GREY }), { style: 'Note', keepNext: true });

/** A value, or « Non renseigné » where the product has none: an empty line of a dossier must be seen. */
export const valueRuns = (name: string): Xml =>
  run(`{{${name}}}`) + run(`{{^${name}}}Non renseigné{{/${name}}}`, { italic: true, color: GREY });
export const value = (name: string): Xml => paragraph(valueRuns(name));

interface Cell {
  content: Xml;
  width: number;
  fill?: string;
}

const cell = ({ content, width, fill }: Cell): Xml =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>` : ''}<w:vAlign w:val="center"/></w:tcPr>${content}</w:tc>`;

export const row = (cells: Cell[], header = false): Xml =>
  `<w:tr><w:trPr><w:cantSplit/>${header ? '<w:tblHeader/>' : ''}</w:trPr>${cells.map(cell).join('')}</w:tr>`;

export function table(rows: Xml[], widths: number[]): Xml {
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
export const identity = (title: string, content: Xml): Xml =>
  row([
    { content: paragraph(run(title, { bold: true, color: INK }), { style: 'Cellule' }), width: 3_300, fill: SOFT },
    { content: paragraph(content, { style: 'Cellule' }), width: TEXT_WIDTH - 3_300 },
  ]);

/** @property text what stands in its cell, where that is more than the name */
interface Column {
  title: string;
  name: string;
  text?: string;
  width: number;
}

/** A list: one table row repeated for each item. */
export function listTable(list: string, columns: Column[]): Xml {
  const last = columns.length - 1;
  const cells = columns.map(({ name, text = `{{${name}}}`, width }, index) => ({
    content: paragraph(run(`${index === 0 ? `{{#${list}}}` : ''}${text}${index === last ? `{{/${list}}}` : ''}`), {
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
export const when = (test: string, blocks: Xml[]): Xml[] => [
  paragraph(run(`{{#${test}}}`)),
  ...blocks,
  // Of « population = Moins de 3 ans » the name.
  paragraph(run(`{{/${test.split(' ', 1)[0]}}}`)),
];
export const unless = (name: string, blocks: Xml[]): Xml[] => [
  paragraph(run(`{{^${name}}}`)),
  ...blocks,
  paragraph(run(`{{/${name}}}`)),
];

export interface Heading {
  level: 1 | 2;
  text: string;
}
export const heading = (level: 1 | 2, text: string): Heading => ({ level, text });
const bookmarkOf = (index: number): string => `_Toc${120_001 + index}`;

const fieldChar = (type: 'begin' | 'separate' | 'end', dirty = false): Xml =>
  `<w:r><w:fldChar w:fldCharType="${type}"${dirty ? ' w:dirty="true"' : ''}/></w:r>`;
const instruction = (code: string): Xml => `<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>`;
const field = (code: string, shown: string): Xml =>
  fieldChar('begin') + instruction(code) + fieldChar('separate') + run(shown) + fieldChar('end');

/** A table of contents that is a field of Word: its lines are there already, and Word refreshes the page numbers. */
function tableOfContents(headings: readonly Heading[]): Xml {
  const lines = headings.map(({ level, text: title }, index) => {
    const opening =
      index === 0 ? fieldChar('begin', true) + instruction('TOC \\o "1-2" \\h \\z \\u') + fieldChar('separate') : '';
    const closing = index === headings.length - 1 ? fieldChar('end') : '';
    const page = field(`PAGEREF ${bookmarkOf(index)} \\h`, '1');
    const link = `<w:hyperlink w:anchor="${bookmarkOf(index)}" w:history="1">${run(title)}<w:r><w:tab/></w:r>${page}</w:hyperlink>`;
    return paragraph(opening + link + closing, { style: `TM${level}` });
  });
  return lines.join('');
}

const pageBreak = (): Xml => '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

interface Template {
  title: string;
  cover: readonly Xml[];
  chapters: readonly (Xml | Heading)[];
  /** At the top of each page, left and right; at its foot, left of the page number. */
  header: readonly [left: string, right: string];
  footer: string;
  /** Each text in another language; French as it is written. */
  translate?: (xml: Xml) => Xml;
}

/** The .docx of a template: its cover, its contents, its chapters. */
export function wordOf({ title, cover, chapters, header: [left, right], footer: foot, translate }: Template): Buffer {
  const said = translate ?? ((xml: Xml) => xml);
  const isEnglish = translate !== undefined;
  const spelled = (xml: Xml): Xml => (isEnglish ? xml.replaceAll('fr-FR', 'en-GB') : xml);
  const headings = chapters.filter((block) => typeof block !== 'string');
  const body = chapters.map((block) => {
    if (typeof block === 'string') return block;
    const index = headings.indexOf(block);
    return paragraph(
      `<w:bookmarkStart w:id="${index + 1}" w:name="${bookmarkOf(index)}"/>${run(block.text)}<w:bookmarkEnd w:id="${index + 1}"/>`,
      { style: `Titre${block.level}` },
    );
  });
  const front = [
    ...cover,
    pageBreak(),
    paragraph(run('Sommaire'), { style: 'TitreSommaire' }),
    tableOfContents(headings),
    pageBreak(),
  ];
  const document = `${XML}<w:document ${NAMESPACES}><w:body>${[...front, ...body].join('')}${section}</w:body></w:document>`;
  const header = `${XML}<w:hdr ${NAMESPACES}>${ruled('bottom', `${run(left)}<w:r><w:tab/></w:r>${run(right)}`)}</w:hdr>`;
  const footer = `${XML}<w:ftr ${NAMESPACES}>${ruled('top', `${run(foot)}<w:r><w:tab/></w:r>${run('Page ')}${field('PAGE', '1')}${run(' sur ')}${field('NUMPAGES', '1')}`)}</w:ftr>`;
  const parts: [path: string, type: string, xml: Xml][] = [
    ['word/document.xml', `${WORD}.document.main+xml`, said(document)],
    ['word/styles.xml', `${WORD}.styles+xml`, spelled(styles)],
    ['word/settings.xml', `${WORD}.settings+xml`, spelled(settings)],
    ['word/header1.xml', `${WORD}.header+xml`, said(header)],
    ['word/footer1.xml', `${WORD}.footer+xml`, said(footer)],
    ['word/header2.xml', `${WORD}.header+xml`, emptyHeader],
    ['word/footer2.xml', `${WORD}.footer+xml`, emptyFooter],
    [
      'docProps/core.xml',
      'application/vnd.openxmlformats-package.core-properties+xml',
      `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${encodeXml(title)}</dc:title><dc:creator>Diplo</dc:creator><dc:language>${isEnglish ? 'en-GB' : 'fr-FR'}</dc:language><dcterms:created xsi:type="dcterms:W3CDTF">2026-01-01T00:00:00Z</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">2026-01-01T00:00:00Z</dcterms:modified></cp:coreProperties>`,
    ],
  ];
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
  return writeZip(files.map(([path, xml]) => deflate(path, Buffer.from(xml, 'utf8'))));
}

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const section = `<w:sectPr><w:headerReference w:type="default" r:id="rId2"/><w:footerReference w:type="default" r:id="rId3"/><w:footerReference w:type="first" r:id="rId6"/><w:headerReference w:type="first" r:id="rId7"/><w:pgSz w:w="${PAGE.width}" w:h="${PAGE.height}"/><w:pgMar w:top="1500" w:right="${PAGE.margin}" w:bottom="1250" w:left="${PAGE.margin}" w:header="600" w:footer="500" w:gutter="0"/><w:titlePg/></w:sectPr>`;

const rightTab = `<w:tabs><w:tab w:val="clear" w:pos="4536"/><w:tab w:val="right" w:pos="${TEXT_WIDTH}"/></w:tabs>`;
const ruled = (side: 'top' | 'bottom', content: Xml): Xml =>
  `<w:p><w:pPr><w:pStyle w:val="Bandeau"/><w:pBdr><w:${side} w:val="single" w:sz="4" w:space="6" w:color="${LINE}"/></w:pBdr>${rightTab}</w:pPr>${content}</w:p>`;
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
const relationships = (items: [id: string, type: string, target: string][]): Xml =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${items.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`).join('')}</Relationships>`;
