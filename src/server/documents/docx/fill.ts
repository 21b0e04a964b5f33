import type { Language } from '#shared/fields/writer.ts';
import type { TemplateData } from '#shared/templates/placeholders.ts';
import type { CompiledPart, CompiledTemplate } from './compile.ts';
import { type Docx, readXml } from './docx.ts';
import { passes, printed, sorted } from './evaluate.ts';
import { Output } from './output.ts';
import { drawnWith, type Picture, sizeOf, withPictures } from './picture.ts';
import type { IdPiece, PicturePiece, Piece, SectionPiece, ValuePiece } from './pieces.ts';
import { emptyMark, encodedAddress, linkAddress, linkedText } from './runs.ts';
import { encodeXml, localName, parseXml } from './xml.ts';
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
  { properties = null, pictures = null, markEmpty = false, language = 'fr' }: FillOptions = {},
): Buffer {
  const filled = new Map(template.parts.map((part) => [part.name, part]));
  const drawing = createDrawing(pictures);
  const fresh = freshIds();
  const entries = docx.entries.map((entry): ZipEntry => {
    const part = filled.get(entry.name);
    const made = part ? filledPart(part, { data, fresh, drawing, markEmpty, language }) : entry;
    if (!properties || entry.name !== CORE_PROPERTIES) return made;
    // What the document says of itself is true of it, not of its template; a title that the template writes itself, or
    // prints, stays.
    const keepTitle =
      template.printsTitle || (part !== undefined && /<dc:title>[^<]*\{\{/.test(inflate(entry).toString('utf8')));
    return told(made, properties, { keepTitle });
  });
  return writeZip(withPictures(entries, drawing.used, drawing.files));
}

export interface FillOptions {
  properties?: DocumentProperties | null;
  /** What is empty is told where it would stand, on yellow: to be read, never to be kept. */
  markEmpty?: boolean;
  /** Of the template: how its filters write dates and figures. */
  language?: Language;
  /** By key; a frame whose picture is not among them stays empty. Without, frames keep what the template shows. */
  pictures?: ReadonlyMap<string, Picture> | null;
}

/** The pictures that a document takes in, each once whatever the number of frames. */
function createDrawing(pictures: ReadonlyMap<string, Picture> | null) {
  const used = new Map<string, Map<string, string>>();
  const files = new Map<string, { bytes: Buffer; extension: string }>();
  return {
    used,
    files,
    /** The drawing as this part has it. */
    draw({ key, xml }: PicturePiece, part: string, drawing: string): string {
      if (!pictures) return xml;
      const picture = pictures.get(key);
      const size = picture ? sizeOf(picture.bytes) : null;
      if (!picture || !size || size.width * size.height === 0) return '';
      const file = `word/media/diplo-${key}.${size.extension}`;
      const rel = `rIdDiplo-${key}`;
      files.set(file, { bytes: picture.bytes, extension: size.extension });
      used.set(part, (used.get(part) ?? new Map<string, string>()).set(rel, file));
      return drawnWith(xml, { size, name: picture.name, id: { rel, drawing } });
    },
  };
}

/** What a document is called and when it was made. */
export interface DocumentProperties {
  title: string;
  /** ISO 8601. */
  created: string;
}

const CORE_PROPERTIES = 'docProps/core.xml';

/** The properties of a document that tell what it is and when it was made. */
const told = (entry: ZipEntry, properties: DocumentProperties, { keepTitle = false } = {}): ZipEntry =>
  deflate(entry.name, Buffer.from(propertiesOf(readXml(entry), properties, keepTitle), 'utf8'));

/** The core properties of a package with this title and this time. ECMA-376, part 2, 11. */
function propertiesOf(xml: string, { title, created }: DocumentProperties, keepTitle: boolean): string {
  const when = created.replace(/\.\d+Z$/, 'Z');
  /** A prefix that the package does not declare is declared where it is used. */
  const declared = (prefix: string, uri: string): string =>
    xml.includes(`xmlns:${prefix}=`) ? '' : ` xmlns:${prefix}="${uri}"`;
  const dc = declared('dc', 'http://purl.org/dc/elements/1.1/');
  const terms =
    declared('dcterms', 'http://purl.org/dc/terms/') + declared('xsi', 'http://www.w3.org/2001/XMLSchema-instance');
  const written = new Map([
    ...(keepTitle ? [] : [['title', `<dc:title${dc}>${encodeXml(title)}</dc:title>`] as const]),
    ['created', `<dcterms:created${terms} xsi:type="dcterms:W3CDTF">${when}</dcterms:created>`],
    ['modified', `<dcterms:modified${terms} xsi:type="dcterms:W3CDTF">${when}</dcterms:modified>`],
  ]);
  const root = parseXml(xml);
  // However each is written, it is there once.
  const replaced = root.children.filter(({ name }) => written.has(localName(name)));
  const kept = replaced.toReversed().reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), xml);
  const own = [...written.values()].join('');
  const close = root.closeStart - (xml.length - kept.length);
  return xml.slice(root.start, root.openEnd).endsWith('/>')
    ? `${xml.slice(0, root.openEnd - 2)}>${own}</${root.name}>`
    : kept.slice(0, close) + own + kept.slice(close);
}

