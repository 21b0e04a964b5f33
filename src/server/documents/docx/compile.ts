import type { Finding } from '#shared/templates/template.contract.ts';
import { type Docx, readXml } from './docx.ts';
import {
  contextOf,
  type Paragraph,
  paragraphsOf,
  type Segment,
  type Tag,
  type TagFault,
  tagsOf,
  wordNames,
} from './tags.ts';
import { localName, parseXml, type XmlElement } from './xml.ts';

/**
 * A template compiled once: fixed text, holes for values, sections. Filling it costs no parsing, and the parts without
 * a tag are not even inflated.
 */
export type Piece = string | ValuePiece | SectionPiece;

export interface ValuePiece {
  kind: 'value';
  name: string;
}

export interface SectionPiece {
  kind: 'section';
  name: string;
  /** `{{^name}}`: printed where the list is empty. */
  inverted: boolean;
  body: Piece[];
  /** What must stand there when the section prints nothing: a table cell may not be left without a paragraph. */
  ifEmpty: string;
}

export interface CompiledPart {
  /** Name of the entry in the archive. */
  name: string;
  pieces: Piece[];
  /** How line breaks and tabs are written inside a text of this part. */
  lineBreak: string;
  tab: string;
}

/** One use of a name in the template. */
export interface TagUse {
  name: string;
  written: string;
  section: boolean;
  part: string;
  context: string;
}

export interface CompiledTemplate {
  parts: CompiledPart[];
  /** Every use, in reading order. */
  uses: TagUse[];
  /** The names used, each once, in order of appearance. */
  names: string[];
  /** Broken tags: a template that has any cannot be generated. */
  errors: Finding[];
}

/** Compiles every part of the document that holds a tag. Never throws on what an author may write: see `errors`. */
export function compileTemplate(docx: Docx): CompiledTemplate {
  const parts: CompiledPart[] = [];
  const uses: TagUse[] = [];
  const errors: Finding[] = [];
  for (const { entry, label } of docx.textParts) {
    const part = compilePart(readXml(entry), label);
    uses.push(...part.uses);
    errors.push(...part.errors);
    if (part.pieces) parts.push({ name: entry.name, pieces: part.pieces, lineBreak: part.lineBreak, tab: part.tab });
  }
  return { parts, uses, names: [...new Set(uses.map((use) => use.name))], errors };
}

/** What replaces a range of the XML. */
interface Edit {
  start: number;
  end: number;
  pieces: Mark[];
}

type Mark =
  | string
  | { mark: 'value'; name: string }
  | { mark: 'open'; section: Section }
  | { mark: 'close'; section: Section };

interface Section {
  open: Tag;
  close: Tag;
  ifEmpty: string;
}

interface PartResult {
  pieces: Piece[] | null;
  uses: TagUse[];
  errors: Finding[];
  lineBreak: string;
  tab: string;
}

function compilePart(xml: string, label: string): PartResult {
  const root = parseXml(xml);
  const word = wordNames(xml, root);
  const [t, br, tab] = [word('t'), word('br'), word('tab')];
  const reopen = `<${t} xml:space="preserve">`;
  const result: PartResult = {
    pieces: null,
    uses: [],
    errors: [],
    lineBreak: `</${t}><${br}/>${reopen}`,
    tab: `</${t}><${tab}/>${reopen}`,
  };
  if (!xml.includes('{')) return result;

  const tags: Tag[] = [];
  const error = (code: string, message: string, at: { paragraph: Paragraph; at: number; written: string | null }) =>
    result.errors.push({ code, message, tag: at.written, part: label, context: contextOf(at.paragraph, at.at) });
  for (const paragraph of paragraphsOf(xml, root)) {
    if (!paragraph.text.includes('{{')) continue;
    const found = tagsOf(paragraph);
    tags.push(...found.tags);
    for (const fault of found.faults) error(fault.code, faultMessage(fault), fault);
  }
  if (tags.length === 0) return result;
  result.uses = tags
    .filter((tag) => tag.kind !== 'close')
    .map((tag) => ({
      name: tag.name,
      written: tag.written,
      section: tag.kind !== 'value',
      part: label,
      context: contextOf(tag.paragraph, tag.from),
    }));

  const at = (tag: Tag) => ({ paragraph: tag.paragraph, at: tag.from, written: tag.written });
  const sections = pairSections(tags, (code, message, tag) => error(code, message, at(tag)));
  if (result.errors.length > 0) return result;

  const editor = new Editor(xml, word);
  for (const tag of tags) if (tag.kind === 'value') editor.value(tag);
  for (const section of sections) {
    const refused = editor.section(section);
    if (refused) error('bad-section', refused, at(section.open));
  }
  if (result.errors.length > 0) return result;

  const pieces = assemble(xml, editor.edits());
  if (pieces) result.pieces = pieces;
  else
    for (const section of sections)
      error(
        'crossed-section',
        `Les sections se chevauchent : fermez ${section.open.written} avant d’en ouvrir une autre.`,
        at(section.open),
      );
  return result;
}

