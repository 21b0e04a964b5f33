import { headingOf } from './document.context.ts';
import type { Place, ShownBlock } from './document.contract.ts';
import { cellText, type Outline, type OutlineBlock } from './document.outline.ts';

/** Characters around a value that are told. */
const AROUND = 60;

interface Where {
  block: OutlineBlock;
  row: number | null;
  raw: string;
}

/** Tells where things stand in a document: by part, heading, table and row, and by the words around them. */
export function createPlaces({ parts }: Outline) {
  const ranks = new Map<OutlineBlock, { block: number; part: string; table: number | null; heading: string | null }>();
  const all: OutlineBlock[] = [];
  for (const part of parts) {
    let tables = 0;
    let heading: string | null = null;
    for (const block of part.blocks) {
      if (block.kind === 'table') tables += 1;
      const table = block.kind === 'table' ? tables : null;
      ranks.set(block, { block: all.length, part: part.label, table, heading });
      if (block.kind === 'paragraph' && headingOf(block) !== null) heading = block.text.trim();
      all.push(block);
    }
  }
  const textOf = (block: OutlineBlock | undefined): string =>
    block === undefined ? '' : block.kind === 'paragraph' ? block.text : block.rows.map(rowText).join('\n');

  return {
    place({ block, row, raw }: Where): Place {
      const rank = ranks.get(block) ?? { block: 0, part: parts[0]?.label ?? '', table: null, heading: null };
      const cells = block.kind === 'table' && row !== null ? block.rows[row] : undefined;
      const text = cells ? rowText(cells) : textOf(block);
      const at = raw === '' ? -1 : text.indexOf(raw);
      const before = at > 0 ? text.slice(Math.max(0, at - AROUND), at) : '';
      const after = at >= 0 ? text.slice(at + raw.length, at + raw.length + AROUND) : '';
      return {
        part: rank.part,
        heading: rank.heading,
        table: rank.table,
        row: row === null ? null : row + 1,
        page: block.page,
        before: before.trim() === '' ? textOf(all[rank.block - 1]).slice(-AROUND) : before,
        after: after.trim() === '' ? textOf(all[rank.block + 1]).slice(0, AROUND) : after,
        block: rank.block,
      };
    },
    shown: (): ShownBlock[] =>
      all.map((block): ShownBlock => {
        const part = ranks.get(block)?.part ?? '';
        if (block.kind === 'paragraph') return { ...block, part };
        const { kind, page } = block;
        return {
          kind,
          part,
          rows: block.rows.map((row) => row.map((cell) => ({ text: cellText(cell), span: cell.span }))),
          page,
        };
      }),
  };
}

const rowText = (cells: readonly Parameters<typeof cellText>[0][]): string => cells.map(cellText).join(' | ');
