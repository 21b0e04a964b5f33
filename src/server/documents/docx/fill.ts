import type { TemplateData } from '#shared/templates/placeholders.ts';
import type { CompiledPart, CompiledTemplate, Piece } from './compile.ts';
import type { Docx } from './docx.ts';
import { encodeXml, parseXml } from './xml.ts';
import { deflate, inflate, writeZip, type ZipEntry } from './zip.ts';

/**
 * Fills a compiled template. Entries without a tag are copied in their compressed form. A value prints as text,
 * whatever it contains: line breaks and tabs become Word's, control characters are dropped, and nothing in it is ever
 * read as a tag or as XML. A name without a value prints as nothing.
 */
export function fillTemplate(
  docx: Docx,
  template: CompiledTemplate,
  data: TemplateData,
  properties: DocumentProperties | null = null,
): Buffer {
  const filled = new Map(template.parts.map((part) => [part.name, part]));
  return writeZip(
    docx.entries.map((entry): ZipEntry => {
      const part = filled.get(entry.name);
      if (part) return deflate(entry.name, Buffer.from(renderPart(part, data), 'utf8'));
      // What the document says of itself is true of it, not of its template.
      return properties && entry.name === CORE_PROPERTIES
        ? deflate(entry.name, Buffer.from(propertiesOf(inflate(entry).toString('utf8'), properties), 'utf8'))
        : entry;
    }),
  );
}

/** What a document is called and when it was made. */
export interface DocumentProperties {
  title: string;
  /** ISO 8601. */
  created: string;
}

const CORE_PROPERTIES = 'docProps/core.xml';

/** The core properties of a package with this title and this time. ECMA-376, part 2, 11. */
function propertiesOf(xml: string, { title, created }: DocumentProperties): string {
  const when = created.replace(/\.\d+Z$/, 'Z');
  const written: [RegExp, string][] = [
    [/<dc:title(?:\/>|>[^<]*<\/dc:title>)/, `<dc:title>${encodeXml(title)}</dc:title>`],
    [
      /<dcterms:created [^>]*>[^<]*<\/dcterms:created>/,
      `<dcterms:created xsi:type="dcterms:W3CDTF">${when}</dcterms:created>`,
    ],
    [
      /<dcterms:modified [^>]*>[^<]*<\/dcterms:modified>/,
      `<dcterms:modified xsi:type="dcterms:W3CDTF">${when}</dcterms:modified>`,
    ],
  ];
  return written.reduce(
    (text, [found, element]) =>
      found.test(text)
        ? text.replace(found, () => element)
        : text.replace(/<\/cp:coreProperties>/, () => `${element}</cp:coreProperties>`),
    xml,
  );
}

/** The XML of one part. */
export function renderPart(part: CompiledPart, data: TemplateData): string {
  const out = new Output();
  render(part.pieces, [data], { part, out });
  const xml = out.text();
  // Only a section can take away or repeat what Word needs: whole paragraphs, whole rows.
  if (!part.pieces.some((piece) => typeof piece === 'object' && piece.kind === 'section')) return xml;
  const mended = mendEmptied(xml, part.word);
  parseXml(mended);
  return mended;
}

/** A document larger than Word opens: lists nested in lists multiply. */
export class TooLarge extends Error {}

/** Characters of one part, once filled. */
const OUTPUT_MAX = 32_000_000;
/** Turns of all the lists of one part: an empty turn prints nothing, and takes time all the same. */
const TURNS_MAX = 200_000;

class Output {
  readonly #chunks: string[] = [];
  #length = 0;
  #turns = 0;

  turn(): void {
    this.#turns += 1;
    if (this.#turns > TURNS_MAX) throw new TooLarge('The lists of the part take too many turns');
  }

  push(chunk: string): void {
    this.#length += chunk.length;
    if (this.#length > OUTPUT_MAX) throw new TooLarge('The filled part is too large');
    this.#chunks.push(chunk);
  }

  text(): string {
    return this.#chunks.join('');
  }
}

/**
 * Gives back what Word cannot do without where a section has printed nothing: a paragraph at the end of a cell, a
 * header, a note or a text box; a row in a table.
 */
function mendEmptied(xml: string, word: (local: string) => string): string {
  const paragraph = `<${word('p')}/>`;
  const row = `<${word('tr')}><${word('tc')}>${paragraph}</${word('tc')}></${word('tr')}>`;
  const opening = (name: string): string => `<${word(name)}(?: [^>]*[^/])?>`;
  const tableEnd = `</${word('tbl')}>`;
  const withoutRow = new RegExp(
    `(${opening('tbl')}|</${word('tblPr')}>|</${word('tblGrid')}>|<${word('tblGrid')}/>)(?=${tableEnd})`,
    'g',
  );
  const containers = ['tc', 'txbxContent', 'hdr', 'ftr', 'footnote', 'endnote', 'sdtContent'];
  const withoutParagraph = containers.map(
    (name) =>
      new RegExp(
        name === 'sdtContent'
          ? `(${opening(name)})(?=</${word(name)}>)`
          : `(${opening(name)}|</${word('tcPr')}>|<${word('tcPr')}/>|${tableEnd})(?=</${word(name)}>)`,
        'g',
      ),
  );
  return withoutParagraph.reduce(
    (mended, rule) => mended.replace(rule, `$1${paragraph}`),
    xml.replace(withoutRow, `$1${row}`),
  );
}

function render(
  pieces: readonly Piece[],
  scopes: readonly TemplateData[],
  to: { part: CompiledPart; out: Output },
): void {
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      to.out.push(piece);
      continue;
    }
    const value = lookUp(piece.name, scopes);
    if (piece.kind === 'value') {
      if (typeof value === 'string' && value !== '') to.out.push(printText(value, to.part));
      continue;
    }
    const items = itemsOf(value);
    if (piece.inverted) {
      if (items.length === 0) render(piece.body, scopes, to);
      continue;
    }
    for (const item of items) {
      to.out.turn();
      render(piece.body, item ? [item, ...scopes] : scopes, to);
    }
  }
}

/** The value of a name, the innermost list item first. */
function lookUp(name: string, scopes: readonly TemplateData[]): TemplateData[string] | undefined {
  for (const scope of scopes) if (Object.hasOwn(scope, name)) return scope[name];
  return undefined;
}

/** A list repeats for each item; a text that is not empty stands for one turn without an item of its own. */
function itemsOf(value: TemplateData[string] | undefined): (TemplateData | null)[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === '' ? [] : [null];
}

function printText(value: string, part: CompiledPart): string {
  const text = encodeXml(value);
  if (!/[\n\t]/.test(text)) return text;
  return text.replace(/\r?\n|\t/g, (character) => (character === '\t' ? part.tab : part.lineBreak));
}
