import Box from '@mui/material/Box';
import { type ClipboardEvent, useMemo } from 'react';
import { type FormulaLine, nameOfLine, quantitiesOf, type Shelf } from '#shared/formulas/formula.ts';
import type { Suggestion } from '#shared/substances/substance.contract.ts';
import { onCellKey, onEditKey } from './cell.keys.ts';
import type { LineMark } from './FormulaCells.tsx';
import { COLUMNS, type ColumnKey, FormulaRow, LEAST_WIDTH, ROW } from './FormulaRow.tsx';
import { type Lines, typedAmount } from './formula.lines.ts';
import { useCells } from './useCells.ts';

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
  /** The line that was just added beside the grid. */
  added: string | null;
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
  added,
  announce,
}: Props) {
  const cells = useCells({ lines, shelf, disabled, onChange, added, announce });
  const quantities = useMemo(() => quantitiesOf(lines), [lines]);

  const onCellPaste = (event: ClipboardEvent): void => {
    if (disabled) return;
    const text = event.clipboardData.getData('text/plain');
    if (/[\t\n]/.test(text.trim())) {
      event.preventDefault();
      cells.leave();
      onPaste(text);
    } else if (!cells.editing) {
      event.preventDefault();
      cells.keep(text.trim());
    }
  };

  return (
    <Box sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}>
      <Box
        ref={cells.grid}
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
              sx={{
                px: 1,
                py: 0.9,
                textAlign: name === 'percent' ? 'right' : 'left',
                // Wider than its column on a telephone, it goes over the handles, not over the next word.
                ...(name === 'phase' && { justifySelf: { xs: 'end', sm: 'stretch' }, px: { xs: 0.5, sm: 1 } }),
              }}
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
            column={index === cells.row ? cells.column : null}
            editing={index === cells.row ? cells.editing : null}
            fault={index === cells.row ? cells.fault : null}
            disabled={disabled}
            acts={{
              current: {
                textOf: (name) => textOf(one, name, shelf),
                onCell: (column, isTwice) => cells.select({ row: index, column }, isTwice),
                onCellKey: (event) => onCellKey(event, cells, { disabled, onUndo, onRedo, onDetails }),
                onEditKey: (event, text) => onEditKey(event, text, cells),
                onLeave: (text) => {
                  if (cells.keep(text) !== null) cells.leave();
                },
                onKnown: (known) => {
                  onKnown(one, known);
                  cells.editAt({ row: index, column: 2 });
                },
                onRemove: () => cells.remove(one.id, index),
                onDetails: () => onDetails(one),
                onDrop: (id) => cells.dropAt(id, index),
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
