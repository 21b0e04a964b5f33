import { NOT_DOCX } from '#shared/templates/template.contract.ts';
import { pathOf, plainName, relationshipsOf, sourceOf } from './relationships.ts';
import { attributeOf, BadXml, localName, parseXml, scanXml, walk } from './xml.ts';
import { BadZip, inflate, readZip, ZIP_LIMITS, type ZipEntry, type ZipFault } from './zip.ts';

/** A Word document whose container, content types and XML have been checked. */
export interface Docx {
  entries: ZipEntry[];
  types: ContentTypes;
  /** The parts that hold text people read: body, headers, footers, notes. The body comes first. */
  textParts: TextPart[];
  /** Comments: their tags are filled, and nobody prints them. */
  comments: TextPart[];
}

/** All that tags are filled in. */
export const filledParts = ({ textParts, comments }: Pick<Docx, 'textParts' | 'comments'>): TextPart[] => [
  ...textParts,
  ...comments,
];

export interface TextPart {
  entry: ZipEntry;
  /** What the author calls this place. */
  label: string;
}

/** Why a file is not taken, in one French sentence that says what to do. */
export class NotDocx extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotDocx';
  }
}

const ZIP_SENTENCES: Record<ZipFault, string> = {
  'not-zip': NOT_DOCX,
  broken: 'Ce document est abîmé : ouvrez-le dans Word, enregistrez-le de nouveau en .docx, puis réessayez.',
  encrypted: 'Ce document est protégé par un mot de passe : retirez la protection dans Word, puis réessayez.',
  names: 'Ce document contient des noms de fichiers interdits : enregistrez-le de nouveau depuis Word.',
  'too-many': 'Ce document contient trop d’éléments : enregistrez-le de nouveau depuis Word.',
  'too-large': 'Ce document est trop volumineux une fois ouvert : allégez ses images, puis réessayez.',
};
const TOO_MUCH = 'Ce document est trop chargé pour être lu : allégez-le dans Word, puis réessayez.';
const LONG_PARAGRAPH = 'Un paragraphe de ce document est démesurément long : coupez-le dans Word, puis réessayez.';
const WITH_MACROS = 'Ce document contient des macros : enregistrez-le au format .docx, sans macros.';
const IS_TEMPLATE = 'Ce fichier est un modèle Word (.dotx) : enregistrez-le au format .docx.';
const IS_OTHER =
  'Ce fichier est un document LibreOffice (.odt) ou RTF : ouvrez-le, puis choisissez « Enregistrer sous » et le format Word (.docx).';
const BAD_XML = ZIP_SENTENCES.broken;

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
/** Types compare whatever their case (ECMA-376, part 2, 8.1.1.1). */
const MAIN_TYPE = `${WORD}.document.main+xml`;
const BODY = 'Corps du document';
const PART_LABELS = new Map([
  [MAIN_TYPE, BODY],
  [`${WORD}.header+xml`, 'En-tête'],
  [`${WORD}.footer+xml`, 'Pied de page'],
  [`${WORD}.footnotes+xml`, 'Notes de bas de page'],
  [`${WORD}.endnotes+xml`, 'Notes de fin'],
]);
const COMMENTS = new Map([[`${WORD}.comments+xml`, 'Commentaires']]);
/**
 * What a document may hold once opened, all its parts together: four times the largest of 1,651 public documents
 * (100,000 elements), rounded up where only an order of size is known. With the limits of the archive (`zip.ts`), they
 * bound the time and the memory of everything that reads a document.
 */
export const DOCX_LIMITS = {
  /** Bytes of XML. */
  xml: 40 * 1024 * 1024,
  elements: 400_000,
  /** Characters between the beginning and the end of one paragraph. */
  paragraph: 2_000_000,
};