function faultMessage({ code, written }: TagFault): string {
  return code === 'unclosed-tag'
    ? `La balise « ${written} » n’est pas fermée : il manque }} avant la fin du paragraphe.`
    : `La balise « ${written} » est illisible : un nom ne contient que des lettres, des chiffres et _.`;
}

/** Pairs each `{{#name}}` with its `{{/name}}`, innermost first. */
function pairSections(tags: readonly Tag[], refuse: (code: string, message: string, tag: Tag) => void): Section[] {
  const sections: Section[] = [];
  const stack: Tag[] = [];
  for (const tag of tags) {
    if (tag.kind === 'open' || tag.kind === 'inverted') stack.push(tag);
    if (tag.kind !== 'close') continue;
    const open = stack.at(-1);
    if (!open) {
      refuse(
        'unopened-section',
        `${tag.written} ferme une section qui n’a pas été ouverte : il manque {{#${tag.name}}}.`,
        tag,
      );
    } else if (open.name !== tag.name) {
      refuse('crossed-section', `${tag.written} ferme une autre section que ${open.written}, encore ouverte.`, tag);
      // The one that was meant, further out, is closed with it: one slip is one fault.
      const meant = stack.findLastIndex((one) => one.name === tag.name);
      if (meant >= 0) stack.length = meant;
    } else {
      stack.pop();
      sections.push({ open, close: tag, ifEmpty: '' });
    }
  }
  for (const open of stack)
    refuse('unclosed-section', `La section ${open.written} n’est pas fermée : il manque {{/${open.name}}}.`, open);
  return sections;
}

/** Containers that Word refuses to open without a paragraph at their end. */
const NEEDS_PARAGRAPH = new Set(['tc', 'txbxContent', 'hdr', 'ftr', 'footnote', 'endnote', 'comment']);

/** Collects the edits of one part; positions always refer to the XML as it was read. */
class Editor {
  readonly #xml: string;
  readonly #word: (local: string) => string;
  readonly #edits: Edit[] = [];
  /** Texts told to keep their blanks: those beside a tag must not be swallowed with it. */
  readonly #preserved = new Set<XmlElement>();
  /** Characters taken out of each segment, to find the runs that end up empty. */
  readonly #removed = new Map<Segment, { count: number; hosts: boolean }>();

  constructor(xml: string, word: (local: string) => string) {
    this.#xml = xml;
    this.#word = word;
  }

  value(tag: Tag): void {
    this.#replace(tag, [{ mark: 'value', name: tag.name }]);
  }

  /** @returns a sentence when the section cannot be repeated where it stands. */
  section(section: Section): string | null {
    const { open, close } = section;
    return open.paragraph === close.paragraph ? this.#inline(section) : this.#blocks(section);
  }

  edits(): Edit[] {
    this.#dropEmptyRuns();
    return this.#edits;
  }

