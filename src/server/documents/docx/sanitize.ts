import type { Docx } from './docx.ts';
import { readXml } from './docx.ts';
import { attributeOf, localName, parseXml, walk } from './xml.ts';
import { deflate, writeZip } from './zip.ts';

/**
 * A copy of the document for the converter, in which nothing points outside but hyperlinks: a linked picture would make
 * the server call an address chosen by a stranger, or print one of its own files.
 */
export function withoutExternalLinks(docx: Docx): Buffer {
  const entries = docx.entries.map((entry) => {
    if (!/\.rels$/i.test(entry.name)) return entry;
    const xml = readXml(entry);
    const clean = neutralize(xml);
    return clean === xml ? entry : deflate(entry.name, Buffer.from(clean, 'utf8'));
  });
  return writeZip(entries);
}

function neutralize(xml: string): string {
  let out = '';
  let at = 0;
  for (const element of walk(parseXml(xml))) {
    if (localName(element.name) !== 'Relationship' || !isDangerous(xml, element)) continue;
    const tag = xml.slice(element.start, element.openEnd);
    out += xml.slice(at, element.start) + tag.replace(/(\sTarget\s*=\s*)(?:"[^"]*"|'[^']*')/, '$1"about:blank"');
    at = element.openEnd;
  }
  return out + xml.slice(at);
}

function isDangerous(xml: string, element: Parameters<typeof attributeOf>[1]): boolean {
  const type = attributeOf(xml, element, 'Type') ?? '';
  const target = attributeOf(xml, element, 'Target') ?? '';
  const external = attributeOf(xml, element, 'TargetMode')?.toLowerCase() === 'external';
  if (/\/hyperlink$/.test(type)) return /^(file|javascript|vbscript|data|\\\\)/i.test(target.trim());
  return external || /^[a-z][a-z0-9+.-]*:|^\\\\|^\/\//i.test(target.trim());
}
