import { useEffect, useRef, useState } from 'react';
import { type FormulaLine, nameOfLine, type Shelf } from '#shared/formulas/formula.ts';
import { COLUMNS, type ColumnKey } from './FormulaRow.tsx';
import { changed, type Lines, moved, newLine, readAmount } from './formula.lines.ts';

interface Place {
  row: number;
  column: number;
}

interface Options {
  lines: Lines;
  shelf: Shelf;
  disabled: boolean;
  onChange: (lines: Lines) => void;
  /** The line that was just added beside the grid: its name is typed next. */
  added: string | null;
  /** Said to who cannot see. */
  announce: (text: string) => void;
}

/** Where one is in the grid, what is typed there, and what is done to the lines. */
export function useCells({ lines, shelf, disabled, onChange, added, announce }: Options) {
  const [at, setAt] = useState<Place>({ row: 0, column: 1 });
  /** The cell that is edited, and what its editing began with. */
  const [editing, setEditing] = useState<{ text: string | null } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  // A row that is not at hand was drawn with the lines of then: what it does, it does to those of now.
  const now = useRef(lines);
  now.current = lines;
  const row = Math.min(at.row, Math.max(0, lines.length - 1));
  const line = lines[row];
  const key = COLUMNS[at.column]?.key ?? 'name';

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cell at hand has another place
  useEffect(() => {
    if (!wantsFocus.current || editing) return;
    wantsFocus.current = false;
    grid.current?.querySelector<HTMLElement>('[data-at="true"]')?.focus();
  }, [at, editing, lines]);

  const go = (next: Partial<Place>): void => {
    wantsFocus.current = true;
    setEditing(null);
    setFault(null);
    setAt({
      row: Math.min(Math.max(0, next.row ?? row), Math.max(0, lines.length - 1)),
      column: Math.min(Math.max(0, next.column ?? at.column), COLUMNS.length - 1),
    });
  };
  const edit = (text: string | null = null): void => {
    if (disabled || !line) return;
    setFault(null);
    setEditing({ text });
  };

  /** Keeps what was typed. @returns the lines then, `null` when it cannot be read */
  const keep = (text: string): Lines | null => {
    if (!line) return lines;
    const values = valuesOf(key, text, line, shelf);
    if (values === null) {
      setFault('Un pourcentage est attendu, 100 au plus : « 72,4 », « q.s.p. 100 », « 60-80 » ou « < 1 ».');
      return null;
    }
    const next = Object.entries(values).some(([name, value]) => line[name as keyof FormulaLine] !== value)
      ? changed(lines, line.id, values)
      : lines;
    if (next !== lines) onChange(next);
    return next;
  };
  const addBelow = (all: Lines): void => {
    onChange(all.toSpliced(row + 1, 0, newLine({ phase: line?.phase ?? null })));
    wantsFocus.current = true;
    setAt({ row: row + 1, column: 1 });
    setEditing({ text: null });
  };
  const remove = (id: string, index: number): void => {
    onChange(now.current.filter((one) => one.id !== id));
    announce(`Ligne ${index + 1} retirée. Ctrl+Z la remet.`);
    wantsFocus.current = true;
    setAt((before) => ({ row: Math.max(0, Math.min(index, now.current.length - 2)), column: before.column }));
  };
  const reorder = (by: number): void => {
    if (!line) return;
    onChange(moved(lines, line.id, by));
    wantsFocus.current = true;
    setAt({ row: Math.min(lines.length - 1, Math.max(0, row + by)), column: at.column });
    announce(`Ligne déplacée en position ${Math.min(lines.length, Math.max(1, row + by + 1))} sur ${lines.length}.`);
  };

  const dropAt = (id: string, target: number): void => {
    const from = now.current.findIndex((one) => one.id === id);
    if (from !== -1 && from !== target) onChange(moved(now.current, id, target - from));
  };

  const editAt = (place: Place): void => {
    wantsFocus.current = true;
    setAt(place);
    setEditing({ text: null });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is there
  useEffect(() => {
    const place = lines.findIndex(({ id }) => id === added);
    if (added !== null && place !== -1) editAt({ row: place, column: 1 });
  }, [added]);
  const select = (place: Place, isTwice: boolean): void => {
    if (editing && place.row === row && place.column === at.column) return;
    wantsFocus.current = true;
    setFault(null);
    setAt(place);
    setEditing(isTwice && !disabled ? { text: null } : null);
  };

  return {
    grid,
    column: at.column,
    row,
    line,
    cell: key,
    editing,
    fault,
    isLast: row === lines.length - 1,
    lastRow: lines.length - 1,
    leave: () => setEditing(null),
    go,
    edit,
    editAt,
    select,
    keep,
    addBelow,
    remove,
    reorder,
    dropAt,
  };
}

export type Cells = ReturnType<typeof useCells>;

function valuesOf(key: ColumnKey, text: string, line: FormulaLine, shelf: Shelf): Partial<FormulaLine> | null {
  const bare = text.trim();
  if (key === 'percent') return readAmount(bare);
  if (key === 'name')
    return bare === nameOfLine(line, shelf) ? {} : { label: bare || null, substance_id: null, material_id: null };
  return { [key]: bare || null };
}
