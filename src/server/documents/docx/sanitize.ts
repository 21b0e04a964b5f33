import { type Docx, isXml, readXml, typeOf } from './docx.ts';
import { droppedFields } from './fields.ts';
import { isFont, isRaster } from './media.ts';
import { attributeOf, attributesOf, localName, parseXml, scanXml, walk, type XmlElement } from './xml.ts';
import { deflate, inflate, writeZip, type ZipEntry } from './zip.ts';

/**
 * The copy of a document that the converter is given; the document itself stays to the byte.
 *
 * What is in the copy is let through by what it is. A converter opens pictures by their content, whatever their name,
 * and follows every address it finds: a linked picture makes the server call a stranger, `file:///` prints the server's
 * own disk, an SVG holds both. So: pictures are raster images or metafiles by their first bytes; fonts are fonts, and
 * nothing but the table of fonts points at them; relationships lead to a part that is there, or are links that a
 * person clicks; XML keeps no SVG, no chunk or object to open, no address on a picture, no field that fetches.
 * Names are compared without their prefix, which the author of a document chooses.
 */
export function forConverter(docx: Docx): Buffer {
  const fonts = new Set(fontEntries(docx));
  const kept = docx.entries.filter((entry) => isXmlPart(docx, entry) || fonts.has(entry) || isRaster(inflate(entry)));
  const targets: Targets = {
    parts: new Set(kept.map((entry) => entry.name.toLowerCase())),
    fonts: new Set([...fonts].map((entry) => entry.name.toLowerCase())),
    fontTables: new Set(fontTables(docx).map((entry) => entry.name.toLowerCase())),
  };
  const links = new Map(
    kept
      .filter((entry) => isRels(entry.name))
      .map((entry) => [sourceOf(entry.name).toLowerCase(), linkIds(readXml(entry))] as const),
  );
  return writeZip(
    kept.map((entry) => {
      if (!isXmlPart(docx, entry)) return entry;
      const xml = readXml(entry);
      const clean = isRels(entry.name)
        ? withoutStrangers(xml, { source: sourceOf(entry.name), targets })
        : withoutAddresses(xml, links.get(entry.name.toLowerCase()) ?? new Set());
      return clean === xml ? entry : deflate(entry.name, Buffer.from(clean, 'utf8'));
    }),
  );
}

const isRels = (name: string): boolean => /\.rels$/i.test(name);
const isXmlPart = (docx: Docx, entry: ZipEntry): boolean =>
  isXml(entry.name) || docx.textParts.some((part) => part.entry === entry);

/** `word/_rels/document.xml.rels` → `word/document.xml`. */
const sourceOf = (rels: string): string => rels.replace(/(^|\/)_rels\/([^/]*)\.rels$/i, '$1$2');

const FONT_TABLE = /\.wordprocessingml\.fontTable\+xml$/;
const fontTables = ({ entries, types }: Docx): ZipEntry[] =>
  entries.filter((entry) => isXml(entry.name) && FONT_TABLE.test(typeOf(entry.name, types) ?? ''));

/** The fonts that the tables of fonts name, each with its key, when they are fonts. ECMA-376, part 1, 17.8.1 */
function fontEntries(docx: Docx): ZipEntry[] {
  return fontTables(docx).flatMap((table) => {
    const folder = table.name.slice(0, table.name.lastIndexOf('/') + 1);
    const rels = docx.entries.find(
      (entry) => isRels(entry.name) && sourceOf(entry.name).toLowerCase() === table.name.toLowerCase(),
    );
    if (!rels) return [];
    const relsXml = readXml(rels);
    const paths = new Map(
      relationshipsOf(relsXml).map(({ id, target }) => [id, pathOf(folder, target).toLowerCase()] as const),
    );
    const xml = readXml(table);
    return [...walk(parseXml(xml))].flatMap((element) => {
      const attributes = attributesOf(xml, element);
      const named = (name: string) => attributes.find((one) => localName(one.name) === name)?.value;
      const path = paths.get(named('id') ?? '');
      const font = path && docx.entries.find((entry) => entry.name.toLowerCase() === path);
      return font && !isXml(font.name) && isFont(inflate(font), named('fontKey')) ? [font] : [];
    });
  });
}

interface Relationship {
  element: XmlElement;
  id: string;
  /** The last word of its type: `image`, `hyperlink`. */
  type: string;
  target: string;
  external: boolean;
}