  /** A section inside one paragraph: the runs between the two tags are repeated. */
  #inline(section: Section): string | null {
    const [from, to] = [hostOf(section.open), hostOf(section.close)];
    if (from.element === to.element) {
      this.#replace(section.open, [{ mark: 'open', section }]);
      this.#replace(section.close, [{ mark: 'close', section }]);
      return null;
    }
    const [first, last] = [from.element.parent, to.element.parent];
    if (!first || !last || first.parent !== last.parent)
      return `La section ${section.open.written} commence et finit dans des éléments différents (lien, modification suivie, contrôle de contenu) : placez ses deux balises dans le texte ordinaire.`;
    this.#replace(section.open, this.#splitRun(first, { mark: 'open', section }));
    this.#replace(section.close, this.#splitRun(last, { mark: 'close', section }));
    return null;
  }

  /** Ends the run, puts the mark between two runs, and begins the run again with the same formatting. */
  #splitRun(run: XmlElement, mark: Mark): Mark[] {
    const properties = run.children.find((child) => child.name === this.#word('rPr'));
    const formatting = properties ? this.#xml.slice(properties.start, properties.end) : '';
    const [r, t] = [this.#word('r'), this.#word('t')];
    return [`</${t}></${r}>`, mark, `<${r}>${formatting}<${t} xml:space="preserve">`];
  }

  /** A section over several paragraphs: whole blocks or whole table rows are repeated. */
  #blocks(section: Section): string | null {
    const region = this.#region(section.open.paragraph.element, section.close.paragraph.element);
    if (!region) return `La section ${section.open.written} ne peut pas être répétée à cet endroit.`;
    const { first, last } = region;
    section.ifEmpty = this.#ifEmpty(region);
    this.#edge(section.open, first, [{ mark: 'open', section }], first.start);
    this.#edge(section.close, last, [{ mark: 'close', section }], last.end);
    return null;
  }

  /** A paragraph that holds nothing but its tag gives its place to the mark; any other keeps its text. */
  #edge(tag: Tag, block: XmlElement, pieces: Mark[], position: number): void {
    const { element, text } = tag.paragraph;
    const alone = text.slice(0, tag.from).trim() === '' && text.slice(tag.to).trim() === '';
    if (alone && block === element && !this.#holdsMore(element)) {
      this.#edits.push({ start: element.start, end: element.end, pieces });
      return;
    }
    this.#replace(tag, []);
    this.#edits.push({ start: position, end: position, pieces });
  }

  /** Pictures, section breaks and the like keep a paragraph alive. */
  #holdsMore(paragraph: XmlElement): boolean {
    const xml = this.#xml.slice(paragraph.openEnd, paragraph.closeStart);
    return ['sectPr', 'drawing', 'pict', 'object', 'footnoteReference', 'endnoteReference'].some((name) =>
      xml.includes(`<${this.#word(name)}`),
    );
  }

  #region(from: XmlElement, to: XmlElement): Region | null {
    const ancestors = new Set<XmlElement>();
    for (let one: XmlElement | null = from; one; one = one.parent) ancestors.add(one);
    let last: XmlElement = to;
    let container = to.parent;
    while (container && !ancestors.has(container)) {
      last = container;
      container = container.parent;
    }
    if (!container) return null;
    let first = from;
    while (first.parent && first.parent !== container) first = first.parent;
    // From one cell to another of the same row: the row is what repeats.
    if (container.name === this.#word('tr'))
      return { container: container.parent ?? container, first: container, last: container };
    return { container, first, last };
  }

  #ifEmpty({ container, first, last }: Region): string {
    const [p, tbl, tr, tc] = [this.#word('p'), this.#word('tbl'), this.#word('tr'), this.#word('tc')];
    const from = container.children.indexOf(first);
    const to = container.children.indexOf(last);
    const others = container.children.filter((_, index) => index < from || index > to);
    if (container.name === tbl)
      return others.some((one) => one.name === tr) ? '' : `<${tr}><${tc}><${p}/></${tc}></${tr}>`;
    if (!NEEDS_PARAGRAPH.has(localName(container.name))) return '';
    const after = container.children.slice(to + 1);
    if (after.some((one) => one.name === p)) return '';
    return others.at(-1)?.name === p ? '' : `<${p}/>`;
  }

  /** Puts `pieces` where the tag's name stands and takes the rest of the tag away, whatever runs it was cut into. */
  #replace(tag: Tag, pieces: Mark[]): void {
    const host = hostOf(tag);
    for (const segment of segmentsOf(tag)) {
      const from = Math.max(tag.from, segment.from) - segment.from;
      const to = Math.min(tag.to, segment.from + segment.text.length) - segment.from;
      if (segment.offsets.length === 0) {
        this.#edits.push({ start: segment.element.start, end: segment.element.end, pieces: [] });
        continue;
      }
      const isHost = segment === host;
      this.#edits.push({
        start: segment.offsets[from] ?? segment.element.openEnd,
        end: segment.offsets[to] ?? segment.element.closeStart,
        pieces: isHost ? pieces : [],
      });
      const taken = this.#removed.get(segment) ?? { count: 0, hosts: false };
      this.#removed.set(segment, {
        count: taken.count + to - from,
        hosts: taken.hosts || (isHost && pieces.length > 0),
      });
      this.#preserve(segment.element);
    }
    this.#dropMarks(tag);
  }

  #preserve(text: XmlElement): void {
    if (this.#preserved.has(text)) return;
    this.#preserved.add(text);
    const tag = this.#xml.slice(text.start, text.openEnd);
    if (tag.includes('xml:space')) return;
    this.#edits.push({ start: text.openEnd - 1, end: text.openEnd - 1, pieces: [' xml:space="preserve"'] });
  }

  /** Spelling marks inside a tag mark nothing any more. */
  #dropMarks(tag: Tag): void {
    const touched = segmentsOf(tag);
    const [first, last] = [touched[0], touched.at(-1)];
    if (!first || !last || first === last) return;
    for (const mark of tag.paragraph.marks)
      if (mark.start > first.element.start && mark.end < last.element.end)
        this.#edits.push({ start: mark.start, end: mark.end, pieces: [] });
  }

  /** A run that held nothing but letters of a tag goes away with them. */
  #dropEmptyRuns(): void {
    for (const [segment, { count, hosts }] of this.#removed) {
      const run = segment.element.parent;
      if (hosts || !run || count < segment.text.length) continue;
      if (run.children.every((child) => child === segment.element || child.name === this.#word('rPr')))
        this.#edits.push({ start: run.start, end: run.end, pieces: [] });
    }
  }
}