/** What every OpenDocument file begins with (OpenDocument 1.3, part 2, 3.3), and an RTF. */
const ODF_MARK = 'mimetype';
const RTF = Buffer.from('{\\rtf', 'latin1');
/** An old .doc, and any document encrypted by Word, is an OLE file. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Opens a .docx by its content, whatever its name: container, content types, every XML part. Bounded in time and
 * memory whatever the archive claims. @throws NotDocx
 * @param texts is given the parts that hold text, for whoever reads them again at once
 */
export function openDocx(bytes: Buffer, texts?: Texts): Docx {
  if (bytes.length === 0) throw new NotDocx('Le fichier est vide.');
  if (bytes.subarray(0, 8).equals(OLE))
    throw new NotDocx(
      'Ce fichier est un ancien document Word (.doc) ou un document protégé par mot de passe : enregistrez-le au format .docx, sans mot de passe.',
    );
  if (bytes.subarray(0, RTF.length).equals(RTF)) throw new NotDocx(IS_OTHER);
  try {
    const entries = readZip(bytes);
    const xml = entries.filter((entry) => isXml(entry.name)).reduce((sum, entry) => sum + entry.size, 0);
    if (xml > DOCX_LIMITS.xml) throw new NotDocx(TOO_MUCH);
    const count = elementCounter();
    const types = contentTypes(entries, count);
    const main = mainPart(entries, types);
    const parts = textParts(entries, types, main);
    const comments = partsOfType(entries, types, COMMENTS);
    const holdsText = new Set(filledParts({ textParts: parts, comments }).map((part) => part.entry));
    const read = readByWord(entries);
    const kept = entries.filter((entry) => {
      if (!holdsText.has(entry) && !isXml(entry.name)) inflate(entry);
      else if (!isSoundPart(entry, { count, paragraphs: holdsText.has(entry), strict: true, texts })) {
        // What some programs leave in a package, and nothing leads to: Word does not read it, nor keep it.
        if (holdsText.has(entry) || read(entry)) throw new NotDocx(badPart(entry.name));
        return false;
      }
      return true;
    });
    return { entries: kept, types, textParts: parts, comments };
  } catch (error) {
    if (error instanceof BadZip) throw new NotDocx(ZIP_SENTENCES[error.fault]);
    if (error instanceof BadXml) throw new NotDocx(BAD_XML);
    throw error;
  }
}

export const isXml = (name: string): boolean => /\.(xml|rels)$/i.test(name);

/** Counts elements over the whole document. */
function elementCounter(): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > DOCX_LIMITS.elements) throw new NotDocx(TOO_MUCH);
  };
}

interface Checking {
  count: () => void;
  paragraphs: boolean;
  /** Read as Word reads it: no bare `&`, no attribute without quotes, no character that XML has not. */
  strict: boolean;
  texts?: Texts | undefined;
}

/** Parts of one document as they were read. */
export type Texts = Map<ZipEntry, string>;

/** Whether Word would open it. */
function isSoundPart(entry: ZipEntry, checking: Checking): boolean {
  try {
    const xml = readXml(entry);
    checkXml(xml, checking);
    if (checking.paragraphs) checking.texts?.set(entry, xml);
    return true;
  } catch (error) {
    if (error instanceof BadXml) return false;
    throw error;
  }
}

/** Tells the parts that a relationship leads to, and those that hold the relationships. */
function readByWord(entries: readonly ZipEntry[]): (entry: ZipEntry) => boolean {
  const isRels = ({ name }: ZipEntry): boolean => name.toLowerCase().endsWith('.rels');
  let targets: Set<string> | null = null;
  return (entry) => {
    // Only where something is wrong: they are few.
    targets ??= new Set(
      entries.filter(isRels).flatMap((rels) => {
        const folder = sourceOf(rels.name).replace(/[^/]*$/, '');
        return relationshipsOf(readXml(rels)).map(({ target }) => pathOf(folder, target).toLowerCase());
      }),
    );
    return isRels(entry) || entry.name === CONTENT_TYPES || targets.has(plainName(entry.name).toLowerCase());
  };
}

