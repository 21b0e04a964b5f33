import { cellText, type OutlineBlock, type OutlineCell } from '#shared/imports/document.outline.ts';
import { isList } from '#shared/templates/placeholders.ts';
import { readWritten, type Written } from './template.pattern.ts';

/** A template as what it prints: lines and tables, each with the sections around it. */

export interface Section {
  name: string;
  isList: boolean;
}

export interface TemplateLine extends Written {
  kind: 'line';
  level: number | null;
  sections: readonly Section[];
  /** Blank paragraphs that stand before it. */
  blanks: number;
}

export interface TemplateCell {
  blocks: TemplateBlock[];
  /** Its text when no tag stands in it; `null` otherwise. */
  fixed: string | null;
}

export interface TemplateRow {
  cells: TemplateCell[];
  sections: readonly Section[];
}

export interface TemplateTable {
  kind: 'table';
  rows: TemplateRow[];
  sections: readonly Section[];
  blanks: number;
}

export type TemplateBlock = TemplateLine | TemplateTable;

/** The innermost list that something stands in. */
export const listOf = ({ sections }: { sections: readonly Section[] }): Section | null =>
  sections.findLast((section) => section.isList) ?? null;

/** Reads one part of a template; sections may go from one block to another. */
export function templateBlocks(blocks: readonly OutlineBlock[]): TemplateBlock[] {
  let open: Section[] = [];
  let blanks = 0;

  const line = (text: string, level: number | null): TemplateLine[] => {
    if (text.trim() === '') {
      blanks += 1;
      return [];
    }
    const written = readWritten(text);
    const opened = written.opens.map(({ name }) => ({ name, isList: isList(name) }));
    const sections = [...open, ...opened];
    open = sections.slice();
    for (const name of written.closes) {
      const at = open.findLastIndex((section) => section.name === name);
      if (at >= 0) open = open.slice(0, at);
    }
    if (written.patterns === null) return [];
    const made: TemplateLine = { kind: 'line', ...written, level, sections, blanks };
    blanks = 0;
    return [made];
  };
  const cell = (from: OutlineCell): TemplateCell => {
    const made = read(from.blocks);
    const text = cellText(from);
    return { blocks: made, fixed: text.includes('{{') ? null : text };
  };
  const row = (cells: readonly OutlineCell[]): TemplateRow[] => {
    const before = open;
    const made = cells.map(cell);
    const isMark = cells.some((one) => cellText(one) !== '') && made.every(({ blocks }) => blocks.length === 0);
    if (isMark) return [];
    // Around the row is what all of its cells stand in.
    const within = made.flatMap(({ blocks }) => blocks.slice(0, 1)).map(({ sections }) => sections);
    const [first = before, ...others] = within;
    return [{ cells: made, sections: first.filter((section) => others.every((all) => all.includes(section))) }];
  };
  const read = (all: readonly OutlineBlock[]): TemplateBlock[] =>
    all.flatMap((block): TemplateBlock[] => {
      if (block.kind === 'paragraph') return line(block.text, block.level);
      const [sections, before] = [open, blanks];
      blanks = 0;
      const rows = block.rows.flatMap(row);
      return rows.length > 0 ? [{ kind: 'table', rows, sections, blanks: before }] : [];
    });
  return read(blocks);
}

/** The fixed texts of a template in order, those that it always prints apart from the others. */
export function fixedTexts(blocks: readonly TemplateBlock[]): { text: string; isAlways: boolean }[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'table')
      return block.rows.flatMap(({ cells }) => cells.flatMap((cell) => fixedTexts(cell.blocks)));
    const { patterns, sections } = block;
    const [first, ...others] = patterns ?? [];
    // What is in one way of printing alone may be absent.
    return (first?.fixed ?? []).map((text) => ({
      text,
      isAlways: sections.length === 0 && others.every(({ fixed }) => fixed.includes(text)),
    }));
  });
}
