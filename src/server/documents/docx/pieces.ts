import type { Edit, Section } from './edits.ts';
import type { Filter, Test } from './grammar.ts';
import type { Tag } from './tags.ts';
import { encodeXml, scanXml } from './xml.ts';

/**
 * A template compiled once: fixed text as the bytes it will be, holes for values, sections. Filling it costs no parsing,
 * and the parts without a tag are not even inflated. What Word needs where a section prints nothing is decided here.
 */
export type Piece = Buffer | ValuePiece | SectionPiece | GuardPiece | IdPiece | PicturePiece;

export interface ValuePiece {
  kind: 'value';
  name: string;
  filters: readonly Filter[];
  /** In a text of a paragraph; on one line, in an attribute; inside an address, or all of one. */
  as: 'paragraph' | 'text' | 'address' | 'whole';
  /** The formatting (`w:rPr`, or nothing) of the run it stands in, where a run of another one may stand beside it. */
  formatting: string | null;
}

/** A drawing that waits for a picture of the product. */
export interface PicturePiece {
  kind: 'picture';
  key: string;
  /** As the template has it. */
  xml: string;
}

/** A number, or a name, that a document has once: where a list repeats it, the later ones are given another. */
export interface IdPiece {
  kind: 'id';
  original: Buffer;
  /** What is the same within one turn: the two ends of a bookmark. */
  key: string;
  as: 'number' | 'hexadecimal' | 'name';
}

export interface SectionPiece {
  kind: 'section';
  name: string;
  /** `{{^name}}`: printed where there is nothing, or where the comparison fails. */
  inverted: boolean;
  test: Test | null;
  /** The column a list is sorted by; what stands between two items, as XML. */
  order: string | null;
  separator: Buffer | null;
  body: Piece[];
}

/** Sections that are all their cell, header, note or table holds: these may not be left empty, nor end with a table. */
export interface GuardPiece {
  kind: 'guard';
  body: Piece[];
  /** Printed where the sections have printed nothing; where they end with `tableEnd`. */
  whenEmpty: Buffer | null;
  afterTable: Buffer | null;
  tableEnd: Buffer;
}

/** Bytes that pieces hold, and an estimate for each. */
export const weigh = (pieces: readonly Piece[]): number =>
  pieces.reduce(
    (sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : 100 + ('body' in piece ? weigh(piece.body) : 0)),
    0,
  );

/** A part with its edits made and its sections nested, before it is bytes. */
type Draft =
  | string
  | ValuePiece
  | PicturePiece
  | { kind: 'section'; tag: Tag; between: Section['between']; body: Draft[] };

/** Applies the edits and nests the sections. @returns `null` when two sections cross each other in the XML. */
export function assemble(xml: string, edits: readonly Edit[]): Draft[] | null {
  const root: Draft[] = [];
  const open: { section: Section; body: Draft[] }[] = [];
  let at = 0;
  const push = (piece: Draft): void => {
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
      else if (piece.mark === 'value') {
        const { name, filters, as, formatting } = piece;
        push({ kind: 'value', name, filters, as, formatting });
      } else if (piece.mark === 'picture') push({ kind: 'picture', key: piece.key, xml: piece.xml });
      else if (piece.mark === 'open') open.push({ section: piece.section, body: [] });
      else {
        const done = open.pop();
        if (!done || done.section !== piece.section) return null;
        const { open: tag, between } = done.section;
        push({ kind: 'section', tag, between, body: done.body });
      }
    }
  }
  push(xml.slice(at));
  return open.length === 0 ? root : null;
}

/** Whether everything is well formed once each section is taken away, and each section by itself. */
export function isSound(pieces: readonly Draft[], isRoot = true): boolean {
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.kind === 'value' ? 'x' : '')).join('');
  try {
    scanXml(isRoot ? text : `<x>${text}</x>`, { open() {}, close() {} });
  } catch {
    return false;
  }
  return pieces.every(
    (piece) =>
      typeof piece === 'string' || piece.kind === 'value' || piece.kind === 'picture' || isSound(piece.body, false),
  );
}

/** Draft pieces as bytes, and guards around the sections that are all that their container holds. */
export const compiledOf = (pieces: readonly Draft[], word: (local: string) => string): Piece[] =>
  compiledWith(pieces, { word, rules: guardRules(word), repeated: false });

interface Compiling {
  word: (local: string) => string;
  rules: ReturnType<typeof guardRules>;
  /** Whether they stand in a section that may print several times. */
  repeated: boolean;
}

