import { relsOf } from './relationships.ts';
import { attributeOf, decodeXml, encodeXml, localName, type Named, parseXml, type XmlElement } from './xml.ts';
import { deflate, inflate, type ZipEntry } from './zip.ts';

/**
 * Pictures of a template that a picture of the product replaces: those whose alternative text is `{{image : photo}}`. The
 * new one stands in the frame of the old one, whole and undistorted. ECMA-376, part 1, 20.4.2 and 20.2.2.5
 */
export interface Picture {
  bytes: Buffer;
  /** What it is called: its alternative text. */
  name: string;
}

const WANTED = /^\s*\{\{\s*image[\s\u00a0\u202f]*:[\s\u00a0\u202f]*([\p{L}_][\p{L}\p{N}_-]{0,99})\s*\}\}\s*$/u;

/** Under which key files are looked for, from an alternative text; `null` for any other. */
export const pictureKey = (alternative: string): string | null => WANTED.exec(alternative)?.[1] ?? null;

export interface PicturePlace {
  /** The drawing, from its beginning to its end in the XML. */
  start: number;
  end: number;
  key: string;
  xml: string;
}

/** Every drawing that waits for a picture. */
export function picturePlaces(xml: string, named: Named): PicturePlace[] {
  const found: PicturePlace[] = [];
  for (const element of named('docPr')) {
    const key = ['descr', 'title'].map((name) => pictureKey(attributeOf(xml, element, name) ?? '')).find(Boolean);
    let drawing: XmlElement | null = element;
    while (drawing && localName(drawing.name) !== 'drawing') drawing = drawing.parent;
    if (!key || !drawing) continue;
    const { start, end } = drawing;
    found.push({ start, end, key, xml: xml.slice(start, end) });
  }
  return found;
}

/** Keys asked for by pictures in the form that Word used before 2007 (VML), which keep what they show. ECMA-376, part 4, 14.1 */
export function oldPictures(xml: string, named: Named): string[] {
  return named('shape').flatMap((element) => pictureKey(attributeOf(xml, element, 'alt') ?? '') ?? []);
}

interface Size {
  width: number;
  height: number;
  extension: 'png' | 'jpeg';
}

/** Width and height in points of the picture (px), by its first bytes; `null` when it is neither PNG nor JPEG. */
export function sizeOf(bytes: Buffer): Size | null {
  if (bytes.length > 24 && bytes.subarray(0, 8).equals(PNG))
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), extension: 'png' };
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    // Any number of these may stand before a marker: B.1.1.2.
    if (bytes[at + 1] === 0xff) {
      at += 1;
      continue;
    }
    const marker = bytes[at + 1] ?? 0;
    // Frames, tables and restarts apart: ITU-T T.81, table B.1.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5), extension: 'jpeg' };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
/** Whether a document can take it in, by its content. */
export const isPicture = (bytes: Buffer): boolean => sizeOf(bytes) !== null;

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** The drawing with another picture in its frame. @param id of the relationship to the picture, and of the drawing */
export function drawnWith(
  xml: string,
  { size, name, id }: { size: Size; name: string; id: { rel: string; drawing: string } },
): string {
  const frame = /<wp:extent\s[^>]*>/.exec(xml)?.[0] ?? '';
  const [cx, cy] = ['cx', 'cy'].map((side) => Number(new RegExp(`\\b${side}="(\\d+)"`).exec(frame)?.[1] ?? 0));
  const scale = Math.min((cx ?? 0) / size.width, (cy ?? 0) / size.height);
  const [width, height] = [Math.max(1, Math.round(size.width * scale)), Math.max(1, Math.round(size.height * scale))];
  const sized = (tag: string): string =>
    tag.replace(/\bcx="\d+"/, `cx="${width}"`).replace(/\bcy="\d+"/, `cy="${height}"`);
  const text = encodeXml(name).replaceAll("'", '&apos;');
  return (
    xml
      .replace(/<wp:extent\s[^>]*>/, sized)
      .replace(/(<a:xfrm[^>]*>[\s\S]*?)(<a:ext\s[^>]*>)/, (_, before: string, extent: string) => before + sized(extent))
      .replace(/(<a:blip\s[^>]*?\br:embed=)(["'])[^"']*\2/, `$1"${id.rel}"`)
      // The crop was that of the picture before.
      .replace(/<a:srcRect\b[^>]*\/>/, '')
      // A picture of points has no vector beside it any more.
      .replace(/<a:extLst>(?:(?!<\/a:extLst>)[\s\S])*svgBlip[\s\S]*?<\/a:extLst>/, '')
      .replace(/<(wp:docPr|pic:cNvPr)\s[^>]*>/g, (tag, element: string) => {
        const plain = tag.replace(/\s(?:descr|title)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
        const told = plain.replace(/^<[\w:]+/, (head) => `${head} descr="${text}"`);
        return element === 'wp:docPr' ? told.replace(/\bid="\d+"/, `id="${id.drawing}"`) : told;
      })
  );
}

const IMAGE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image';

/**
 * The package with pictures added.
 * @param used by the name of a part: what its relationships are called, and where they lead
 */
export function withPictures(
  entries: readonly ZipEntry[],
  used: ReadonlyMap<string, ReadonlyMap<string, string>>,
  pictures: ReadonlyMap<string, { bytes: Buffer; extension: string }>,
): ZipEntry[] {
  if (pictures.size === 0) return [...entries];
  const wanted = new Map(Array.from(used, ([part, links]) => [relsOf(part).toLowerCase(), links]));
  const extensions = new Set(Array.from(pictures.values(), ({ extension }) => extension));
  const changed = entries.map((entry) => {
    const name = entry.name.toLowerCase();
    const links = wanted.get(name);
    if (links) {
      const lines = Array.from(links, ([id, target]) => ({ Id: id, Type: IMAGE, Target: `/${target}` }));
      return appended(entry, 'Relationship', lines);
    }
    if (name !== '[content_types].xml') return entry;
    const xml = decodeXml(inflate(entry).toString('utf8')).toLowerCase();
    const missing = [...extensions].filter((one) => !xml.includes(`extension="${one}"`));
    return appended(
      entry,
      'Default',
      missing.map((one) => ({ Extension: one, ContentType: `image/${one}` })),
    );
  });
  return [...changed, ...Array.from(pictures, ([name, { bytes }]) => deflate(name, bytes))];
}

/** An element for each of these, with the prefix of its parent. */
function appended(entry: ZipEntry, name: string, elements: readonly Record<string, string>[]): ZipEntry {
  const xml = inflate(entry).toString('utf8');
  const root = parseXml(xml);
  const prefix = root.name.includes(':') ? root.name.slice(0, root.name.indexOf(':') + 1) : '';
  const added = elements.map(
    (attributes) =>
      `<${prefix}${name} ${Object.entries(attributes)
        .map(([key, value]) => `${key}="${encodeXml(value)}"`)
        .join(' ')}/>`,
  );
  const at = root.openEnd;
  // An empty root has no end to write before.
  const whole =
    xml.charAt(at - 2) === '/'
      ? `${xml.slice(0, at - 2)}>${added.join('')}</${root.name}>${xml.slice(at)}`
      : `${xml.slice(0, at)}${added.join('')}${xml.slice(at)}`;
  return deflate(entry.name, Buffer.from(whole, 'utf8'));
}