interface Region {
  container: XmlElement;
  first: XmlElement;
  last: XmlElement;
}

const segmentsOf = (tag: Tag): Segment[] =>
  tag.paragraph.segments.filter((one) => one.from < tag.to && one.from + one.text.length > tag.from);

/** The text in which the name begins: its run gives the value its formatting. */
function hostOf(tag: Tag): Segment {
  const texts = segmentsOf(tag).filter((one) => one.offsets.length > 0);
  const host = texts.find((one) => tag.nameAt < one.from + one.text.length) ?? texts[0];
  if (!host) throw new Error('A tag stands in no text');
  return host;
}

/** Applies the edits and nests the sections. @returns `null` when two sections cross each other in the XML. */
function assemble(xml: string, edits: readonly Edit[]): Piece[] | null {
  const root: Piece[] = [];
  const open: { section: Section; body: Piece[] }[] = [];
  let at = 0;
  const push = (piece: Piece): void => {
    const body = open.at(-1)?.body ?? root;
    const last = body.length - 1;
    if (typeof piece === 'string' && typeof body[last] === 'string') body[last] += piece;
    else if (piece !== '') body.push(piece);
  };
  for (const edit of inOrder(edits)) {
    // What lies inside a removed range is removed with it.
    if (edit.start < at) continue;
    push(xml.slice(at, edit.start));
    at = edit.end;
    for (const piece of edit.pieces) {
      if (typeof piece === 'string') push(piece);
      else if (piece.mark === 'value') push({ kind: 'value', name: piece.name });
      else if (piece.mark === 'open') open.push({ section: piece.section, body: [] });
      else {
        const done = open.pop();
        if (!done || done.section !== piece.section) return null;
        const { open: tag, ifEmpty } = done.section;
        push({ kind: 'section', name: tag.name, inverted: tag.kind === 'inverted', body: done.body, ifEmpty });
      }
    }
  }
  push(xml.slice(at));
  return open.length === 0 ? root : null;
}

/**
 * The order of edits at one place: sections that end there, innermost first; then those that begin, outermost first;
 * then insertions; then removed ranges, the widest first.
 */
function inOrder(edits: readonly Edit[]): Edit[] {
  const keyOf = (edit: Edit, index: number): number[] => {
    if (edit.end > edit.start) return [edit.start, 3, -edit.end, index];
    const piece = edit.pieces[0];
    const mark = typeof piece === 'object' && piece.mark !== 'value' ? piece : null;
    if (mark?.mark === 'close')
      return [edit.start, 0, -mark.section.open.paragraph.element.start, -mark.section.open.from];
    if (mark?.mark === 'open')
      return [edit.start, 1, -mark.section.close.paragraph.element.start, -mark.section.close.from];
    return [edit.start, 2, index, 0];
  };
  return edits
    .map((edit, index) => ({ edit, key: keyOf(edit, index) }))
    .sort((a, b) => {
      const differs = a.key.findIndex((part, index) => part !== b.key[index]);
      return differs < 0 ? 0 : (a.key[differs] ?? 0) - (b.key[differs] ?? 0);
    })
    .map(({ edit }) => edit);
}