/** One part, filled. @throws BadXml when its sections tear it apart */
function filledPart(part: CompiledPart, { data, ...tools }: { data: TemplateData } & Tools): ZipEntry {
  const out = new Output();
  render(
    part.pieces,
    { data, up: null, place: null, ids: null },
    {
      part,
      out,
      tableLength: part.word('tbl').length + 1,
      ...tools,
    },
  );
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
  /** What this turn calls what the document has once; `null` where it may keep its first name. */
  ids: Map<string, string> | null;
}

interface Tools {
  fresh: FreshIds;
  drawing: ReturnType<typeof createDrawing>;
  markEmpty: boolean;
  language: Language;
}
interface Target extends Tools {
  part: CompiledPart;
  /** Of `<w:tbl` as this part writes it. */
  tableLength: number;
  out: Output;
}

type FreshIds = (as: IdPiece['as'], original: string) => string;

/** Numbers that no template uses, each once in a document: Word takes up to 2³¹ − 1. */
function freshIds(): FreshIds {
  let last = 1_000_000_000;
  return (as, original) => {
    last += 1;
    if (as === 'hexadecimal') return last.toString(16).toUpperCase().padStart(8, '0');
    return as === 'number' ? String(last) : `${original.slice(0, 28)}_${last}`;
  };
}

function render(pieces: readonly Piece[], scope: Scope, to: Target): void {
  const { out } = to;
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) {
      // Two tables with nothing between them are one table to Word: the tag that parted them stood in a paragraph.
      if (isTable(piece, to.tableLength) && out.endsWith(Buffer.from(`</${to.part.word('tbl')}>`)))
        out.push(Buffer.from(`<${to.part.word('p')}/>`));
      out.push(piece);
    } else if (piece.kind === 'value') {
      const value = lookUp(piece.name, scope);
      const text = piece.filters.length > 0 ? printed(value, piece.filters, to.language) : value;
      if (typeof text === 'string' && text !== '') write(text, piece, to);
      // A list has no text, and is not empty.
      else if (to.markEmpty && piece.formatting !== null && (text === undefined || text === ''))
        out.push(Buffer.from(emptyMark(piece.name, piece.formatting, to.part), 'utf8'));
    } else if (piece.kind === 'id')
      out.push(scope.ids ? Buffer.from(idOf(piece, scope.ids, to.fresh), 'utf8') : piece.original);
    else if (piece.kind === 'section') renderSection(piece, scope, to);
    else if (piece.kind === 'picture')
      out.push(Buffer.from(to.drawing.draw(piece, to.part.name, to.fresh('number', '')), 'utf8'));
    else {
      const before = out.solid;
      render(piece.body, scope, to);
      if (out.solid === before) {
        if (piece.whenEmpty) out.push(piece.whenEmpty);
      } else if (piece.afterTable && out.endsWith(piece.tableEnd)) out.push(piece.afterTable);
    }
  }
}

/** Whether these bytes begin with a table, `<w:tbl>` or `<w:tbl …`: asked of each piece. @param length of `<w:tbl` */
const isTable = (bytes: Buffer, length: number): boolean =>
  (bytes[length] === 0x3e /* > */ || bytes[length] === 0x20) &&
  bytes[0] === 0x3c /* < */ &&
  bytes.toString('latin1', length - 3, length) === 'tbl';

function renderSection({ name, inverted, test, order, separator, body }: SectionPiece, scope: Scope, to: Target): void {
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
    const ids = index === 0 && !scope.ids ? null : new Map<string, string>();
    render(body, { data: item, up: scope, place: { rank: index + 1, of: listed.length }, ids }, to);
  }
}

function idOf({ key, original, as }: IdPiece, ids: Map<string, string>, fresh: FreshIds): string {
  const known = ids.get(key);
  if (known !== undefined) return known;
  const made = fresh(as, original.toString('utf8'));
  ids.set(key, made);
  return made;
}

/** A value in its place: outside of a paragraph it has one line, and in an address no more than an address may have. */
function write(text: string, { as, filters, formatting }: ValuePiece, { part, out }: Target): void {
  const link = formatting === null ? undefined : filters.find(({ name }) => name === 'lien');
  const address = link ? linkAddress(text) : null;
  if (link && address !== null && formatting !== null)
    out.push(Buffer.from(linkedText(link.argument || text, { address, formatting, part }), 'utf8'));
  else if (as === 'paragraph') out.text(text, part);
  else {
    const line = text.replace(/\s+/g, ' ').trim();
    const isAddress = as === 'whole' && /^(?:https?:\/\/|mailto:)/i.test(line);
    const written = as === 'text' ? line : isAddress ? encodedAddress(line) : encodeURIComponent(line.toWellFormed());
    out.push(Buffer.from(encodeXml(written).replaceAll("'", '&apos;'), 'utf8'));
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