function compiledWith(pieces: readonly Draft[], { word, rules, repeated }: Compiling): Piece[] {
  const made: Piece[] = [];
  const compile = (piece: Draft): Piece[] => {
    if (typeof piece === 'string') return repeated ? withIds(piece) : [Buffer.from(piece, 'utf8')];
    if (piece.kind === 'value' || piece.kind === 'picture') return [piece];
    const { name, kind, test, filters } = piece.tag;
    const argumentOf = (filter: Filter['name']): string | null =>
      filters.find((one) => one.name === filter)?.argument ?? null;
    const separator = argumentOf('séparateur');
    const [before, after] = piece.between ?? ['', ''];
    return [
      {
        kind: 'section',
        name,
        inverted: kind === 'inverted',
        test,
        order: argumentOf('trier'),
        separator:
          separator === null || piece.between === null
            ? null
            : Buffer.from(`${before}${encodeXml(separator)}${after}`, 'utf8'),
        body: compiledWith(piece.body, { word, rules, repeated: repeated || kind === 'open' }),
      },
    ];
  };
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at];
    if (piece === undefined) break;
    let end = at;
    const isSection = (one: Draft | undefined): boolean => typeof one === 'object' && one.kind === 'section';
    const isBlank = (one: Draft | undefined): boolean => typeof one === 'string' && one.trim() === '';
    if (isSection(piece)) {
      end += 1;
      while (isSection(pieces[end]) || (isBlank(pieces[end]) && isSection(pieces[end + 1]))) end += 1;
    }
    const [before, after] = [pieces[at - 1], pieces[end]];
    const needs =
      end > at && typeof before === 'string' && typeof after === 'string'
        ? rules(before, after, () => holdsRow(pieces.slice(at, end), word('tr')))
        : null;
    if (!needs) {
      made.push(...compile(piece));
      at += 1;
      continue;
    }
    const run = pieces.slice(at, end);
    const asBytes = (xml: string | null): Buffer | null => (xml === null ? null : Buffer.from(xml, 'utf8'));
    made.push({
      kind: 'guard',
      body: run.flatMap(compile),
      whenEmpty: asBytes(needs.whenEmpty),
      afterTable: asBytes(needs.afterTable),
      tableEnd: Buffer.from(`</${word('tbl')}>`, 'utf8'),
    });
    at = end;
  }
  return made;
}

/**
 * What Word cannot do without where sections stand between two texts and print nothing: a paragraph at the end of a cell,
 * a header, a note or a text box; a row in a table. ECMA-376, part 1, 17.4.65 (a cell ends with a paragraph).
 */
function guardRules(word: (local: string) => string) {
  const paragraph = `<${word('p')}/>`;
  const row = `<${word('tr')}><${word('tc')}>${paragraph}</${word('tc')}></${word('tr')}>`;
  const containers = ['tc', 'txbxContent', 'hdr', 'ftr', 'footnote', 'endnote', 'comment', 'sdtContent', 'tbl'];
  const close = new RegExp(`^\\s*</(?:${containers.map(word).join('|')})>`);
  // The ends of bookmarks and of comments print nothing.
  const marks = new Set(
    ['bookmarkStart', 'bookmarkEnd', 'commentRangeStart', 'commentRangeEnd', 'proofErr', 'permStart', 'permEnd'].map(
      word,
    ),
  );
  const begins = (name: string): string => `<${word(name)}(?: [^>]*[^/>])?>`;
  const emptyBefore = (name: string): RegExp =>
    name === 'tbl'
      ? new RegExp(`(?:${begins('tbl')}|</${word('tblPr')}>|</${word('tblGrid')}>|<${word('tblGrid')}/>)\\s*$`)
      : name === 'sdtContent'
        ? new RegExp(`${begins(name)}\\s*$`)
        : new RegExp(`(?:${begins(name)}|</${word('tcPr')}>|<${word('tcPr')}/>|</${word('tbl')}>)\\s*$`);
  const whenBefore = new Map(containers.map((name) => [word(name), { name, empty: emptyBefore(name) }]));
  return (
    before: string,
    after: string,
    isOfRows: () => boolean,
  ): { whenEmpty: string | null; afterTable: string | null } | null => {
    const closing = close.exec(withoutMarks(after, marks))?.[0].trim().slice(2, -1);
    const rule = closing === undefined ? undefined : whenBefore.get(closing);
    if (!rule) return null;
    const isEmptied = rule.empty.test(withoutLastMarks(before.slice(-TAIL), marks));
    // A content control around rows may hold nothing but rows.
    const needed = rule.name === 'tbl' || (rule.name === 'sdtContent' && isOfRows()) ? row : paragraph;
    const takesTables = rule.name === 'tbl' || rule.name === 'sdtContent';
    return { whenEmpty: isEmptied ? needed : null, afterTable: takesTables ? null : paragraph };
  };
}
const nameIn = (tag: string): string => /^<([\w:]+)/.exec(tag)?.[1] ?? '';
/** XML without the empty elements of these names that it begins with. */
function withoutMarks(xml: string, marks: ReadonlySet<string>): string {
  let from = 0;
  for (;;) {
    const start = xml.indexOf('<', from);
    const end = start < 0 || xml.slice(from, start).trim() !== '' ? -1 : xml.indexOf('>', start);
    if (end < 0 || xml[end - 1] !== '/' || !marks.has(nameIn(xml.slice(start, end)))) return xml.slice(from);
    from = end + 1;
  }
}
/** The same of those that it ends with. */
function withoutLastMarks(xml: string, marks: ReadonlySet<string>): string {
  let to = xml.length;
  for (;;) {
    const end = xml.lastIndexOf('>', to - 1);
    const start = end < 0 ? -1 : xml.lastIndexOf('<', end);
    const isLast = end >= 0 && xml.slice(end + 1, to).trim() === '';
    if (start < 0 || !isLast || xml[end - 1] !== '/' || !marks.has(nameIn(xml.slice(start, end))))
      return xml.slice(0, to);
    to = start;
  }
}

