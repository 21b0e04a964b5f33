import { isList } from '#shared/templates/placeholders.ts';
import type { Finding } from '#shared/templates/template.contract.ts';
import { type Docx, readXml } from './docx.ts';
import { type Edit, Editor, type Section } from './edits.ts';
import { columnOf } from './evaluate.ts';
import { type Filter, isItemWord, type Test } from './grammar.ts';
import { contextOf, type Escape, type Paragraph, paragraphsOf, type Tag, tagsOf, wordNames } from './tags.ts';
import { encodeXml, parseXml, scanXml } from './xml.ts';

/**
 * A template compiled once: fixed text as the bytes it will be, holes for values, sections. Filling it costs no parsing,
 * and the parts without a tag are not even inflated. What Word needs where a section prints nothing is decided here.
 */
export type Piece = Buffer | ValuePiece | SectionPiece | GuardPiece;

export interface ValuePiece {
  kind: 'value';
  name: string;
  filters: readonly Filter[];
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
  /** Bytes of `body` that are blanks between elements: they are nothing. */
  blanks: number;
  /** Printed where the sections have printed nothing; where they end with `tableEnd`. */
  whenEmpty: Buffer | null;
  afterTable: Buffer | null;
  tableEnd: Buffer;
}

export interface CompiledPart {
  /** Name of the entry in the archive. */
  name: string;
  pieces: Piece[];
  /** How line breaks and tabs are written inside a text of this part. */
  lineBreak: string;
  tab: string;
  /** Whether each section may print any number of times and the part stays well formed: else it is read once filled. */
  sound: boolean;
}

/** One use of a name in the template. */
export interface TagUse {
  name: string;
  written: string;
  section: boolean;
  /** The sections it stands in, outermost first. */
  within: string[];
  /** It prints of a list how many items it has, or their sum. */
  counts: boolean;
  /** The columns its filters name. */
  columns: string[];
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
  /** Sections that tear the document apart: told, and generated as long as what comes out can be read. */
  torn: Finding[];
}

/** A complete DIP uses some two hundred. */
const TAGS_MAX = 5_000;
/** Broken tags told at once: nobody reads more. */
const ERRORS_MAX = 100;

/** Compiles every part of the document that holds a tag. Never throws on what an author may write: see `errors`. */
export function compileTemplate(docx: Docx): CompiledTemplate {
  const parts: CompiledPart[] = [];
  const uses: TagUse[] = [];
  const errors: Finding[] = [];
  const torn: Finding[] = [];
  for (const { entry, label } of docx.textParts) {
    const part = compilePart(readXml(entry), label);
    for (const use of part.uses) uses.push(use);
    for (const error of part.errors) errors.push(error);
    if (uses.length > TAGS_MAX) {
      const first = uses[0];
      errors.push({
        code: 'too-many-tags',
        message: `Ce modèle contient plus de ${TAGS_MAX} balises : allégez-le.`,
        tag: null,
        part: label,
        context: first?.context ?? '',
      });
    }
    if (errors.length > ERRORS_MAX || uses.length > TAGS_MAX) break;
    const { pieces, lineBreak, tab, sound } = part;
    if (pieces) parts.push({ name: entry.name, pieces, lineBreak, tab, sound });
    if (pieces && !sound)
      torn.push({ code: 'bad-section', message: TORN, tag: null, part: label, context: part.uses[0]?.context ?? '' });
  }
  const names = [...new Set(uses.map((use) => use.name).filter((name) => !isItemWord(name)))];
  return { parts, uses, names, errors: errors.slice(0, ERRORS_MAX), torn };
}

/** Bytes a compiled template holds, besides its document: its texts, and an estimate for each use and piece. */
export function weightOf({ parts, uses }: CompiledTemplate): number {
  const weigh = (pieces: readonly Piece[]): number =>
    pieces.reduce(
      (sum, piece) =>
        sum + (Buffer.isBuffer(piece) ? piece.length : 100 + (piece.kind === 'value' ? 0 : weigh(piece.body))),
      0,
    );
  return parts.reduce((sum, part) => sum + weigh(part.pieces), uses.length * 500);
}

