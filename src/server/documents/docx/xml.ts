/**
 * XML read as positions: every element knows where it begins and ends in the text it was read from, so that a document
 * can be changed at a few places and left to the letter everywhere else.
 */
export interface XmlElement {
  /** As written, with its prefix: `w:p`. */
  readonly name: string;
  readonly parent: XmlElement | null;
  /** Position of `<`. */
  readonly start: number;
  /** Position after the opening tag. */
  readonly openEnd: number;
  /** Position of the closing tag; `openEnd` for an empty element. */
  closeStart: number;
  /** Position after the element. */
  end: number;
  readonly children: XmlElement[];
}

export class BadXml extends Error {
  constructor(why: string) {
    super(`xml refused: ${why}`);
    this.name = 'BadXml';
  }
}

const DEPTH_MAX = 256;
const NAME = /[^\s/>]+/y;

/** What a reader of XML is told, tag by tag. An empty element is opened and closed at once. */
interface Visitor {
  /** @param start position of `<` @param openEnd position after the opening tag */
  open(name: string, start: number, openEnd: number): void;
  /** @param closeStart position of the closing tag @param end position after it */
  close(name: string, closeStart: number, end: number): void;
  /** A comment, a processing instruction (the declaration of the XML is one), a CDATA section. */
  aside?(start: number, end: number): void;
}

/** Walks well-formed XML without a DOCTYPE, at most 256 deep. @throws BadXml */
export function scanXml(xml: string, visitor: Visitor): void {
  const names: string[] = [];
  let hasRoot = false;
  let at = 0;
  for (;;) {
    const open = xml.indexOf('<', at);
    if (names.length === 0 && !isBlank(xml, at, open < 0 ? xml.length : open))
      throw new BadXml('text outside the root');
    if (open < 0) break;
    const after = xml.charCodeAt(open + 1);
    if (after === 0x21 /* ! */ || after === 0x3f /* ? */) {
      if (names.length === 0 && xml.startsWith('<![CDATA[', open)) throw new BadXml('text outside the root');
      at = skipAside(xml, open);
      visitor.aside?.(open, at);
      continue;
    }
    const close = tagEnd(xml, open);
    at = close + 1;
    if (after === 0x2f /* / */) {
      const name = names.pop();
      if (name === undefined || !endsElement(xml, { open, close, name })) throw new BadXml('tags do not match');
      visitor.close(name, open, at);
      continue;
    }
    NAME.lastIndex = open + 1;
    if (!NAME.test(xml)) throw new BadXml('a tag has no name');
    const name = xml.slice(open + 1, NAME.lastIndex);
    if (names.length === 0 && hasRoot) throw new BadXml('more than one root');
    if (names.length > DEPTH_MAX) throw new BadXml('too deep');
    hasRoot = true;
    visitor.open(name, open, at);
    if (xml.charCodeAt(close - 1) === 0x2f) visitor.close(name, at, at);
    else names.push(name);
  }
  if (!hasRoot || names.length > 0) throw new BadXml('not closed');
}

/** Whether a closing tag is of this element; blanks may follow the name. */
const endsElement = (xml: string, { open, close, name }: { open: number; close: number; name: string }): boolean =>
  xml.startsWith(name, open + 2) && isBlank(xml, open + 2 + name.length, close);

/** Whether only blanks stand between two positions. */
function isBlank(xml: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const code = xml.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return false;
  }
  return true;
}

/** The XML as a tree of positions. @throws BadXml */
export function parseXml(xml: string): XmlElement {
  let root: XmlElement | null = null;
  let current: XmlElement | null = null;
  scanXml(xml, {
    open(name, start, openEnd) {
      const element: XmlElement = {
        name,
        parent: current,
        start,
        openEnd,
        closeStart: openEnd,
        end: openEnd,
        children: [],
      };
      if (current) current.children.push(element);
      else root = element;
      current = element;
    },
    close(_, closeStart, end) {
      if (!current) return;
      current.closeStart = closeStart;
      current.end = end;
      current = current.parent;
    },
  });
  // `scanXml` has thrown when there is none.
  return root as unknown as XmlElement;
}

