import type { ValuePiece } from './pieces.ts';
import { type Escape, positionOf, type Segment, type Tag } from './tags.ts';
import { decodeXml, encodeXml, localName, type XmlElement } from './xml.ts';

/** What replaces a range of the XML. */
export interface Edit {
  start: number;
  end: number;
  pieces: Mark[];
}

export type Mark =
  | string
  | ({ mark: 'value' } & Omit<ValuePiece, 'kind'>)
  | { mark: 'picture'; key: string; xml: string }
  | { mark: 'open'; section: Section }
  | { mark: 'close'; section: Section };

export interface Section {
  open: Tag;
  close: Tag;
  /** XML around a text between two turns: nothing within one text, a run between two runs; `null` where none may stand. */
  between?: readonly [before: string, after: string] | null;
}

/** What keeps alive a paragraph that otherwise holds nothing but a tag. */
const KEPT_WITH = [
  'sectPr',
  'drawing',
  'pict',
  'object',
  'footnoteReference',
  'endnoteReference',
  // A page or column break; a line break alone says no type.
  'br w:type',
  'fldChar',
  'sym',
  'ptab',
  // The number of a note, where the note itself stands.
  'footnoteRef',
  'endnoteRef',
];
/** The same of another language of XML, and a page that begins with the paragraph, unless it is said not to. */
const KEPT_TOO = /<m:oMath|<\w+:pageBreakBefore(?! \w+:val="(?:0|false|off)")/;

