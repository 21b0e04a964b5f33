import { encodeXml } from '../documents/docx/xml.ts';
import { deflate, writeZip } from '../documents/docx/zip.ts';

/** A cell as a workbook keeps it: its text or number, or its XML but for its place. */
export type MadeCell = string | number | null | { n: number; format: string } | { xml: string };

export interface MadeSheet {
  name?: string;
  state?: 'hidden' | 'veryHidden';
  rows: readonly (readonly MadeCell[])[];
  /** Lines (from 1) and columns (from 1) that are hidden. */
  hiddenLines?: readonly number[];
  hiddenColumns?: readonly number[];
}

interface Made {
  sheets: readonly MadeSheet[];
  from1904?: boolean;
  /** ISO/IEC 29500 Strict: other namespaces. */
  strict?: boolean;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const STRICT = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const STRICT_RELATIONS = 'http://purl.oclc.org/ooxml/officeDocument/relationships';

const columnOf = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : `${columnOf(Math.floor(at / 26) - 1)}${columnOf(at % 26)}`;

/** A workbook (.xlsx) as programs write it: shared texts, a style for each format. */
export function workbookOf({ sheets, from1904 = false, strict = false }: Made): Buffer {
  const strings: string[] = [];
  const formats: string[] = [];
  const cell = (made: MadeCell, at: number, line: number): string => {
    const r = `${columnOf(at)}${line}`;
    if (made === null) return '';
    if (typeof made === 'number') return `<c r="${r}"><v>${made}</v></c>`;
    if (typeof made === 'string') {
      strings.push(made);
      return `<c r="${r}" t="s"><v>${strings.length - 1}</v></c>`;
    }
    if ('xml' in made) return made.xml.replace('<c', `<c r="${r}"`);
    if (!formats.includes(made.format)) formats.push(made.format);
    return `<c r="${r}" s="${formats.indexOf(made.format) + 1}"><v>${made.n}</v></c>`;
  };
  const sheetXml = ({ rows, hiddenLines = [], hiddenColumns = [] }: MadeSheet): string => {
    const cols = hiddenColumns.map((at) => `<col min="${at}" max="${at}" hidden="1"/>`).join('');
    const lines = rows.map((row, index) => {
      const line = index + 1;
      const hidden = hiddenLines.includes(line) ? ' hidden="1"' : '';
      return row.length === 0
        ? ''
        : `<row r="${line}"${hidden}>${row.map((one, at) => cell(one, at, line)).join('')}</row>`;
    });
    return `<worksheet xmlns="${strict ? STRICT : MAIN}">${cols ? `<cols>${cols}</cols>` : ''}<sheetData>${lines.join('')}</sheetData></worksheet>`;
  };
  const parts = sheets.map(sheetXml);
  const named = sheets.map(
    ({ name = 'Feuil1', state }, at) =>
      `<sheet name="${encodeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"${state ? ` state="${state}"` : ''}/>`,
  );
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${strict ? STRICT : MAIN}" xmlns:r="${strict ? STRICT_RELATIONS : RELATIONS}"><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="x" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${strict ? STRICT : MAIN}">${strings.map((text) => `<si><t xml:space="preserve">${encodeXml(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${encodeXml(code)}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs></styleSheet>`,
  };
  for (const [at, xml] of parts.entries()) files[`xl/worksheets/sheet${at + 1}.xml`] = xml;
  return writeZip(Object.entries(files).map(([name, xml]) => deflate(name, Buffer.from(xml))));
}

/** Days since the epoch of spreadsheets: what Excel keeps of a date. */
export const serialOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569;
