import Box from '@mui/material/Box';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type FormulaLine, nameOfLine, quantitiesOf, type Shelf } from '#shared/formulas/formula.ts';
import type { Suggestion } from '#shared/substances/substance.contract.ts';
import { COLUMNS, type ColumnKey, FormulaRow, LEAST_WIDTH, type LineMark, ROW } from './FormulaRow.tsx';
import { changed, type Lines, moved, newLine, readAmount, typedAmount } from './formula.lines.ts';

interface Place {
  row: number;
  column: number;
}

interface Props {
  lines: Lines;
  shelf: Shelf;
  /** What the annexes say of a line; `null` where nothing is known. */
  markOf: (line: FormulaLine) => LineMark | null;
  disabled: boolean;
  onChange: (lines: Lines) => void;
  onUndo: () => void;
  onRedo: () => void;
  /** Several cells or lines were pasted. */
  onPaste: (text: string) => void;
  /** A substance or a raw material was chosen. */
  onKnown: (line: FormulaLine, known: Suggestion) => void;
  /** What a line says besides its cells is asked for. */
  onDetails: (line: FormulaLine) => void;
  /** Said to who cannot see. */
  announce: (text: string) => void;
}

const textOf = (line: FormulaLine, key: ColumnKey, shelf: Shelf): string =>
  key === 'name' ? nameOfLine(line, shelf) : key === 'percent' ? typedAmount(line) : (line[key] ?? '');

