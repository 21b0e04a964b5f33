/**
 * XML read as positions: every element knows where it begins and ends in the text it was read from, so that a document
 * can be changed at a few places and left to the letter everywhere else.
 */
export interface XmlElement {
  /** As written, with its prefix: `w:p`. */
  readonly name: string;
  readonly parent: XmlElement | null;
  readonly depth: number;
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
/** The largest of 1,651 public documents holds a tenth of it. */
const ELEMENTS_MAX = 1_000_000;
const NAME = /[^\s/>]+/y;

/** Reads well-formed XML without a DOCTYPE, at most 256 deep. @throws BadXml */
export function parseXml(xml: string): XmlElement {
  let root: XmlElement | null = null;
  let current: XmlElement | null = null;
  let at = 0;
  let count = 0;
  for (;;) {
    const open = xml.indexOf('<', at);
    if (open < 0) break;
    const after = xml.charCodeAt(open + 1);
    if (after === 0x21 /* ! */ || after === 0x3f /* ? */) {
      at = skipAside(xml, open);
      continue;
    }
    const close = tagEnd(xml, open);
    at = close + 1;
    if (after === 0x2f /* / */) {
      if (!current || xml.slice(open + 2, close).trimEnd() !== current.name) throw new BadXml('tags do not match');
      current.closeStart = open;
      current.end = at;
      current = current.parent;
      continue;
    }
    NAME.lastIndex = open + 1;
    const name = NAME.exec(xml)?.[0];
    if (!name) throw new BadXml('a tag has no name');
    if (!current && root) throw new BadXml('more than one root');
    const element: XmlElement = {
      name,
      parent: current,
      depth: current ? current.depth + 1 : 0,
      start: open,
      openEnd: at,
      closeStart: at,
      end: at,
      children: [],
    };
    if (element.depth > DEPTH_MAX) throw new BadXml('too deep');
    count += 1;
    if (count > ELEMENTS_MAX) throw new BadXml('too many elements');
    if (current) current.children.push(element);
    else root = element;
    if (xml.charCodeAt(close - 1) !== 0x2f) current = element;
  }
  if (!root || current) throw new BadXml('not closed');
  return root;
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
export function* walk(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* walk(child);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text an entity stands for: `amp`, `#233`, `#xE9`. Unknown ones stay as written. */
export function decodeEntity(body: string): string {
  if (!body.startsWith('#')) return ENTITIES[body] ?? `&${body};`;
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  return Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

export const decodeXml = (text: string): string =>
  text.includes('&') ? text.replace(/&([^;&\s]{1,10});/g, (_, body: string) => decodeEntity(body)) : text;

/** Text that may stand between tags: control characters XML cannot hold are dropped, lone surrogates replaced. */
export const encodeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '');

/** The value of an attribute of an opening tag, decoded; `undefined` when it has none of that name. */
export function attributeOf(xml: string, element: XmlElement, name: string): string | undefined {
  const tag = xml.slice(element.start, element.openEnd);
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return match ? decodeXml(match[1] ?? match[2] ?? '') : undefined;
}

/** The name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
