import Box from '@mui/material/Box';
import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, memo } from 'react';
import { type FormulaLine, printQuantity, type Quantity } from '#shared/formulas/formula.ts';
import type { Suggestion } from '#shared/substances/substance.contract.ts';
import { EditedCell, LawMark, type LineMark, Mark, RowActions, sayMark } from './FormulaCells.tsx';

export const COLUMNS = [
  { key: 'phase', label: 'Phase', width: '72px' },
  { key: 'name', label: 'Ingrédient', width: 'minmax(170px, 4fr)' },
  { key: 'percent', label: '% (m/m)', width: '190px' },
  { key: 'function', label: 'Fonction', width: 'minmax(90px, 1.2fr)' },
  { key: 'note', label: 'Note', width: 'minmax(90px, 1.4fr)' },
] as const;
export type ColumnKey = (typeof COLUMNS)[number]['key'];
const TEMPLATE = {
  // On a telephone the name and its percentage are in sight; the rest is a swipe away.
  xs: '36px 36px minmax(136px, 1fr) 140px 120px 120px 72px',
  sm: `44px ${COLUMNS.map(({ width }) => width).join(' ')} 76px`,
};
export const LEAST_WIDTH = { xs: 660, sm: 740 };

export const ROW = {
  display: 'grid',
  gridTemplateColumns: TEMPLATE,
  alignItems: 'center',
  minHeight: 38,
  borderBottom: 1,
  borderColor: 'divider',
} as const;

export interface Acts {
  textOf: (key: ColumnKey) => string;
  onCell: (column: number, isTwice: boolean) => void;
  onCellKey: (event: KeyboardEvent<HTMLElement>) => void;
  onEditKey: (event: KeyboardEvent, text: string) => void;
  onLeave: (text: string) => void;
  onKnown: (known: Suggestion) => void;
  onRemove: () => void;
  onDetails: () => void;
  onDrop: (id: string) => void;
}

interface RowProps {
  line: FormulaLine;
  index: number;
  quantity: Quantity | null;
  name: string;
  detail: string;
  /** What the annexes say of it, by the lines as they are saved. */
  mark: LineMark | null;
  /** The cell at hand, in this row. */
  column: number | null;
  editing: { text: string | null } | null;
  fault: string | null;
  disabled: boolean;
  acts: { current: Acts };
}

const DRAGGED = 'application/x-diplo-line';

/** Drawn again only when something of this row changed: what it does is read when it is done. */
export const FormulaRow = memo(
  function FormulaRow({ line, index, quantity, name, detail, mark, column, editing, fault, disabled, acts }: RowProps) {
    const act = acts.current;
    const shown = (key: ColumnKey): string =>
      key === 'name' ? name : key === 'percent' ? printQuantity(line, quantity) : (line[key] ?? '');
    return (
      <Box
        role="row"
        aria-rowindex={index + 2}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
        }}
        onDrop={(event) => {
          event.preventDefault();
          act.onDrop(event.dataTransfer.getData(DRAGGED));
        }}
        sx={{ ...ROW, '&:hover': { bgcolor: 'action.hover' } }}
      >
        <Box
          draggable={!disabled}
          aria-hidden
          title="Glisser pour déplacer, ou Alt+↑ et Alt+↓"
          onDragStart={(event) => event.dataTransfer.setData(DRAGGED, line.id)}
          sx={{
            display: 'flex',
            alignItems: 'center',
            color: 'text.secondary',
            fontSize: '0.75rem',
            cursor: disabled ? 'default' : 'grab',
            pl: 0.5,
          }}
        >
          {!disabled && <GripVertical size={14} />}
          {index + 1}
        </Box>
        {COLUMNS.map(({ key, label }, place) => {
          const isAt = place === column;
          if (isAt && editing)
            return <EditedCell key={key} column={key} label={label} text={editing.text} fault={fault} act={act} />;
          const text = shown(key);
          const isMissing = key === 'percent' && !text && name !== '' && !line.may_contain;
          return (
            <Box
              key={key}
              role="gridcell"
              data-at={isAt}
              tabIndex={isAt ? 0 : -1}
              aria-label={`${label}${text ? ` : ${text}` : ', vide'}${key === 'name' && detail ? `, ${detail.toLowerCase()}` : ''}${key === 'name' && mark ? `, ${sayMark(mark)}` : ''}`}
              title={text}
              onClick={() => act.onCell(place, isAt)}
              onDoubleClick={() => act.onCell(place, true)}
              onKeyDown={act.onCellKey}
              sx={{
                px: 1,
                py: 0.75,
                minWidth: 0,
                // What the annexes say of it stays in sight, however long its name is.
                ...(key === 'name'
                  ? { overflowWrap: 'break-word' }
                  : { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }),
                cursor: disabled ? 'default' : 'text',
                textAlign: key === 'percent' ? 'right' : 'left',
                fontVariantNumeric: 'tabular-nums',
                '&:focus': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
              }}
            >
              {isMissing ? (
                <Box component="span" sx={{ color: 'warning.main' }}>
                  à saisir
                </Box>
              ) : (
                text
              )}
              {key === 'name' && line.may_contain && (
                <Mark>{line.shade ? `peut contenir, ${line.shade}` : 'peut contenir'}</Mark>
              )}
              {key === 'name' && line.nano && <Mark>nano</Mark>}
              {key === 'name' && detail && <Mark strong={detail === 'Nouveau'}>{detail}</Mark>}
              {key === 'name' && mark && <LawMark mark={mark} onOpen={act.onDetails} />}
            </Box>
          );
        })}
        {disabled ? <span /> : <RowActions name={name || `la ligne ${index + 1}`} act={act} />}
      </Box>
    );
  },
  (before, after) =>
    before.line === after.line &&
    before.index === after.index &&
    before.name === after.name &&
    before.detail === after.detail &&
    before.mark?.label === after.mark?.label &&
    before.mark?.isStale === after.mark?.isStale &&
    before.column === after.column &&
    before.editing === after.editing &&
    before.fault === after.fault &&
    before.disabled === after.disabled &&
    before.quantity?.mean === after.quantity?.mean &&
    before.quantity?.max === after.quantity?.max &&
    // The row at hand does what it does with what there is now.
    before.column === null &&
    after.column === null,
);
