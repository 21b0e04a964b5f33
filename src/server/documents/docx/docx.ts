import { NOT_DOCX } from '#shared/templates/template.contract.ts';
import { attributeOf, BadXml, localName, parseXml, scanXml, walk } from './xml.ts';
import { BadZip, inflate, readZip, ZIP_LIMITS, type ZipEntry, type ZipFault } from './zip.ts';

/** A Word document whose container, content types and XML have been checked. */
export interface Docx {
  entries: ZipEntry[];
  types: ContentTypes;
  /** The parts that hold text people read: body, headers, footers, notes. The body comes first. */
  textParts: TextPart[];
}

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
const BAD_XML = ZIP_SENTENCES.broken;

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const MAIN_TYPE = `${WORD}.document.main+xml`;
const BODY = 'Corps du document';
const PART_LABELS = new Map([
  [MAIN_TYPE, BODY],
  [`${WORD}.header+xml`, 'En-tête'],
  [`${WORD}.footer+xml`, 'Pied de page'],
  [`${WORD}.footnotes+xml`, 'Notes de bas de page'],
  [`${WORD}.endnotes+xml`, 'Notes de fin'],
]);
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
  paragraph: 1_000_000,
};

/** An old .doc, and any document encrypted by Word, is an OLE file. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Opens a .docx by its content, whatever its name: container, content types, every XML part. Bounded in time and
 * memory whatever the archive claims. @throws NotDocx
 */
export function openDocx(bytes: Buffer): Docx {
  if (bytes.length === 0) throw new NotDocx('Le fichier est vide.');
  if (bytes.subarray(0, 8).equals(OLE))
    throw new NotDocx(
      'Ce fichier est un ancien document Word (.doc) ou un document protégé par mot de passe : enregistrez-le au format .docx, sans mot de passe.',
    );
  try {
    const entries = readZip(bytes);
    const xml = entries.filter((entry) => isXml(entry.name)).reduce((sum, entry) => sum + entry.size, 0);
    if (xml > DOCX_LIMITS.xml) throw new NotDocx(TOO_MUCH);
    const count = elementCounter();
    const types = contentTypes(entries, count);
    refuseOthers(entries, types);
    const parts = textParts(entries, types);
    const holdsText = new Set(parts.map((part) => part.entry));
    for (const entry of entries) {
      if (holdsText.has(entry)) checkXml(readXml(entry), { count, paragraphs: true });
      else if (isXml(entry.name)) checkXml(readXml(entry), { count, paragraphs: false });
      else inflate(entry);
    }
    return { entries, types, textParts: parts };
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

/** Well-formed, within the limits; no tree is built for it. */
function checkXml(xml: string, { count, paragraphs }: { count: () => void; paragraphs: boolean }): void {
  let depth = 0;
  let outermost: { depth: number; from: number } | null = null;
  scanXml(xml, {
    open(name, start) {
      count();
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
}

/**
 * The text of an XML part, in UTF-8 or UTF-16 as every part of a document is (ECMA-376, part 2, 8.1.4.3). Readers do not
 * agree on what any other encoding hides. @throws BadZip, BadXml
 */
export function readXml(entry: ZipEntry): string {
  const bytes = inflate(entry, ZIP_LIMITS.part);
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  const xml = decoded(bytes, encoding);
  const declared = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']*)/.exec(xml)?.[1]?.toLowerCase() ?? encoding;
  if (!(encoding === 'utf-8' ? ['utf-8', 'us-ascii'] : ['utf-16', 'utf-8', encoding]).includes(declared))
    throw new BadXml('another encoding than it says');
  return declareUtf8(xml);
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
  const entry = entries.find((one) => one.name === '[Content_Types].xml');
  if (!entry) throw new NotDocx(NOT_DOCX);
  const xml = readXml(entry);
  // Counted before a tree is made of it, and once more with the others: that costs nothing.
  checkXml(xml, { count, paragraphs: false });
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

function refuseOthers(entries: readonly ZipEntry[], types: ContentTypes): void {
  const found = entries.map((entry) => typeOf(entry.name, types) ?? '');
  const macros =
    found.some((type) => /macroEnabled|vbaProject/i.test(type)) ||
    entries.some((entry) => /vbaProject\.bin$/i.test(entry.name));
  if (macros) throw new NotDocx(WITH_MACROS);
  if (found.some((type) => type === `${WORD}.template.main+xml`)) throw new NotDocx(IS_TEMPLATE);
  const main = entries.some((entry) => types.overrides.get(entry.name.toLowerCase()) === MAIN_TYPE);
  if (!main) throw new NotDocx(NOT_DOCX);
}

function textParts(entries: readonly ZipEntry[], types: ContentTypes): TextPart[] {
  const parts = entries.flatMap((entry): TextPart[] => {
    const label = PART_LABELS.get(typeOf(entry.name, types) ?? '');
    return label ? [{ entry, label }] : [];
  });
  const isMain = (part: TextPart): number => (part.label === BODY ? 0 : 1);
  return parts.sort((a, b) => isMain(a) - isMain(b));
}
