import { shortened } from '#shared/fields/text.ts';
import { type Expression, type GrammarFault, parseExpression } from './grammar.ts';
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
  /** A tab or a break: its text is written nowhere. */
  blank: boolean;
  /** Where the text is longer in the XML than read: its entities. */
  entities: Entity[];
}

/** `&amp;` and its like: some characters of the text, more of the XML. */
interface Entity {
  /** Where it begins in the segment's text, and how many characters it stands for. */
  from: number;
  length: number;
  /** Where it ends in the XML. */
  start: number;
  end: number;
}

export interface Paragraph {
  element: XmlElement;
  text: string;
  segments: Segment[];
  /** Spelling and grammar marks, to be dropped when they fall inside a tag. */
  marks: XmlElement[];
}

export interface Tag extends Expression {
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
  code: 'unclosed-tag' | GrammarFault['code'];
  message: string;
  written: string;
  paragraph: Paragraph;
  at: number;
}

/** A backslash before braces that are meant as such: it goes, they stay. */
export interface Escape {
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
  const stack: { element: XmlElement; owner: Paragraph | null }[] = [{ element: root, owner: null }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { element } = next;
    let { owner } = next;
    const name = localName(element.name);
    // Text that a tracked change has moved away is no longer there.
    if (name === 'moveFrom' || name === 'del') continue;
    if (element.name === paragraphName) {
      owner = { element, text: '', segments: [], marks: [] };
      found.push(owner);
    } else if (owner) {
      addText(xml, element, { paragraph: owner, word });
    }
    for (let index = element.children.length - 1; index >= 0; index -= 1) {
      const child = element.children[index];
      if (child) stack.push({ element: child, owner });
    }
  }
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
    const { text, entities } = readText(xml, element.openEnd, element.closeStart);
    paragraph.segments.push({ element, from, text, blank: false, entities });
    paragraph.text += text;
  } else if (Object.hasOwn(BLANK, name)) {
    const text = BLANK[name as keyof typeof BLANK];
    paragraph.segments.push({ element, from, text, blank: true, entities: [] });
    paragraph.text += text;
  }
}

/** Longest entity there is, with its ampersand and semicolon. */
const ENTITY_MAX = 12;

function readText(xml: string, start: number, end: number): { text: string; entities: Entity[] } {
  const raw = xml.slice(start, end);
  if (!raw.includes('&')) return { text: raw, entities: [] };
  const entities: Entity[] = [];
  const pieces: string[] = [];
  let length = 0;
  let at = 0;
  const push = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
  };
  for (let open = raw.indexOf('&'); open >= 0; open = raw.indexOf('&', at)) {
    push(raw.slice(at, open));
    const close = raw.slice(open, open + ENTITY_MAX).indexOf(';');
    at = close < 0 ? open + 1 : open + close + 1;
    const piece = close < 0 ? '&' : decodeEntity(raw.slice(open + 1, at - 1));
    entities.push({ from: length, length: piece.length, start: start + open, end: start + at });
    push(piece);
  }
  push(raw.slice(at));
  return { text: pieces.join(''), entities };
}

/** Position in the XML of a character of the segment's text, or of its end. */
export function positionOf({ element, entities }: Segment, index: number): number {
  let low = 0;
  let high = entities.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entities[middle]?.from ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  const before = entities[low - 1];
  if (!before) return element.openEnd + index;
  return index < before.from + before.length ? before.start : before.end + index - before.from - before.length;
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff\t\n]/g;

/** Faults told of one paragraph: nobody reads more. */
const FAULTS_MAX = 100;

export function tagsOf(paragraph: Paragraph): { tags: Tag[]; faults: TagFault[]; escapes: Escape[] } {
  const { text } = paragraph;
  const tags: Tag[] = [];
  const faults: TagFault[] = [];
  const escapes: Escape[] = [];
  const fault = (at: number, upTo: number, { code, message }: Pick<TagFault, 'code' | 'message'>): void => {
    faults.push({ code, message, written: shorten(text.slice(at, Math.min(upTo, at + 80))), paragraph, at });
  };
  let at = text.indexOf('{{');
  let end = text.indexOf('}}', at + 2);
  while (at >= 0) {
    if (text.charAt(at - 1) === '\\') {
      escapes.push({ paragraph, at: at - 1 });
      at = text.indexOf('{{', at + 2);
      continue;
    }
    // Looked for again only once passed: a text of nothing but braces is read once.
    if (end >= 0 && end < at + 2) end = text.indexOf('}}', at + 2);
    const again = text.indexOf('{{', at + 2);
    if (end < 0 || (again >= 0 && again < end)) {
      const upTo = again >= 0 ? again : text.length;
      const written = shorten(text.slice(at, Math.min(upTo, at + 80)));
      fault(at, upTo, {
        code: 'unclosed-tag',
        message: `La balise « ${written} » n’est pas fermée : il manque }} avant la fin du paragraphe.`,
      });
      at = again;
      if (faults.length > FAULTS_MAX) break;
      continue;
    }
    const tag = readTag(paragraph, at, end + 2);
    if ('message' in tag) fault(at, end + 2, tag);
    else tags.push(tag);
    at = text.indexOf('{{', end + 2);
  }
  return { tags, faults, escapes };
}

/** One brace where two are meant, as other engines write their tags: `{nom}`, or with a brace that was lost. */
const HALF = /(?<![{\\])\{\s?([#^/]?[\p{L}_]\w{0,100})\s?\}{1,2}(?!\})/uy;

/** What looks like a tag with a brace too few, which would be printed as it stands. */
export function halfTags({ text }: Paragraph): { written: string; inside: string; at: number }[] {
  const found: { written: string; inside: string; at: number }[] = [];
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    HALF.lastIndex = at;
    const [written, inside = ''] = HALF.exec(text) ?? [];
    if (written !== undefined) found.push({ written, inside, at });
  }
  return found;
}

const NOWHERE: XmlElement = { name: '', parent: null, start: 0, openEnd: 0, closeStart: 0, end: 0, children: [] };
/** The tags of a text, wherever it stands. */
export const tagsInText = (text: string): Tag[] => tagsOf({ element: NOWHERE, text, segments: [], marks: [] }).tags;

const shorten = (text: string): string => shortened(text, 60);

/** Between the braces, in characters: a name, a comparison, some filters. */
const EXPRESSION_MAX = 1_000;

function readTag(paragraph: Paragraph, from: number, to: number): Tag | GrammarFault {
  const raw = paragraph.text.slice(from + 2, to - 2);
  const clean = raw
    .replace(INVISIBLE, '')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim();
  if (clean.length > EXPRESSION_MAX)
    return {
      code: 'bad-name',
      message: `La balise « {{${shorten(clean)}}} » est trop longue : ${EXPRESSION_MAX} caractères au plus entre les accolades.`,
    };
  const read = parseExpression(clean);
  if ('message' in read) return read;
  const firstLetter = /[\p{L}_@]/u.exec(raw)?.index ?? 0;
  const mark = read.kind === 'value' ? '' : clean.charAt(0);
  const written = `{{${mark}${clean.slice(mark.length).trim().normalize('NFC')}}}`;
  return { ...read, written, paragraph, from, to, nameAt: from + 2 + firstLetter };
}

/** The words around a place, as its author can search for them in Word. */
export function contextOf(paragraph: Paragraph, at: number): string {
  const reach = 60;
  const start = Math.max(0, at - reach);
  const end = Math.min(paragraph.text.length, at + reach);
  const cut = paragraph.text.slice(start, end).replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${cut}${end < paragraph.text.length ? '…' : ''}`;
}
