import { type Docx, isXml, readXml, typeOf } from './docx.ts';
import { droppedFields } from './fields.ts';
import { isFont, safePicture } from './media.ts';
import { pathOf, plainName, type Relationship, relationshipsOf, sourceOf } from './relationships.ts';
import { attributesOf, decodeXml, localName, parseXml, scanXml, walk } from './xml.ts';
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
  const table = fontTable(docx);
  const fonts = new Set(table ? fontEntries(docx, table) : []);
  const pictures = new Map<ZipEntry, Buffer | 'as it is'>();
  for (const entry of docx.entries) {
    if (isXmlPart(docx, entry) || fonts.has(entry)) continue;
    const bytes = inflate(entry);
    const picture = safePicture(bytes);
    if (picture) pictures.set(entry, picture === bytes ? 'as it is' : picture);
  }
  const kept = docx.entries.filter((entry) => isXmlPart(docx, entry) || fonts.has(entry) || pictures.has(entry));
  const targets: Targets = {
    parts: namesOf(kept),
    pictures: namesOf(pictures.keys()),
    fonts: namesOf(fonts),
    fontTable: table?.name.toLowerCase() ?? null,
  };
  const notPictures = new Map(
    kept
      .filter((entry) => isRels(entry.name))
      .map((entry) => {
        const source = sourceOf(entry.name);
        return [source.toLowerCase(), notPictureIds(readXml(entry), { source, targets })] as const;
      }),
  );
  const bookmarks = bookmarksOf(docx);
  return writeZip(
    kept.map((entry) => {
      if (fonts.has(entry)) return entry;
      const picture = pictures.get(entry);
      if (picture) return picture === 'as it is' ? entry : deflate(entry.name, picture);
      const xml = readXml(entry);
      const clean = isRels(entry.name)
        ? withoutStrangers(xml, { source: sourceOf(entry.name), targets })
        : withoutAddresses(xml, { others: notPictures.get(entry.name.toLowerCase()) ?? new Set(), bookmarks });
      // Written anew whatever was in it: what is read here and what the converter reads are the same characters.
      return deflate(entry.name, Buffer.from(`${DECLARATION}${clean}`, 'utf8'));
    }),
  );
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Names as targets may write them: with their escapes, or without. */
const namesOf = (entries: Iterable<ZipEntry>): ReadonlySet<string> =>
  new Set([...entries].flatMap(({ name }) => [name.toLowerCase(), plainName(name).toLowerCase()]));

const isRels = (name: string): boolean => /\.rels$/i.test(name);
const isXmlPart = (docx: Docx, entry: ZipEntry): boolean =>
  isXml(entry.name) || docx.textParts.some((part) => part.entry === entry);

const FONT_TABLE = /\.wordprocessingml\.fontTable\+xml$/;
/** All that a table of fonts is made of. ECMA-376, part 1, 17.8.3 */
const FONT_ELEMENTS = new Set(
  'fonts font altName panose1 charset family notTrueType pitch sig embedRegular embedBold embedItalic embedBoldItalic'.split(
    ' ',
  ),
);

/** The table of fonts, when it is nothing but one: a part that also draws could draw what it calls a font. */
function fontTable({ entries, types }: Docx): ZipEntry | null {
  const tables = entries.filter((entry) => isXml(entry.name) && FONT_TABLE.test(typeOf(entry.name, types) ?? ''));
  const [table] = tables;
  if (!table || tables.length > 1) return null;
  const isPlain = [...walk(parseXml(readXml(table)))].every(({ name }) => FONT_ELEMENTS.has(localName(name)));
  return isPlain ? table : null;
}

/** The fonts that the table of fonts names, each with its key, when they are fonts. ECMA-376, part 1, 17.8.1 */
function fontEntries(docx: Docx, table: ZipEntry): ZipEntry[] {
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
    const font = path && docx.entries.find((entry) => namesOf([entry]).has(path));
    return font && !isXmlPart(docx, font) && isFont(inflate(font), named('fontKey')) ? [font] : [];
  });
}