interface PartResult {
  pieces: Piece[] | null;
  uses: TagUse[];
  errors: Finding[];
  lineBreak: string;
  tab: string;
  sound: boolean;
}

const TORN = 'Une section de ce modèle coupe un tableau ou un paragraphe : placez ses balises autour.';

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
    sound: true,
  };
  if (!xml.includes('{')) return result;

  const tags: Tag[] = [];
  const escapes: Escape[] = [];
  const error = (code: string, message: string, at: { paragraph: Paragraph; at: number; written: string | null }) =>
    result.errors.push({ code, message, tag: at.written, part: label, context: contextOf(at.paragraph, at.at) });
  for (const paragraph of paragraphsOf(xml, root)) {
    if (!paragraph.text.includes('{{')) continue;
    const found = tagsOf(paragraph);
    for (const tag of found.tags) tags.push(tag);
    for (const one of found.escapes) escapes.push(one);
    for (const fault of found.faults) error(fault.code, fault.message, fault);
    if (tags.length > TAGS_MAX * 2 || result.errors.length > ERRORS_MAX) break;
  }
  if (tags.length === 0 && escapes.length === 0) return result;
  const open: Tag[] = [];
  for (const tag of tags) {
    if (tag.kind === 'close') {
      open.length = Math.max(
        0,
        open.findLastIndex((one) => one.name === tag.name),
      );
      continue;
    }
    result.uses.push({
      name: tag.name,
      written: tag.written,
      section: tag.kind !== 'value',
      within: open.map((one) => one.name),
      counts: tag.filters.some(({ name }) => name === 'nombre' || name === 'somme'),
      columns: tag.filters.flatMap(({ name, argument }) =>
        name === 'somme' ? [argument] : name === 'trier' ? [columnOf(argument)] : [],
      ),
      part: label,
      context: contextOf(tag.paragraph, tag.from),
    });
    if (tag.kind === 'open' && isList(tag.name) && open.some((one) => one.kind === 'open' && one.name === tag.name))
      error(
        'nested-section',
        `La liste ${tag.written} est ouverte dans elle-même : ses éléments n’ont pas de telle liste. Retirez l’une des deux.`,
        { paragraph: tag.paragraph, at: tag.from, written: tag.written },
      );
    if (isList(tag.name) && tag.test)
      error('bad-test', `${tag.written} compare une liste : comparez plutôt une valeur de ses éléments.`, {
        paragraph: tag.paragraph,
        at: tag.from,
        written: tag.written,
      });
    if (tag.kind !== 'value') open.push(tag);
  }
  if (tags.length > TAGS_MAX) return result;

  const at = (tag: Tag) => ({ paragraph: tag.paragraph, at: tag.from, written: tag.written });
  const sections = pairSections(tags, (code, message, tag) => error(code, message, at(tag)));
  if (result.errors.length > 0) return result;

  const editor = new Editor(xml, word);
  for (const tag of tags) if (tag.kind === 'value') editor.value(tag);
  for (const one of escapes) editor.escape(one);
  for (const section of sections) {
    const refused = editor.section(section);
    if (refused) error('bad-section', refused, at(section.open));
  }
  if (result.errors.length > 0) return result;

  const pieces = assemble(xml, editor.edits());
  if (pieces) {
    result.sound = isSound(pieces);
    result.pieces = compiledOf(pieces, { word, lineBreak: result.lineBreak, tab: result.tab });
  } else
    for (const section of sections)
      error(
        'crossed-section',
        `Les sections se chevauchent : fermez ${section.open.written} avant d’en ouvrir une autre.`,
        at(section.open),
      );
  return result;
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
      sections.push({ open, close: tag });
    }
  }
  for (const open of stack)
    refuse('unclosed-section', `La section ${open.written} n’est pas fermée : il manque {{/${open.name}}}.`, open);
  return sections;
}

/** A part with its edits made and its sections nested, before it is bytes. */
type Draft = string | ValuePiece | { kind: 'section'; tag: Tag; body: Draft[] };