function relationshipsOf(xml: string): Relationship[] {
  return [...walk(parseXml(xml))]
    .filter((element) => localName(element.name) === 'Relationship')
    .map((element) => ({
      element,
      id: attributeOf(xml, element, 'Id') ?? '',
      type: (attributeOf(xml, element, 'Type') ?? '').replace(/^.*\//s, ''),
      target: (attributeOf(xml, element, 'Target') ?? '').trim(),
      external: attributeOf(xml, element, 'TargetMode')?.toLowerCase() === 'external',
    }));
}

/** Kinds of parts that hold a document or a program of their own. */
const FOREIGN = new Set(['aFChunk', 'oleObject', 'package', 'control', 'attachedTemplate', 'subDocument', 'frame']);
const CLICKED = /^(https?:|mailto:|#)/i;

interface Targets {
  parts: ReadonlySet<string>;
  fonts: ReadonlySet<string>;
  fontTables: ReadonlySet<string>;
}

/** Relationships that lead to a part which is there, or that a person clicks: no others. */
function withoutStrangers(xml: string, { source, targets }: { source: string; targets: Targets }): string {
  const folder = source.slice(0, source.lastIndexOf('/') + 1);
  const stays = ({ type, target, external }: Relationship): boolean => {
    if (type === 'hyperlink') return CLICKED.test(target);
    if (external || FOREIGN.has(type)) return false;
    const path = pathOf(folder, target).toLowerCase();
    if (targets.fonts.has(path)) return type === 'font' && targets.fontTables.has(source.toLowerCase());
    return targets.parts.has(path);
  };
  return without(
    xml,
    relationshipsOf(xml)
      .filter((one) => !stays(one))
      .map(({ element }) => element),
  );
}

/** The ids of what a person clicks: nothing else may use them, a picture least of all. */
const linkIds = (xml: string): ReadonlySet<string> =>
  new Set(
    relationshipsOf(xml)
      .filter(({ type, external }) => type === 'hyperlink' || external)
      .map(({ id }) => id),
  );

/** The name of an entry that a target means, seen from a folder of the archive. */
function pathOf(folder: string, target: string): string {
  const plain = target.replace(/[?#].*$/s, '');
  const parts: string[] = [];
  for (const part of `${plain.startsWith('/') ? '' : folder}${decoded(plain)}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What opens something else than the document, or is drawn from an address. */
const DROPPED_ELEMENTS = new Set([
  'svg',
  'svgBlip',
  'altChunk',
  'subDoc',
  'OLEObject',
  'objectEmbed',
  'objectLink',
  'control',
  'movie',
  'externalData',
  'attachedTemplate',
  'mailMerge',
  'frameset',
  'webVideoPr',
  'audioFile',
  'videoFile',
  'wavAudioFile',
  'delInstrText',
]);
const DROPPED_ATTRIBUTES = new Set(['link', 'href', 'src', 'embeddedHtml']);
const CLICKABLE = new Set(['hyperlink', 'hlinkClick', 'hlinkHover', 'hlinkMouseOver']);
const REFERENCES = new Set(['id', 'embed', 'pict', 'relid']);

function withoutAddresses(xml: string, links: ReadonlySet<string>): string {
  const root = parseXml(xml);
  const ranges: Range[] = [];
  for (const element of walk(root)) {
    const name = localName(element.name);
    if (DROPPED_ELEMENTS.has(name)) {
      ranges.push(element);
      continue;
    }
    if (!xml.slice(element.start, element.openEnd).includes('=')) continue;
    for (const attribute of attributesOf(xml, element)) {
      const local = localName(attribute.name);
      const borrowed = REFERENCES.has(local) && links.has(attribute.value) && !CLICKABLE.has(name);
      if (borrowed || DROPPED_ATTRIBUTES.has(local)) ranges.push(attribute);
    }
  }
  // Comments and instructions mean nothing here, and may look like something else to who only looks at a beginning.
  scanXml(xml, {
    open: () => undefined,
    close: () => undefined,
    aside: (start, end) => {
      if (!xml.startsWith('<![CDATA[', start) && !/^<\?xml\s/.test(xml.slice(start, start + 6)))
        ranges.push({ start, end });
    },
  });
  return without(xml, [...ranges, ...droppedFields(xml, root)]);
}

interface Range {
  start: number;
  end: number;
}

/** The text without these ranges; one that lies in another goes with it. */
function without(xml: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return xml;
  const chunks: string[] = [];
  let at = 0;
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue;
    chunks.push(xml.slice(at, start));
    at = end;
  }
  chunks.push(xml.slice(at));
  return chunks.join('');
}