const badPart = (name: string): string =>
  `Ce document est abîmé : Word n’ouvrirait pas ce que contient « ${name} ». Ouvrez-le dans Word, enregistrez-le de nouveau en .docx, puis réessayez.`;

/** Well-formed, within the limits; no tree is built for it. */
function checkXml(xml: string, { count, paragraphs, strict }: Checking): void {
  let depth = 0;
  let outermost: { depth: number; from: number } | null = null;
  scanXml(xml, {
    open(name, start, openEnd) {
      count();
      if (strict) checkTag(xml, start, openEnd);
      depth += 1;
      if (paragraphs && !outermost && localName(name) === 'p') outermost = { depth, from: start };
    },
    close(_, __, end) {
      if (outermost?.depth === depth) {
        if (end - outermost.from > DOCX_LIMITS.paragraph) throw new NotDocx(LONG_PARAGRAPH);
        outermost = null;
      }
      depth -= 1;
    },
  });
  // Once each comment and each CDATA is known to end: looking for them is then read once.
  if (strict) checkCharacters(xml);
}

/** Encodings that a declaration may name beside Unicode's own: a byte a character, read alike by every reader. */
const SINGLE_BYTE = /^(?:iso-8859-\d{1,2}|windows-125\d|us-ascii|ascii)$/;

/**
 * The text of an XML part: in UTF-8 or UTF-16 as ECMA-376, part 2, 8.1.4.3 wants it, or in what its declaration says.
 * What is read here is written back in UTF-8. @throws BadZip, BadXml
 */
export function readXml(entry: ZipEntry): string {
  const bytes = inflate(entry, ZIP_LIMITS.part);
  const bom = unicodeOf(bytes);
  const head = bytes.subarray(0, 400).toString('latin1').replaceAll('\u0000', '');
  const declared = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']*)/
    .exec(head.replace(/^(?:ï»¿|ÿþ|þÿ)/, ''))?.[1]
    ?.toLowerCase();
  const encoding = bom ?? (declared && SINGLE_BYTE.test(declared) ? declared : 'utf-8');
  const agrees =
    declared === undefined ||
    declared === encoding ||
    (encoding.startsWith('utf-16') && /^utf-(?:16|8)$/.test(declared));
  if (!agrees) throw new BadXml('another encoding than it says');
  return declareUtf8(decoded(bytes, encoding));
}

/** The Unicode encoding that the first bytes show, with its mark or by a tag; `null` when they show none. */
function unicodeOf(bytes: Buffer): string | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0x3c && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c && third === 0 && fourth !== 0) return 'utf-16be';
  return null;
}

function decoded(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new BadXml('not of its encoding');
  }
}