/** Whether the first element of these is a row of a table. */
function holdsRow(pieces: readonly Draft[], row: string): boolean {
  for (const piece of pieces) {
    if (typeof piece !== 'string') return typeof piece === 'object' && 'body' in piece && holdsRow(piece.body, row);
    if (piece.trim() !== '') return new RegExp(`^\\s*<${row}[ >]`).test(piece);
  }
  return false;
}

/** The longest opening tag that is looked for at the end of a text. */
const TAIL = 2_000;

/**
 * The order of edits at one place: sections that end there, innermost first; then those that begin, outermost first;
 * then insertions; then removed ranges, the widest first.
 */
function inOrder(edits: readonly Edit[]): Edit[] {
  const keyOf = (edit: Edit, index: number): number[] => {
    if (edit.end > edit.start) return [edit.start, 3, -edit.end, index];
    const piece = edit.pieces[0];
    const mark = typeof piece === 'object' && (piece.mark === 'open' || piece.mark === 'close') ? piece : null;
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

/**
 * What a document has once: numbers of bookmarks and their names, of drawings, of content controls, of paragraphs and
 * rows (`w14:paraId`). ECMA-376, part 1, 17.13.6.2, 20.4.2.5, 17.5.2.18; [MS-DOCX] 2.5.4
 */
const NUMBERS: readonly (readonly [kind: string, as: IdPiece['as'], rule: RegExp])[] = [
  ['b', 'number', /<(?:\w+:)?bookmark(?:Start|End)\s[^>]*?\b(?:\w+:)?id="(\d+)(?=")/g],
  ['n', 'name', /<(?:\w+:)?bookmarkStart\s[^>]*?\b(?:\w+:)?name="([^"]+)(?=")/g],
  ['p', 'hexadecimal', /\bw14:paraId="([0-9A-Fa-f]{8})(?=")/g],
  ['d', 'number', /<wp:docPr\s[^>]*?\bid="(\d+)(?=")/g],
  ['c', 'number', /<(?:\w+:)?id\s+(?:\w+:)?val="(-?\d+)(?="\s*\/>)/g],
];

/** A text that is repeated, with what a document has once told apart. */
function withIds(xml: string): Piece[] {
  const found = NUMBERS.flatMap(([kind, as, rule]) =>
    Array.from(xml.matchAll(rule), (match) => {
      const value = match[1] ?? '';
      return { start: match.index + match[0].length - value.length, value, key: `${kind}${value}`, as };
    }),
  ).sort((one, other) => one.start - other.start);
  const made: Piece[] = [];
  let at = 0;
  for (const { start, value, key, as } of found) {
    made.push(Buffer.from(xml.slice(at, start), 'utf8'), { kind: 'id', original: Buffer.from(value, 'utf8'), key, as });
    at = start + value.length;
  }
  return [...made, Buffer.from(xml.slice(at), 'utf8')];
}
