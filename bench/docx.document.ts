import { deflate, writeZip } from '../src/server/documents/docx/zip.ts';

/**
 * The document of the bench: 8 pages, 75 tags, a table of rows of 6 cells and one of 8, a header, a footer, a picture. Each
 * engine writes its tags its own way.
 */
export interface Dialect {
  value: (name: string) => string;
  /** A row of a table that repeats, or several: each cell names a column. */
  rows: (list: string, columns: readonly string[], row: (cells: readonly string[]) => string) => string;
}

export const OURS: Dialect = {
  value: (name) => `{{${name}}}`,
  rows: (list, columns, row) =>
    row(
      columns.map(
        (name, index) =>
          `${index === 0 ? `{{#${list}}}` : ''}{{${name}}}${index === columns.length - 1 ? `{{/${list}}}` : ''}`,
      ),
    ),
};
export const CARBONE: Dialect = {
  value: (name) => `{d.${name}}`,
  rows: (list, columns, row) =>
    row(columns.map((name) => `{d.${list}[i].${name}}`)) + row(columns.map((name) => `{d.${list}[i+1].${name}}`)),
};
export const COMMANDS: Dialect = {
  value: (name) => `{{INS ${name}}}`,
  rows: (list, columns, row) =>
    row([`{{FOR one IN ${list}}}`, ...columns.slice(1).map(() => '')]) +
    row(columns.map((name) => `{{INS $one.${name}}}`)) +
    row(['{{END-FOR one}}', ...columns.slice(1).map(() => '')]),
};

const SIX = ['numero', 'inci', 'cas', 'ce', 'fonction', 'part'];
const EIGHT = ['numero', 'inci', 'a', 'absorption', 'sed', 'pod', 'mos', 'remarque'];
const VALUES = 61;

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const LOREM =
  'La sécurité du produit est évaluée dans les conditions normales ou raisonnablement prévisibles de son utilisation, en tenant compte de sa présentation, de son étiquetage et de toute indication donnée au consommateur. ';

const paragraph = (text: string): string =>
  `<w:p><w:pPr><w:spacing w:after="120"/></w:pPr><w:r><w:rPr><w:sz w:val="21"/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const row = (cells: readonly string[]): string =>
  `<w:tr>${cells.map((text) => `<w:tc><w:tcPr><w:tcW w:w="1500" w:type="dxa"/></w:tcPr><w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p></w:tc>`).join('')}</w:tr>`;
const table = (columns: readonly string[], rows: string): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/></w:tblPr><w:tblGrid>${columns.map(() => '<w:gridCol w:w="1500"/>').join('')}</w:tblGrid>${row(columns)}${rows}</w:tbl>`;

/** @param rowsOnly nothing but the table of six cells */
export function benchDocument({ value, rows }: Dialect, { rowsOnly = false } = {}): Buffer {
  const tables = table(SIX, rows('lignes', SIX, row));
  const body = rowsOnly
    ? tables
    : [
        ...Array.from({ length: VALUES - 3 }, (_, index) =>
          paragraph(`Champ ${index + 1} : ${value(`champ_${index + 1}`)}. ${LOREM.repeat(3)}`),
        ),
        tables,
        table(EIGHT, rows('marges', EIGHT, row)),
      ].join('');
  const part = (name: string, xml: string) => deflate(name, Buffer.from(XML + xml, 'utf8'));
  const override = (name: string, type: string): string =>
    `<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${type}+xml"/>`;
  const link = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const rels = (links: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links}</Relationships>`;
  return writeZip([
    part(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${override('document', 'document.main')}${override('header1', 'header')}${override('footer1', 'footer')}</Types>`,
    ),
    part('_rels/.rels', rels(link('rId1', 'officeDocument', 'word/document.xml'))),
    part(
      'word/_rels/document.xml.rels',
      rels(
        link('rId1', 'header', 'header1.xml') +
          link('rId2', 'footer', 'footer1.xml') +
          link('rId3', 'image', 'media/image1.png'),
      ),
    ),
    part(
      'word/document.xml',
      `<w:document ${NAMESPACES}><w:body>${body}<w:sectPr><w:headerReference w:type="default" r:id="rId1"/><w:footerReference w:type="default" r:id="rId2"/></w:sectPr></w:body></w:document>`,
    ),
    part(
      'word/header1.xml',
      `<w:hdr ${NAMESPACES}>${paragraph(rowsOnly ? 'x' : `${value('champ_59')} ${value('champ_60')}`)}</w:hdr>`,
    ),
    part('word/footer1.xml', `<w:ftr ${NAMESPACES}>${paragraph(rowsOnly ? 'x' : value('champ_61'))}</w:ftr>`),
    // Bytes that do not compress, as those of a picture.
    deflate('word/media/image1.png', noise(40_000)),
  ]);
}

function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let seed = 7;
  for (let index = 0; index < length; index += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    bytes[index] = seed >> 16;
  }
  return bytes;
}

export function benchData(count: number): Record<string, string | Record<string, string>[]> {
  const items = (columns: readonly string[], of: number): Record<string, string>[] =>
    Array.from({ length: of }, (_, index) =>
      Object.fromEntries(columns.map((name) => [name, name === 'numero' ? String(index + 1) : `${name} ${index + 1}`])),
    );
  return {
    ...Object.fromEntries(
      Array.from({ length: VALUES }, (_, index) => [`champ_${index + 1}`, `Valeur & mesure n° ${index + 1}`]),
    ),
    lignes: items(SIX, count),
    marges: items(EIGHT, 8),
  };
}