/** Parts are written back in UTF-8: their first line must not say otherwise. */
const declareUtf8 = (xml: string): string =>
  xml.replace(
    /^(\s*<\?xml[^>]*encoding\s*=\s*)(["'])(?!UTF-8\2)[^"']*\2/i,
    (_, head: string, quote: string) => `${head}${quote}UTF-8${quote}`,
  );

export interface ContentTypes {
  /** By part name without its leading slash, lower case. */
  overrides: Map<string, string>;
  defaults: Map<string, string>;
}

function contentTypes(entries: readonly ZipEntry[], count: () => void): ContentTypes {
  const entry = entries.find((one) => one.name === CONTENT_TYPES);
  if (!entry) throw new NotDocx(entries.some(({ name }) => name === ODF_MARK) ? IS_OTHER : NOT_DOCX);
  const xml = readXml(entry);
  // Counted before a tree is made of it, and once more with the others: that costs nothing.
  checkXml(xml, { count, paragraphs: false, strict: false });
  const overrides = new Map<string, string>();
  const defaults = new Map<string, string>();
  for (const element of walk(parseXml(xml))) {
    const type = attributeOf(xml, element, 'ContentType');
    if (type === undefined) continue;
    const part = attributeOf(xml, element, 'PartName');
    const extension = attributeOf(xml, element, 'Extension');
    if (localName(element.name) === 'Override' && part) overrides.set(part.replace(/^\//, '').toLowerCase(), type);
    if (localName(element.name) === 'Default' && extension) defaults.set(extension.toLowerCase(), type);
  }
  return { overrides, defaults };
}

export const typeOf = (name: string, { overrides, defaults }: ContentTypes): string | undefined =>
  overrides.get(name.toLowerCase()) ?? defaults.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase());

const CONTENT_TYPES = '[Content_Types].xml';

/** The part that the package says is its document, whatever its name. ECMA-376, part 2, 9.3; @throws NotDocx */
function mainPart(entries: readonly ZipEntry[], types: ContentTypes): ZipEntry {
  const typed = (entry: ZipEntry): string => (typeOf(entry.name, types) ?? '').toLowerCase();
  const rels = entries.find(({ name }) => name.toLowerCase() === '_rels/.rels');
  const target = (rels ? relationshipsOf(readXml(rels)) : []).find(({ type }) => type === 'officeDocument')?.target;
  const name = target === undefined ? null : pathOf('', target).toLowerCase();
  const main =
    entries.find((entry) => entry.name.toLowerCase() === name) ??
    entries.find((entry) => typed(entry) === MAIN_TYPE && entry.name !== CONTENT_TYPES);
  const type = main ? typed(main) : '';
  // Those of a workbook inside are the workbook's.
  const isProject = (entry: ZipEntry): boolean =>
    /(?:^|\/)vbaProject\.bin$/i.test(entry.name) || typed(entry) === 'application/vnd.ms-office.vbaproject';
  if (type.includes('macroenabled') || entries.some(isProject)) throw new NotDocx(WITH_MACROS);
  if (type === `${WORD}.template.main+xml`) throw new NotDocx(IS_TEMPLATE);
  if (!main || type !== MAIN_TYPE) throw new NotDocx(NOT_DOCX);
  return main;
}

function textParts(entries: readonly ZipEntry[], types: ContentTypes, main: ZipEntry): TextPart[] {
  const isMain = (part: TextPart): number => (part.entry === main ? 0 : 1);
  return partsOfType(entries, types, PART_LABELS)
    .filter(({ entry, label }) => label !== BODY || entry === main)
    .sort((a, b) => isMain(a) - isMain(b));
}

const partsOfType = (
  entries: readonly ZipEntry[],
  types: ContentTypes,
  labels: ReadonlyMap<string, string>,
): TextPart[] =>
  entries.flatMap((entry) => {
    const label = labels.get((typeOf(entry.name, types) ?? '').toLowerCase());
    return label ? [{ entry, label }] : [];
  });

/** A character that XML 1.0 has not, and an ampersand that begins nothing. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#[xX][\da-fA-F]{1,6});)/;
const ASIDES = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g;
const REFERENCE = /&#(?:(\d+)|[xX]([\da-fA-F]+));/g;

/** @throws BadXml */
function checkCharacters(xml: string): void {
  if (FORBIDDEN.test(xml)) throw new BadXml('a forbidden character');
  if (!xml.includes('&')) return;
  const text = xml.includes('<!') ? xml.replace(ASIDES, '') : xml;
  if (BARE_AMPERSAND.test(text)) throw new BadXml('a bare ampersand');
  for (const [, decimal, hexadecimal] of text.matchAll(REFERENCE)) {
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16);
    if (code === 0 || code > 0x10ffff || FORBIDDEN.test(String.fromCodePoint(code)))
      throw new BadXml('a forbidden character');
  }
}

const OPENING = /<[^\s/>"'=<]+(?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*\/?>/y;

/** @throws BadXml when an attribute has no quotes, or holds a `<` */
function checkTag(xml: string, start: number, openEnd: number): void {
  OPENING.lastIndex = start;
  if (!OPENING.test(xml) || OPENING.lastIndex !== openEnd) throw new BadXml('a tag that cannot be read');
}
