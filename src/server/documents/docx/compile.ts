import { isList } from '#shared/templates/placeholders.ts';
import type { Finding } from '#shared/templates/template.contract.ts';
import { type Docx, readXml } from './docx.ts';
import { type Edit, Editor, type Section } from './edits.ts';
import { contextOf, type Paragraph, paragraphsOf, type Tag, type TagFault, tagsOf, wordNames } from './tags.ts';
import { parseXml } from './xml.ts';

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
}

export interface CompiledPart {
  /** Name of the entry in the archive. */
  name: string;
  pieces: Piece[];
  /** How line breaks and tabs are written inside a text of this part. */
  lineBreak: string;
  tab: string;
  /** How this part writes Word's own names. */
  word: (local: string) => string;
}

/** One use of a name in the template. */
export interface TagUse {
  name: string;
  written: string;
  section: boolean;
  /** The sections it stands in, outermost first. */
  within: string[];
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

/** A complete DIP uses some two hundred. */
const TAGS_MAX = 5_000;
/** Broken tags told at once: nobody reads more. */
const ERRORS_MAX = 100;

/** Compiles every part of the document that holds a tag. Never throws on what an author may write: see `errors`. */
export function compileTemplate(docx: Docx): CompiledTemplate {
  const parts: CompiledPart[] = [];
  const uses: TagUse[] = [];
  const errors: Finding[] = [];
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
    const { pieces, lineBreak, tab, word } = part;
    if (pieces) parts.push({ name: entry.name, pieces, lineBreak, tab, word });
  }
  return { parts, uses, names: [...new Set(uses.map((use) => use.name))], errors: errors.slice(0, ERRORS_MAX) };
}

/** Bytes a compiled template holds, besides its document: its texts, and an estimate for each use and piece. */
export function weightOf({ parts, uses }: CompiledTemplate): number {
  const weigh = (pieces: readonly Piece[]): number =>
    pieces.reduce(
      (sum, piece) =>
        sum + (typeof piece === 'string' ? piece.length * 2 : 100 + (piece.kind === 'section' ? weigh(piece.body) : 0)),
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
  word: (local: string) => string;
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
    word,
  };
  if (!xml.includes('{')) return result;

  const tags: Tag[] = [];
  const error = (code: string, message: string, at: { paragraph: Paragraph; at: number; written: string | null }) =>
    result.errors.push({ code, message, tag: at.written, part: label, context: contextOf(at.paragraph, at.at) });
  for (const paragraph of paragraphsOf(xml, root)) {
    if (!paragraph.text.includes('{{')) continue;
    const found = tagsOf(paragraph);
    for (const tag of found.tags) tags.push(tag);
    for (const fault of found.faults) error(fault.code, faultMessage(fault), fault);
    if (tags.length > TAGS_MAX * 2 || result.errors.length > ERRORS_MAX) break;
  }
  if (tags.length === 0) return result;
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
      part: label,
      context: contextOf(tag.paragraph, tag.from),
    });
    if (tag.kind === 'open' && isList(tag.name) && open.some((one) => one.kind === 'open' && one.name === tag.name))
      error(
        'nested-section',
        `La liste ${tag.written} est ouverte dans elle-même : ses éléments n’ont pas de telle liste. Retirez l’une des deux.`,
        { paragraph: tag.paragraph, at: tag.from, written: tag.written },
      );
    if (tag.kind !== 'value') open.push(tag);
  }
  if (tags.length > TAGS_MAX) return result;

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
      sections.push({ open, close: tag });
    }
  }
  for (const open of stack)
    refuse('unclosed-section', `La section ${open.written} n’est pas fermée : il manque {{/${open.name}}}.`, open);
  return sections;
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
        const { open: tag } = done.section;
        push({ kind: 'section', name: tag.name, inverted: tag.kind === 'inverted', body: done.body });
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
