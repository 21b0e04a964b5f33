import { openDocx, readXml } from '../documents/docx/docx.ts';
import { deflate, writeZip, type ZipEntry } from '../documents/docx/zip.ts';

/** Small Word documents for tests, written part by part. */

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

export interface DocxParts {
  body: string;
  header?: string;
  footer?: string;
  footnotes?: string;
  /** Other entries, as they are. */
  extra?: ZipEntry[];
  mainType?: string;
  relationships?: string;
  /** More content types. */
  override?: string;
}

export const entry = (name: string, content: string | Buffer): ZipEntry =>
  deflate(name, typeof content === 'string' ? Buffer.from(content, 'utf8') : content);

export const p = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
export const cell = (content: string): string => `<w:tc>${content}</w:tc>`;
export const row = (...cells: string[]): string => `<w:tr>${cells.map((one) => cell(p(one))).join('')}</w:tr>`;
export const table = (...rows: string[]): string => `<w:tbl><w:tblGrid/>${rows.join('')}</w:tbl>`;

export function docxOf({
  body,
  header,
  footer,
  footnotes,
  extra = [],
  mainType = MAIN,
  relationships = '',
  override = '',
}: DocxParts): Buffer {
  const others: [name: string, root: string, content: string | undefined][] = [
    ['header', 'hdr', header],
    ['footer', 'ftr', footer],
    ['footnotes', 'footnotes', footnotes],
  ];
  const present = others.flatMap(([name, root, content]) => (content === undefined ? [] : [{ name, root, content }]));
  const overrides = present
    .map(
      ({ name }) =>
        `<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${name}+xml"/>`,
    )
    .join('');
  return writeZip([
    entry(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/>${overrides}${override}</Types>`,
    ),
    entry(
      '_rels/.rels',
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    entry(
      'word/_rels/document.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationships}</Relationships>`,
    ),
    entry('word/document.xml', `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`),
    ...present.map(({ name, root, content }) =>
      entry(`word/${name}.xml`, `<w:${root} ${NAMESPACES}>${content}</w:${root}>`),
    ),
    ...extra,
  ]);
}

/** What it says, without its marks. */
export const textOfDocx = (bytes: Buffer): string =>
  openDocx(bytes)
    .textParts.map(({ entry: part }) => readXml(part).replace(/<[^>]+>/g, ' '))
    .join(' ');