const BOOKMARK = /<[^\s<>/]*bookmarkStart\s[^<>]*?\bname\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/gi;

/** The names that references of this document may lead to, in lower case as Word compares them. */
const bookmarksOf = ({ textParts }: Docx): ReadonlySet<string> =>
  new Set(
    textParts.flatMap(({ entry }) =>
      Array.from(readXml(entry).matchAll(BOOKMARK), (found) => decodeXml(found[1] ?? found[2] ?? '').toLowerCase()),
    ),
  );

/** Kinds of parts that hold a document or a program of their own. */
const FOREIGN = new Set(['aFChunk', 'oleObject', 'package', 'control', 'attachedTemplate', 'subDocument', 'frame']);
const CLICKED = /^(https?:|mailto:|#)/i;

interface Targets {
  parts: ReadonlySet<string>;
  pictures: ReadonlySet<string>;
  fonts: ReadonlySet<string>;
  fontTable: string | null;
}

/** Relationships that lead to a part which is there, or that a person clicks: no others. */
function withoutStrangers(xml: string, { source, targets }: { source: string; targets: Targets }): string {
  const folder = source.slice(0, source.lastIndexOf('/') + 1);
  const stays = ({ type, target, external }: Relationship): boolean => {
    if (type === 'hyperlink') return CLICKED.test(target);
    if (external || FOREIGN.has(type)) return false;
    const path = pathOf(folder, target).toLowerCase();
    if (targets.fonts.has(path)) return type === 'font' && targets.fontTable === source.toLowerCase();
    return targets.parts.has(path);
  };
  return without(xml, [
    ...asides(xml),
    ...relationshipsOf(xml)
      .filter((one) => !stays(one))
      .map(({ element }) => element),
  ]);
}

/** The ids of what is no picture: a part, a font, what a person clicks. Nothing is drawn from them. */
function notPictureIds(xml: string, { source, targets }: { source: string; targets: Targets }): ReadonlySet<string> {
  const folder = source.slice(0, source.lastIndexOf('/') + 1);
  return new Set(
    relationshipsOf(xml)
      .filter(
        ({ type, target, external }) =>
          type === 'hyperlink' || external || !targets.pictures.has(pathOf(folder, target).toLowerCase()),
      )
      .map(({ id }) => id),
  );
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
const REFERENCES = new Set(['id', 'embed', 'pict', 'relid']);
/** What may lead to something else than a picture: what a person clicks, other parts of the document, fonts. */
const LEADS_ELSEWHERE = new Set([
  'hyperlink',
  'hlinkClick',
  'hlinkHover',
  'hlinkMouseOver',
  'headerReference',
  'footerReference',
  'chart',
  'userShapes',
  'embedRegular',
  'embedBold',
  'embedItalic',
  'embedBoldItalic',
]);

interface Known {
  /** The ids of what is no picture. */
  others: ReadonlySet<string>;
  bookmarks: ReadonlySet<string>;
}

function withoutAddresses(xml: string, { others, bookmarks }: Known): string {
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
      const borrowed = REFERENCES.has(local) && others.has(attribute.value) && !LEADS_ELSEWHERE.has(name);
      if (borrowed || DROPPED_ATTRIBUTES.has(local)) ranges.push(attribute);
    }
  }
  return without(xml, [...ranges, ...asides(xml), ...droppedFields(xml, { root, bookmarks })]);
}

/** Comments and instructions mean nothing here, and may look like something else to who only looks at a beginning. */
function asides(xml: string): Range[] {
  const ranges: Range[] = [];
  scanXml(xml, {
    open: () => undefined,
    close: () => undefined,
    aside: (start, end) => {
      if (!xml.startsWith('<![CDATA[', start)) ranges.push({ start, end });
    },
  });
  return ranges;
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