function skipAside(xml: string, open: number): number {
  const [opening, closing] = xml.startsWith('<!--', open)
    ? ['<!--', '-->']
    : xml.startsWith('<![CDATA[', open)
      ? ['<![CDATA[', ']]>']
      : xml.startsWith('<?', open)
        ? ['<?', '?>']
        : ['', ''];
  if (opening === '') throw new BadXml('DOCTYPE');
  const end = xml.indexOf(closing, open + opening.length);
  if (end < 0) throw new BadXml('not closed');
  return end + closing.length;
}

/** Position of the `>` that ends the tag: one inside a quoted attribute does not. */
function tagEnd(xml: string, open: number): number {
  const close = xml.indexOf('>', open);
  if (close < 0) throw new BadXml('not closed');
  let quote = firstQuote(xml, open, close);
  if (quote < 0) return close;
  let at = close;
  while (quote >= 0 && quote < at) {
    const endQuote = xml.indexOf(xml.charAt(quote), quote + 1);
    if (endQuote < 0) throw new BadXml('not closed');
    if (endQuote > at) {
      at = xml.indexOf('>', endQuote);
      if (at < 0) throw new BadXml('not closed');
    }
    quote = firstQuote(xml, endQuote + 1, at);
  }
  return at;
}

function firstQuote(xml: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const code = xml.charCodeAt(at);
    if (code === 0x22 || code === 0x27) return at;
  }
  return -1;
}

/** Every element below and including this one, in the order of the document. */
export function* walk(root: XmlElement): Generator<XmlElement> {
  const stack = [root];
  for (let element = stack.pop(); element; element = stack.pop()) {
    yield element;
    for (let index = element.children.length - 1; index >= 0; index -= 1) {
      const child = element.children[index];
      if (child) stack.push(child);
    }
  }
}

/** Elements that have a local name, in the order of the document. */
export type Named = (local: string) => readonly XmlElement[];

/** The elements below and including this one, by their local names: walked through once, asked for several. */
export function elementsByName(root: XmlElement): Named {
  const known = new Map<string, XmlElement[]>();
  for (const element of walk(root)) {
    const local = localName(element.name);
    const same = known.get(local);
    if (same) same.push(element);
    else known.set(local, [element]);
  }
  return (local) => known.get(local) ?? [];
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The text an entity stands for: `amp`, `#233`, `#xE9`. Unknown ones stay as written. */
export function decodeEntity(body: string): string {
  if (!body.startsWith('#')) return ENTITIES.get(body) ?? `&${body};`;
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  return Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

export const decodeXml = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(#\d+|#x[\da-f]+|[^;&\s]{1,10});/gi, (_, body: string) => decodeEntity(body))
    : text;

/** Text that may stand between tags: control characters XML cannot hold are dropped, lone surrogates replaced. */
export const encodeXml = (text: string): string =>
  text
    .toWellFormed()
    // Other ends of a line: what Office pastes, and what Unicode has.
    .replace(/[\u000b\u0085\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '');

/** An attribute as written, with where it stands: from the blank before its name to after its closing quote. */
export interface XmlAttribute {
  name: string;
  /** Decoded. */
  value: string;
  start: number;
  end: number;
}

const ATTRIBUTE = /(?<!\s)\s+([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The attributes of an opening tag. */
export function attributesOf(xml: string, { start, openEnd }: Pick<XmlElement, 'start' | 'openEnd'>): XmlAttribute[] {
  const tag = xml.slice(start, openEnd);
  return Array.from(tag.matchAll(ATTRIBUTE), (match) => ({
    name: match[1] ?? '',
    value: decodeXml(match[2] ?? match[3] ?? ''),
    start: start + match.index,
    end: start + match.index + match[0].length,
  }));
}

/** The value of an attribute of an opening tag, decoded; `undefined` when it has none of that name. */
export const attributeOf = (
  xml: string,
  element: Pick<XmlElement, 'start' | 'openEnd'>,
  name: string,
): string | undefined => attributesOf(xml, element).find((one) => one.name === name)?.value;

/** The namespace of an element, as the nearest declaration of its prefix says; empty when there is none. */
export function namespaceOf(xml: string, element: XmlElement): string {
  const colon = element.name.indexOf(':');
  const declaration = colon < 0 ? 'xmlns' : `xmlns:${element.name.slice(0, colon)}`;
  for (let one: XmlElement | null = element; one; one = one.parent) {
    if (!xml.slice(one.start, one.openEnd).includes('xmlns')) continue;
    const found = attributeOf(xml, one, declaration);
    if (found !== undefined) return found;
  }
  return '';
}

/** The name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
