import { attributeOf, localName, parseXml, walk, type XmlElement } from './xml.ts';

/** What leads from one part of a package to another, or outside. ECMA-376, part 2, 9.3 */

export interface Relationship {
  element: XmlElement;
  id: string;
  /** The last word of its type: `image`, `hyperlink`. */
  type: string;
  target: string;
  external: boolean;
}

/** Those that a part of relationships (`.rels`) holds. */
export function relationshipsOf(xml: string): Relationship[] {
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

/** The name of an entry that a target means, seen from a folder of the archive. */
export function pathOf(folder: string, target: string): string {
  const plain = target.replace(/[?#].*$/s, '');
  const parts: string[] = [];
  for (const part of `${plain.startsWith('/') ? '' : folder}${plainName(plain)}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** A name without its escapes: archives and targets write them with or without. */
export function plainName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `word/document.xml` → `word/_rels/document.xml.rels`. */
export const relsOf = (part: string): string => part.replace(/([^/]*)$/, '_rels/$1.rels');
/** `word/_rels/document.xml.rels` → `word/document.xml`. */
export const sourceOf = (rels: string): string => rels.replace(/(^|\/)_rels\/([^/]*)\.rels$/i, '$1$2');
