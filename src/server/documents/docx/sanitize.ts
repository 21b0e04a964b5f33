import { type Docx, readXml } from './docx.ts';
import { attributeOf, localName, parseXml, walk, type XmlElement } from './xml.ts';
import { deflate, writeZip } from './zip.ts';

/**
 * The copy of a document that the converter is given; the document itself stays to the byte.
 * Nothing in it points outside but hyperlinks: a linked picture would make the server call an address chosen by a
 * stranger, or print one of its own files. And the page numbers of its table of contents are those of the PDF.
 */
export function forConverter(docx: Docx): Buffer {
  const main = docx.textParts[0]?.entry.name;
  return writeZip(
    docx.entries.map((entry) => {
      if (!/\.(xml|rels)$/i.test(entry.name)) return entry;
      const xml = readXml(entry);
      const linkless = /\.rels$/i.test(entry.name) ? withoutOutsideLinks(xml) : withoutLinkedPictures(xml);
      const clean = entry.name === main ? withLiveContents(linkless) : linkless;
      return clean === xml ? entry : deflate(entry.name, Buffer.from(clean, 'utf8'));
    }),
  );
}

function withoutOutsideLinks(xml: string): string {
  return replace(
    xml,
    [...walk(parseXml(xml))].filter(
      (element) => localName(element.name) === 'Relationship' && pointsOutside(xml, element),
    ),
    (tag) => tag.replace(/(\sTarget\s*=\s*)(?:"[^"]*"|'[^']*')/, '$1"about:blank"'),
  );
}

/** A picture may name its address through any relationship, an ordinary link included: it is left without one. */
const withoutLinkedPictures = (xml: string): string =>
  xml.replace(/\s(?:r:link|r:href|o:href|src)\s*=\s*(?:"[^"]*"|'[^']*')(?=[^<>]*>)/g, '');

function pointsOutside(xml: string, element: XmlElement): boolean {
  const type = attributeOf(xml, element, 'Type') ?? '';
  const target = (attributeOf(xml, element, 'Target') ?? '').trim();
  const external = attributeOf(xml, element, 'TargetMode')?.toLowerCase() === 'external';
  if (/\/hyperlink$/.test(type)) return /^(file|javascript|vbscript|data|\\\\)/i.test(target);
  return external || /^[a-z][a-z0-9+.-]*:|^\\\\|^\/\//i.test(target);
}

/**
 * LibreOffice prints the lines of a table of contents as they were when Word last refreshed it. Without the field
 * around them, the page references in these lines are fields like any other, which it computes.
 */
function withLiveContents(xml: string): string {
  if (!/\bTOC\b/.test(xml)) return xml;
  const taken: XmlElement[] = [];
  const open: { code: string; elements: XmlElement[]; separated: boolean }[] = [];
  for (const element of walk(parseXml(xml))) {
    const name = localName(element.name);
    const current = open.at(-1);
    if (name === 'instrText' && current && !current.separated) {
      current.code += xml.slice(element.openEnd, element.closeStart);
      current.elements.push(element);
    }
    if (name !== 'fldChar') continue;
    const type = /fldCharType\s*=\s*["'](\w+)["']/.exec(xml.slice(element.start, element.openEnd))?.[1];
    if (type === 'begin') open.push({ code: '', elements: [element], separated: false });
    else if (current) {
      current.elements.push(element);
      if (type === 'separate') current.separated = true;
      if (type === 'end') {
        open.pop();
        if (/^\s*TOC\b/.test(current.code)) taken.push(...current.elements);
      }
    }
  }
  return replace(
    xml,
    taken.sort((a, b) => a.start - b.start),
    () => '',
  );
}

/** Writes each element anew; they come in order and none holds another. */
function replace(xml: string, elements: readonly XmlElement[], write: (element: string) => string): string {
  let out = '';
  let at = 0;
  for (const element of elements) {
    out += xml.slice(at, element.start) + write(xml.slice(element.start, element.end));
    at = element.end;
  }
  return out + xml.slice(at);
}
