import { decodeEntity, localName, type XmlElement } from './xml.ts';

/**
 * Finding `{{tags}}` in the text people see, wherever Word has cut it: between the letters of a tag there may be runs,
 * spelling marks, bookmarks and language switches.
 */

/** A stretch of visible text inside one `w:t` (or a tab, a break: then `element` holds no text of its own). */
export interface Segment {
  element: XmlElement;
  /** Where its text begins in the paragraph's text. */
  from: number;
  text: string;
  /** Position in the XML of each character of `text`, and one more for its end. Empty for a tab or a break. */
  offsets: number[];
}

export interface Paragraph {
  element: XmlElement;
  text: string;
  segments: Segment[];
  /** Spelling and grammar marks, to be dropped when they fall inside a tag. */
  marks: XmlElement[];
}

export type TagKind = 'value' | 'open' | 'inverted' | 'close';

export interface Tag {
  kind: TagKind;
  name: string;
  /** As the author sees it: `{{#fichiers}}`. */
  written: string;
  paragraph: Paragraph;
  /** Range in the paragraph's text. */
  from: number;
  to: number;
  /** Where the name itself begins: the run there gives the value its formatting. */
  nameAt: number;
}

export interface TagFault {
  code: 'unclosed-tag' | 'bad-name';
  written: string;
  paragraph: Paragraph;
  at: number;
}

const BLANK = { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' } as const;

const WORD_NAMESPACE =
  /xmlns(?::([\w.-]+))?\s*=\s*["'](?:http:\/\/schemas\.openxmlformats\.org\/wordprocessingml\/2006\/main|http:\/\/purl\.oclc\.org\/ooxml\/wordprocessingml\/main)["']/;

/** How this part writes Word's own names: `p` → `w:p`, or whatever prefix its root declares. */
export function wordNames(xml: string, root: XmlElement): (local: string) => string {
  const match = WORD_NAMESPACE.exec(xml.slice(root.start, root.openEnd));
  const prefix = match ? (match[1] ?? '') : 'w';
  return (local) => (prefix === '' ? local : `${prefix}:${local}`);
}

/** The paragraphs of a part in reading order, each with the visible text of its own runs. */
export function paragraphsOf(xml: string, root: XmlElement): Paragraph[] {
  const found: Paragraph[] = [];
  const word = wordNames(xml, root);
  const paragraphName = word('p');
  const visit = (element: XmlElement, paragraph: Paragraph | null): void => {
    const name = localName(element.name);
    // Text that a tracked change has moved away is no longer there.
    if (name === 'moveFrom' || name === 'del') return;
    let owner = paragraph;
    if (element.name === paragraphName) {
      owner = { element, text: '', segments: [], marks: [] };
      found.push(owner);
    } else if (owner) {
      addText(xml, element, { paragraph: owner, word });
    }
    for (const child of element.children) visit(child, owner);
  };
  visit(root, null);
  return found;
}

function addText(
  xml: string,
  element: XmlElement,
  { paragraph, word }: { paragraph: Paragraph; word: (local: string) => string },
): void {
  const name = localName(element.name);
  // The text of an equation, or of a drawing, is not Word's own.
  if (element.name !== word(name)) return;
  if (name === 'proofErr') {
    paragraph.marks.push(element);
    return;
  }
  const inRun = element.parent !== null && localName(element.parent.name) === 'r';
  if (!inRun) return;
  const from = paragraph.text.length;
  if (name === 't') {
    const { text, offsets } = readText(xml, element.openEnd, element.closeStart);
    paragraph.segments.push({ element, from, text, offsets });
    paragraph.text += text;
  } else if (name in BLANK) {
    const text = BLANK[name as keyof typeof BLANK];
    paragraph.segments.push({ element, from, text, offsets: [] });
    paragraph.text += text;
  }
}

/** Longest entity there is, with its ampersand and semicolon. */
const ENTITY_MAX = 12;

function readText(xml: string, start: number, end: number): { text: string; offsets: number[] } {
  let text = '';
  const offsets: number[] = [];
  let at = start;
  while (at < end) {
    const ahead = xml[at] === '&' ? xml.slice(at, Math.min(end, at + ENTITY_MAX)).indexOf(';') : -1;
    const entityEnd = at + ahead;
    const next = ahead > 0 ? entityEnd + 1 : at + 1;
    const piece = next > at + 1 ? decodeEntity(xml.slice(at + 1, entityEnd)) : (xml[at] ?? '');
    for (let index = 0; index < piece.length; index += 1) offsets.push(at);
    text += piece;
    at = next;
  }
  offsets.push(end);
  return { text, offsets };
}

/** Letters, digits, `_`, `-`, apostrophes and single blanks: what a person may take for a name. */
const NAME = /^[\p{L}_][\p{L}\p{N}_'’-]*( [\p{L}\p{N}_'’-]+)*$/u;
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff\t\n]/g;
const KINDS: Record<string, TagKind> = { '#': 'open', '^': 'inverted', '/': 'close' };

/** Faults told of one paragraph: nobody reads more. */
const FAULTS_MAX = 100;

export function tagsOf(paragraph: Paragraph): { tags: Tag[]; faults: TagFault[] } {
  const { text } = paragraph;
  const tags: Tag[] = [];
  const faults: TagFault[] = [];
  let at = text.indexOf('{{');
  let end = text.indexOf('}}', at + 2);
  while (at >= 0) {
    // Looked for again only once passed: a text of nothing but braces is read once.
    if (end >= 0 && end < at + 2) end = text.indexOf('}}', at + 2);
    const again = text.indexOf('{{', at + 2);
    if (end < 0 || (again >= 0 && again < end)) {
      const upTo = again >= 0 ? again : text.length;
      faults.push({ code: 'unclosed-tag', written: shorten(text.slice(at, Math.min(upTo, at + 80))), paragraph, at });
      at = again;
      if (faults.length > FAULTS_MAX) break;
      continue;
    }
    const tag = readTag(paragraph, at, end + 2);
    if (tag) tags.push(tag);
    else faults.push({ code: 'bad-name', written: shorten(text.slice(at, Math.min(end + 2, at + 80))), paragraph, at });
    at = text.indexOf('{{', end + 2);
  }
  return { tags, faults };
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function readTag(paragraph: Paragraph, from: number, to: number): Tag | null {
  const raw = paragraph.text.slice(from + 2, to - 2);
  const clean = raw
    .replace(INVISIBLE, '')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim();
  const kind = KINDS[clean.charAt(0)] ?? 'value';
  const name = (kind === 'value' ? clean : clean.slice(1).trim()).normalize('NFC');
  if (!NAME.test(name) || name.length > 100) return null;
  const firstLetter = /[\p{L}_]/u.exec(raw)?.index ?? 0;
  const written = `{{${kind === 'value' ? '' : clean.charAt(0)}${name}}}`;
  return { kind, name, written, paragraph, from, to, nameAt: from + 2 + firstLetter };
}

/** The words around a place, as its author can search for them in Word. */
export function contextOf(paragraph: Paragraph, at: number): string {
  const reach = 60;
  const start = Math.max(0, at - reach);
  const end = Math.min(paragraph.text.length, at + reach);
  const cut = paragraph.text.slice(start, end).replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${cut}${end < paragraph.text.length ? '…' : ''}`;
}
