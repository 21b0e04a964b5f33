import type { TemplateData } from '#shared/templates/placeholders.ts';
import type { CompiledPart, CompiledTemplate, Piece, SectionPiece } from './compile.ts';
import type { Docx } from './docx.ts';
import { passes, printed, sorted } from './evaluate.ts';
import { Output } from './output.ts';
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
      if (part) return filledPart(part, data);
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

/** One part, filled. @throws BadXml when its sections tear it apart */
function filledPart(part: CompiledPart, data: TemplateData): ZipEntry {
  const out = new Output();
  render(part.pieces, { data, up: null, place: null }, { part, out });
  const entry = out.entry(part.name);
  if (!part.sound) parseXml(inflate(entry).toString('utf8'));
  return entry;
}

/** The names that a piece sees: of the item it stands in, then of what is around it. */
interface Scope {
  data: TemplateData;
  up: Scope | null;
  /** Which item of its list it is, from 1, and of how many. */
  place: { rank: number; of: number } | null;
}

function render(pieces: readonly Piece[], scope: Scope, to: { part: CompiledPart; out: Output }): void {
  const { out } = to;
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) out.push(piece);
    else if (piece.kind === 'value') {
      const value = lookUp(piece.name, scope);
      const text = piece.filters.length > 0 ? printed(value, piece.filters) : value;
      if (typeof text === 'string' && text !== '') out.text(text, to.part);
    } else if (piece.kind === 'section') renderSection(piece, scope, to);
    else {
      const before = out.length;
      render(piece.body, scope, to);
      if (out.length - before <= piece.blanks) {
        if (piece.whenEmpty) out.push(piece.whenEmpty);
      } else if (piece.afterTable && out.endsWith(piece.tableEnd)) out.push(piece.afterTable);
    }
  }
}

function renderSection(
  { name, inverted, test, order, separator, body }: SectionPiece,
  scope: Scope,
  to: { part: CompiledPart; out: Output },
): void {
  const value = lookUp(name, scope);
  const items = Array.isArray(value) && !test ? value : null;
  const holds = test ? passes(value, test) : items ? items.length > 0 : value !== undefined && value !== '';
  if (!items || inverted) {
    if (holds === inverted) return;
    to.out.turn();
    render(body, scope, to);
    return;
  }
  const listed = order === null ? items : sorted(items, order);
  for (const [index, item] of listed.entries()) {
    to.out.turn();
    if (index > 0 && separator) to.out.push(separator);
    render(body, { data: item, up: scope, place: { rank: index + 1, of: listed.length } }, to);
  }
}

/** The value of a name, the innermost list item first. */
function lookUp(name: string, scope: Scope): TemplateData[string] | undefined {
  if (name.charCodeAt(0) === 0x40 /* @ */) return itemWord(name, scope);
  for (let one: Scope | null = scope; one; one = one.up) if (Object.hasOwn(one.data, name)) return one.data[name];
  return undefined;
}

/** What a list says of the item it prints: a word that is empty opens no section. */
function itemWord(name: string, scope: Scope): string {
  let one: Scope | null = scope;
  while (one && !one.place) one = one.up;
  if (!one?.place) return '';
  const { rank, of } = one.place;
  if (name === '@rang') return String(rank);
  if (name === '@total') return String(of);
  return (name === '@premier' ? rank === 1 : rank === of) ? 'Oui' : '';
}
