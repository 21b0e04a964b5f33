import type { KeyboardEvent } from 'react';
import type { FormulaLine } from '#shared/formulas/formula.ts';
import { COLUMNS } from './FormulaRow.tsx';
import type { Cells } from './useCells.ts';

interface Around {
  disabled: boolean;
  onUndo: () => void;
  onRedo: () => void;
  onDetails: (line: FormulaLine) => void;
}

type Act = (cells: Cells, around: Around, event: KeyboardEvent) => void;

/** Only where the lines may be changed. */
const changing =
  (act: Act): Act =>
  (cells, around, event) => {
    if (!around.disabled) act(cells, around, event);
  };

/** Lines of a page. */
const PAGE = 10;

/** What a key does in a cell that is not edited. */
const CELL_KEYS: Readonly<Record<string, Act>> = {
  // One stays in the grid, where the line at hand may be gone.
  'Ctrl+z': changing((cells, { onUndo, onRedo }, { shiftKey }) => {
    (shiftKey ? onRedo : onUndo)();
    cells.go({});
  }),
  'Ctrl+y': changing((cells, { onRedo }) => {
    onRedo();
    cells.go({});
  }),
  'Ctrl+Home': (cells) => cells.go({ row: 0, column: 0 }),
  'Ctrl+End': (cells) => cells.go({ row: cells.lastRow, column: COLUMNS.length - 1 }),
  'Ctrl+Delete': changing(({ line, row, remove }) => line && remove(line.id, row)),
  'Alt+ArrowUp': changing(({ reorder }) => reorder(-1)),
  'Alt+ArrowDown': changing(({ reorder }) => reorder(1)),
  'Alt+Enter': changing(({ line }, { onDetails }) => line && onDetails(line)),
  ArrowUp: (cells) => cells.go({ row: cells.row - 1 }),
  ArrowDown: (cells) => cells.go({ row: cells.row + 1 }),
  ArrowLeft: (cells) => cells.go({ column: cells.column - 1 }),
  ArrowRight: (cells) => cells.go({ column: cells.column + 1 }),
  Home: (cells) => cells.go({ column: 0 }),
  End: (cells) => cells.go({ column: COLUMNS.length - 1 }),
  PageUp: (cells) => cells.go({ row: cells.row - PAGE }),
  PageDown: (cells) => cells.go({ row: cells.row + PAGE }),
  Enter: (cells) => cells.edit(),
  F2: (cells) => cells.edit(),
  Delete: changing((cells) => cells.keep('')),
  Backspace: changing((cells) => cells.keep('')),
};

/** A letter begins a text; another key does what the table says. */
export function onCellKey(event: KeyboardEvent, cells: Cells, around: Around): void {
  if (cells.editing) return;
  const modifier = event.ctrlKey || event.metaKey ? 'Ctrl+' : event.altKey ? 'Alt+' : '';
  const act = CELL_KEYS[`${modifier}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`];
  if (modifier !== '' && !act) return;
  if (act && (modifier !== '' || event.key.length > 1)) {
    event.preventDefault();
    act(cells, around, event);
  } else if (event.key.length === 1) {
    event.preventDefault();
    cells.edit(event.key);
  }
}

/** Escape leaves what is typed, Enter keeps it and goes down, Tab keeps it and goes on. */
export function onEditKey(event: KeyboardEvent, text: string, cells: Cells): void {
  const { cell, row, column, go, keep, editAt, addBelow } = cells;
  if (event.key === 'Escape') {
    event.preventDefault();
    event.stopPropagation();
    go({});
  } else if (event.key === 'Enter') {
    event.preventDefault();
    const kept = keep(text);
    if (kept === null) return;
    if (cell === 'name') editAt({ row, column: column + 1 });
    // At the end of the last line, another one is begun.
    else if (cells.isLast) addBelow(kept);
    else go({ row: row + 1 });
  } else if (event.key === 'Tab') {
    event.preventDefault();
    if (keep(text) === null) return;
    const next = column + (event.shiftKey ? -1 : 1);
    if (next < 0 || next >= COLUMNS.length) go({});
    else editAt({ row, column: next });
  }
}