/** Applies the edits and nests the sections. @returns `null` when two sections cross each other in the XML. */
function assemble(xml: string, edits: readonly Edit[]): Draft[] | null {
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
      else if (piece.mark === 'value') push({ kind: 'value', name: piece.name, filters: piece.filters });
      else if (piece.mark === 'open') open.push({ section: piece.section, body: [] });
      else {
        const done = open.pop();
        if (!done || done.section !== piece.section) return null;
        push({ kind: 'section', tag: done.section.open, body: done.body });
      }
    }
  }
  push(xml.slice(at));
  return open.length === 0 ? root : null;
}

/** Whether everything is well formed once each section is taken away, and each section by itself. */
function isSound(pieces: readonly Draft[], isRoot = true): boolean {
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.kind === 'value' ? 'x' : '')).join('');
  try {
    scanXml(isRoot ? text : `<x>${text}</x>`, { open() {}, close() {} });
  } catch {
    return false;
  }
  return pieces.every((piece) => typeof piece === 'string' || piece.kind === 'value' || isSound(piece.body, false));
}

interface Writing {
  word: (local: string) => string;
  lineBreak: string;
  tab: string;
}

/** Draft pieces as bytes, and guards around the sections that are all that their container holds. */
function compiledOf(pieces: readonly Draft[], writing: Writing): Piece[] {
  const made: Piece[] = [];
  const rules = guardRules(writing.word);
  const compile = (piece: Draft): Piece => {
    if (typeof piece === 'string') return Buffer.from(piece, 'utf8');
    if (piece.kind === 'value') return piece;
    const { name, kind, test, filters } = piece.tag;
    const argumentOf = (filter: Filter['name']): string | null =>
      filters.find((one) => one.name === filter)?.argument ?? null;
    const separator = argumentOf('séparateur');
    return {
      kind: 'section',
      name,
      inverted: kind === 'inverted',
      test,
      order: argumentOf('trier'),
      separator: separator === null ? null : Buffer.from(encodeXml(separator), 'utf8'),
      body: compiledOf(piece.body, writing),
    };
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
    const needs = end > at && typeof before === 'string' && typeof after === 'string' ? rules(before, after) : null;
    if (!needs) {
      made.push(compile(piece));
      at += 1;
      continue;
    }
    const run = pieces.slice(at, end);
    const asBytes = (xml: string | null): Buffer | null => (xml === null ? null : Buffer.from(xml, 'utf8'));
    made.push({
      kind: 'guard',
      body: run.map(compile),
      blanks: run.reduce((sum, one) => sum + (typeof one === 'string' ? one.length : 0), 0),
      whenEmpty: asBytes(needs.whenEmpty),
      afterTable: asBytes(needs.afterTable),
      tableEnd: Buffer.from(`</${writing.word('tbl')}>`, 'utf8'),
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
  const containers = ['tc', 'txbxContent', 'hdr', 'ftr', 'footnote', 'endnote', 'sdtContent', 'tbl'];
  const close = new RegExp(`^\\s*</(?:${containers.map(word).join('|')})>`);
  const begins = (name: string): string => `<${word(name)}(?: [^>]*[^/>])?>`;
  const emptyBefore = (name: string): RegExp =>
    name === 'tbl'
      ? new RegExp(`(?:${begins('tbl')}|</${word('tblPr')}>|</${word('tblGrid')}>|<${word('tblGrid')}/>)\\s*$`)
      : name === 'sdtContent'
        ? new RegExp(`${begins(name)}\\s*$`)
        : new RegExp(`(?:${begins(name)}|</${word('tcPr')}>|<${word('tcPr')}/>|</${word('tbl')}>)\\s*$`);
  const whenBefore = new Map(containers.map((name) => [word(name), { name, empty: emptyBefore(name) }]));
  return (before: string, after: string): { whenEmpty: string | null; afterTable: string | null } | null => {
    const closing = close.exec(after)?.[0].trim().slice(2, -1);
    const rule = closing === undefined ? undefined : whenBefore.get(closing);
    if (!rule) return null;
    const isEmptied = rule.empty.test(before.slice(-TAIL));
    const needed = rule.name === 'tbl' ? row : paragraph;
    const takesTables = rule.name === 'tbl' || rule.name === 'sdtContent';
    return { whenEmpty: isEmptied ? needed : null, afterTable: takesTables ? null : paragraph };
  };
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