/** The lines, as quick as a spreadsheet: one tab stop, arrows move, Enter edits and adds, Alt+arrows reorder. */
export function FormulaGrid({
  lines,
  shelf,
  markOf,
  disabled,
  onChange,
  onUndo,
  onRedo,
  onPaste,
  onKnown,
  onDetails,
  announce,
}: Props) {
  const [at, setAt] = useState<Place>({ row: 0, column: 1 });
  /** The cell that is edited, and what its editing began with. */
  const [editing, setEditing] = useState<{ text: string | null } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  // A row that is not at hand was drawn with the lines of then: what it does, it does to those of now.
  const now = useRef(lines);
  now.current = lines;
  const quantities = useMemo(() => quantitiesOf(lines), [lines]);
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
      setFault('Un pourcentage est attendu : « 72,4 », « q.s.p. 100 », « 60-80 » ou « < 1 ».');
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

  const onEditKey = (event: KeyboardEvent, text: string): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      go({});
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const next = keep(text);
      if (next === null) return;
      // At the end of the last line, another one is begun.
      if (key === 'name') {
        wantsFocus.current = true;
        setAt({ row, column: at.column + 1 });
        setEditing({ text: null });
      } else if (row === lines.length - 1) addBelow(next);
      else go({ row: row + 1 });
    } else if (event.key === 'Tab') {
      event.preventDefault();
      if (keep(text) === null) return;
      const column = at.column + (event.shiftKey ? -1 : 1);
      if (column < 0 || column >= COLUMNS.length) go({});
      else {
        wantsFocus.current = true;
        setAt({ row, column });
        setEditing({ text: null });
      }
    }
  };
  const onCellKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (editing) return;
    const command = event.ctrlKey || event.metaKey;
    const stop = (): void => event.preventDefault();
    if (command && event.key.toLowerCase() === 'z') {
      stop();
      if (!disabled) (event.shiftKey ? onRedo : onUndo)();
    } else if (command && event.key.toLowerCase() === 'y') {
      stop();
      if (!disabled) onRedo();
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      stop();
      if (!disabled) reorder(event.key === 'ArrowUp' ? -1 : 1);
    } else if (event.altKey && event.key === 'Enter') {
      stop();
      if (!disabled && line) onDetails(line);
    } else if (command && event.key === 'Home') {
      stop();
      go({ row: 0, column: 0 });
    } else if (command && event.key === 'End') {
      stop();
      go({ row: lines.length - 1, column: COLUMNS.length - 1 });
    } else if (command && event.key === 'Delete') {
      stop();
      if (!disabled && line) remove(line.id, row);
    } else if (command || event.altKey) return;
    else if (event.key === 'ArrowUp') {
      stop();
      go({ row: row - 1 });
    } else if (event.key === 'ArrowDown') {
      stop();
      go({ row: row + 1 });
    } else if (event.key === 'ArrowLeft') {
      stop();
      go({ column: at.column - 1 });
    } else if (event.key === 'ArrowRight') {
      stop();
      go({ column: at.column + 1 });
    } else if (event.key === 'Home' || event.key === 'End') {
      stop();
      go({ column: event.key === 'Home' ? 0 : COLUMNS.length - 1 });
    } else if (event.key === 'PageUp' || event.key === 'PageDown') {
      stop();
      go({ row: row + (event.key === 'PageUp' ? -10 : 10) });
    } else if (event.key === 'Enter' || event.key === 'F2') {
      stop();
      edit();
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      stop();
      if (!disabled) keep('');
    } else if (event.key.length === 1) {
      stop();
      edit(event.key);
    }
  };
  const onCellPaste = (event: ClipboardEvent): void => {
    if (disabled) return;
    const text = event.clipboardData.getData('text/plain');
    if (/[\t\n]/.test(text.trim())) {
      event.preventDefault();
      setEditing(null);
      onPaste(text);
    } else if (!editing) {
      event.preventDefault();
      keep(text.trim());
    }
  };

  const dropAt = (id: string, target: number): void => {
    const from = now.current.findIndex((one) => one.id === id);
    if (from !== -1 && from !== target) onChange(moved(now.current, id, target - from));
  };

  return (
    <Box sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}>
      <Box
        ref={grid}
        role="grid"
        aria-label="Lignes de la formule"
        aria-rowcount={lines.length + 1}
        aria-colcount={COLUMNS.length}
        aria-readonly={disabled}
        onPaste={onCellPaste}
        sx={{ minWidth: LEAST_WIDTH }}
      >
        <Box
          role="row"
          aria-rowindex={1}
          sx={{ ...ROW, bgcolor: 'action.hover', fontWeight: 600, fontSize: '0.85rem' }}
        >
          <span aria-hidden />
          {COLUMNS.map(({ key: name, label }) => (
            <Box
              key={name}
              role="columnheader"
              sx={{ px: 1, py: 0.9, textAlign: name === 'percent' ? 'right' : 'left' }}
            >
              {label}
            </Box>
          ))}
          <span aria-hidden />
        </Box>
        {lines.map((one, index) => (
          <FormulaRow
            key={one.id}
            line={one}
            index={index}
            quantity={quantities[index] ?? null}
            name={nameOfLine(one, shelf)}
            detail={detailOf(one, shelf)}
            mark={markOf(one)}
            column={index === row ? at.column : null}
            editing={index === row ? editing : null}
            fault={index === row ? fault : null}
            disabled={disabled}
            acts={{
              current: {
                textOf: (name) => textOf(one, name, shelf),
                onCell: (column, isTwice) => {
                  if (editing && index === row && column === at.column) return;
                  wantsFocus.current = true;
                  setFault(null);
                  setAt({ row: index, column });
                  setEditing(isTwice && !disabled ? { text: null } : null);
                },
                onCellKey,
                onEditKey,
                onLeave: (text) => {
                  if (keep(text) !== null) setEditing(null);
                },
                onKnown: (known) => {
                  onKnown(one, known);
                  wantsFocus.current = true;
                  setAt({ row: index, column: 2 });
                  setEditing({ text: null });
                },
                onRemove: () => remove(one.id, index),
                onDetails: () => onDetails(one),
                onDrop: (id) => dropAt(id, index),
              },
            }}
          />
        ))}
      </Box>
    </Box>
  );
}

/** What a name stands for, in a word. */
function detailOf(line: FormulaLine, shelf: Shelf): string {
  const material = line.material_id ? shelf.materials.get(line.material_id) : undefined;
  if (material) return material.kind === 'parfum' ? 'Parfum' : 'Matière première';
  if (line.substance_id) return '';
  return line.label ? 'Nouveau' : '';
}

function valuesOf(key: ColumnKey, text: string, line: FormulaLine, shelf: Shelf): Partial<FormulaLine> | null {
  const bare = text.trim();
  if (key === 'percent') return readAmount(bare);
  if (key === 'name')
    return bare === nameOfLine(line, shelf) ? {} : { label: bare || null, substance_id: null, material_id: null };
  return { [key]: bare || null };
}