const SECTION_TAG = /\{\{ ?[#^/][^{}]*\}\}/g;

/** Collects the edits of one part; positions always refer to the XML as it was read. */
export class Editor {
  readonly #xml: string;
  readonly #word: (local: string) => string;
  readonly #edits: Edit[] = [];
  /** Texts told to keep their blanks: those beside a tag must not be swallowed with it. */
  readonly #preserved = new Set<XmlElement>();
  /** Paragraphs between two sections. */
  readonly #hinges = new Map<XmlElement, { from: number; pieces: Mark[] }[]>();
  /** Words that stand in the paragraph of a tag, before a passage begins or after it has ended. */
  readonly outside: { tag: Tag; words: string }[] = [];
  /** Characters taken out of each segment, to find the runs that end up empty. */
  readonly #removed = new Map<Segment, { count: number; hosts: boolean }>();

  constructor(xml: string, word: (local: string) => string) {
    this.#xml = xml;
    this.#word = word;
  }

  value(tag: Tag): void {
    const { name, filters } = tag;
    const run = hostOf(tag).element.parent;
    // Attributes have a prefix even where elements need none: no run is written into such a part.
    const isPrefixed = this.#word('r').includes(':');
    const isPlain = isPrefixed && run?.name === this.#word('r') && !isInLink(run);
    const formatting = isPlain ? this.#formattingOf(run) : null;
    this.#replace(tag, [{ mark: 'value', name, filters, as: 'paragraph', formatting }]);
  }

  /** Writes a tag otherwise, where it stands. */
  rewrite(tag: Tag, written: string): void {
    this.#replace(tag, [encodeXml(written)]);
  }

  /** Takes away the backslash before braces that are meant as such. */
  escape({ paragraph, at }: Escape): void {
    const place = { paragraph, from: at, to: at + 1 };
    for (const segment of segmentsOf(place))
      this.#edits.push({
        start: positionOf(segment, at - segment.from),
        end: positionOf(segment, at + 1 - segment.from),
        pieces: [],
      });
  }

  /** @returns a sentence when the section cannot be repeated where it stands. */
  section(section: Section): string | null {
    const { open, close } = section;
    return open.paragraph === close.paragraph ? this.#inline(section) : this.#blocks(section);
  }

  edits(): Edit[] {
    this.#dropEmptyRuns();
    // The marks of a paragraph between two sections stand in its place, in the order in which they are read.
    for (const [{ start, end }, marks] of this.#hinges)
      this.#edits.push({
        start,
        end,
        pieces: marks.toSorted((a, b) => a.from - b.from).flatMap(({ pieces }) => pieces),
      });
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
    const [r, t] = [this.#word('r'), this.#word('t')];
    section.between = [`<${r}>${this.#formattingOf(first)}<${t} xml:space="preserve">`, `</${t}></${r}>`];
    this.#replace(section.open, this.#splitRun(first, { mark: 'open', section }));
    this.#replace(section.close, this.#splitRun(last, { mark: 'close', section }));
    return null;
  }

  /** Ends the run, puts the mark between two runs, and begins the run again with the same formatting. */
  #splitRun(run: XmlElement, mark: Mark): Mark[] {
    const [r, t] = [this.#word('r'), this.#word('t')];
    return [`</${t}></${r}>`, mark, `<${r}>${this.#formattingOf(run)}<${t} xml:space="preserve">`];
  }

  /** Its `w:rPr`, or nothing. */
  #formattingOf(run: XmlElement): string {
    const properties = run.children.find((child) => child.name === this.#word('rPr'));
    return properties ? this.#xml.slice(properties.start, properties.end) : '';
  }

  /** A section over several paragraphs: whole blocks or whole table rows are repeated. */
  #blocks(section: Section): string | null {
    const { open, close } = section;
    const region = this.#region(open.paragraph.element, close.paragraph.element);
    if (!region) return `La section ${open.written} ne peut pas être répétée à cet endroit.`;
    if (open.filters.some(({ name, argument }) => name === 'séparateur' && argument.trim() !== ''))
      return `Dans ${open.written}, « séparateur » ne sert que dans une phrase : entre des paragraphes ou des lignes de tableau il n’y a pas de texte. Retirez-le.`;
    section.between = null;
    const { first, last } = region;
    const apart = first !== last;
    if (first === open.paragraph.element) this.#tellOutside(open, open.paragraph.text.slice(0, open.from));
    if (last === close.paragraph.element) this.#tellOutside(close, close.paragraph.text.slice(close.to));
    this.#edge(section.open, first, { pieces: [{ mark: 'open', section }], position: first.start, apart });
    this.#edge(section.close, last, { pieces: [{ mark: 'close', section }], position: last.end, apart });
    return null;
  }

  /** A paragraph, or a row, that holds nothing but its tag gives its place to the mark; any other keeps its text. */
  #edge(
    tag: Tag,
    block: XmlElement,
    { pieces, position, apart }: { pieces: Mark[]; position: number; apart: boolean },
  ): void {
    const { element, text } = tag.paragraph;
    if (block === element && this.#isHinge(tag.paragraph)) {
      const marks = this.#hinges.get(block) ?? [];
      this.#hinges.set(block, [...marks, { from: tag.from, pieces }]);
      return;
    }
    const alone = text.slice(0, tag.from).trim() === '' && text.slice(tag.to).trim() === '';
    const isWhole = block === element || (apart && block.name === this.#word('tr') && this.#isOnly(tag, block));
    if (alone && isWhole && !this.#holdsMore(block)) {
      this.#edits.push({ start: block.start, end: block.end, pieces });
      return;
    }
    // In a cell that says something else, a line that holds nothing but the tag would be left blank in each row.
    if (alone && block !== element && this.#saysMore(element) && !this.#holdsMore(element))
      this.#edits.push({ start: element.start, end: element.end, pieces: [] });
    else this.#replace(tag, []);
    this.#edits.push({ start: position, end: position, pieces });
  }

  /** Whether the cell of a paragraph has another one with words of its own, after which it may go. */
  #saysMore({ parent, start }: XmlElement): boolean {
    if (parent?.name !== this.#word('tc')) return false;
    const others = parent.children.filter((one) => one.name === this.#word('p') && one.start !== start);
    // A cell ends with a paragraph.
    const isLast = parent.children.at(-1)?.start === start;
    if (isLast && parent.children.at(-2)?.name !== this.#word('p')) return false;
    return others.some(
      (one) =>
        decodeXml(this.#xml.slice(one.openEnd, one.closeStart).replace(/<[^<>]*>/g, ''))
          .replace(SECTION_TAG, '')
          .trim() !== '',
    );
  }

  /** Whether a paragraph ends a section and begins another, and says nothing else: « {{/ph}}{{^ph}} ». */
  #isHinge({ element, text }: Tag['paragraph']): boolean {
    if (this.#hinges.has(element)) return true;
    const tags = text.match(SECTION_TAG) ?? [];
    return (
      text.replace(SECTION_TAG, '').trim() === '' &&
      tags.some((one) => one.startsWith('{{/')) &&
      tags.some((one) => !one.startsWith('{{/')) &&
      !this.#holdsMore(element)
    );
  }

  /** What stands beside the tag of a passage goes or comes back with it: told, since it looks as if it stood outside. */
  #tellOutside(tag: Tag, text: string): void {
    const words = text.replace(/\{\{[^{}]*\}\}/g, '').trim();
    if (words !== '') this.outside.push({ tag, words });
  }

  /** Whether a row says nothing but the tag. */
  #isOnly({ paragraph, from, to }: Tag, row: XmlElement): boolean {
    const words = decodeXml(this.#xml.slice(row.openEnd, row.closeStart).replace(/<[^<>]*>/g, ''));
    return words.trim() === paragraph.text.slice(from, to).replaceAll('\t', '').trim();
  }

  /** Pictures, section breaks and the like keep a paragraph, or a row, alive. */
  #holdsMore(block: XmlElement): boolean {
    const xml = this.#xml.slice(block.openEnd, block.closeStart);
    return KEPT_WITH.some((name) => xml.includes(`<${this.#word(name)}`)) || KEPT_TOO.test(xml);
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
    // The section would begin outside and end inside the same paragraph: in a text box anchored to it, say.
    if (!container || container === from) return null;
    let first = from;
    while (first.parent && first.parent !== container) first = first.parent;
    // From one cell to another of the same row: the row is what repeats.
    if (container.name === this.#word('tr'))
      return { container: container.parent ?? container, first: container, last: container };
    return { container, first, last };
  }

  /** Puts `pieces` where the tag's name stands and takes the rest of the tag away, whatever runs it was cut into. */
  #replace(tag: Tag, pieces: Mark[]): void {
    const host = hostOf(tag);
    for (const segment of segmentsOf(tag)) {
      const from = Math.max(tag.from, segment.from) - segment.from;
      const to = Math.min(tag.to, segment.from + segment.text.length) - segment.from;
      if (segment.blank) {
        this.#edits.push({ start: segment.element.start, end: segment.element.end, pieces: [] });
        continue;
      }
      const isHost = segment === host;
      this.#edits.push({
        start: positionOf(segment, from),
        end: positionOf(segment, to),
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
    if (tag.includes('xml:space') || tag.endsWith('/>')) return;
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

/** A link holds no link. */
function isInLink(element: XmlElement): boolean {
  for (let one = element.parent; one; one = one.parent)
    if (['hyperlink', 'fldSimple'].includes(localName(one.name))) return true;
  return false;
}

interface Region {
  container: XmlElement;
  first: XmlElement;
  last: XmlElement;
}

/** The stretches of text a tag stands in: found by halves, a paragraph may be cut into thousands. */
function segmentsOf({ from, to, paragraph: { segments } }: Pick<Tag, 'from' | 'to' | 'paragraph'>): Segment[] {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const segment = segments[middle];
    if (segment && segment.from + segment.text.length <= from) low = middle + 1;
    else high = middle;
  }
  const found: Segment[] = [];
  for (let at = low; at < segments.length; at += 1) {
    const segment = segments[at];
    if (!segment || segment.from >= to) break;
    if (segment.text !== '') found.push(segment);
  }
  return found;
}

/** The text in which the name begins: its run gives the value its formatting. */
function hostOf(tag: Tag): Segment {
  const texts = segmentsOf(tag).filter((one) => !one.blank);
  const host = texts.find((one) => tag.nameAt < one.from + one.text.length) ?? texts[0];
  if (!host) throw new Error('A tag stands in no text');
  return host;
}
