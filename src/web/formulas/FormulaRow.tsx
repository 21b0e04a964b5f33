import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Tooltip from '@mui/material/Tooltip';
import { GripVertical, SlidersHorizontal, Trash2 } from 'lucide-react';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { type FormulaLine, printQuantity, type Quantity } from '#shared/formulas/formula.ts';
import type { State } from '#shared/regulation/decide.ts';
import type { Suggestion } from '#shared/substances/substance.contract.ts';
import { VERDICTS } from '../regulation/verdict.words.ts';
import { IngredientInput } from './IngredientInput.tsx';

export const COLUMNS = [
  { key: 'phase', label: 'Phase', width: '72px' },
  { key: 'name', label: 'Ingrédient', width: 'minmax(170px, 4fr)' },
  { key: 'percent', label: '% (m/m)', width: '168px' },
  { key: 'function', label: 'Fonction', width: 'minmax(90px, 1.2fr)' },
  { key: 'note', label: 'Note', width: 'minmax(90px, 1.4fr)' },
] as const;
export type ColumnKey = (typeof COLUMNS)[number]['key'];
const TEMPLATE = {
  // On a telephone the name and its percentage are in sight; the rest is a swipe away.
  xs: '36px 44px minmax(130px, 1fr) 140px 120px 120px 72px',
  sm: `44px ${COLUMNS.map(({ width }) => width).join(' ')} 76px`,
};
export const LEAST_WIDTH = { xs: 660, sm: 720 };

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

interface EditedCellProps {
  column: ColumnKey;
  label: string;
  /** What its editing began with. */
  text: string | null;
  fault: string | null;
  act: Acts;
}

/** The cell one types in. */
function EditedCell({ column, label, text, fault, act }: EditedCellProps) {
  return (
    <Box role="gridcell" sx={{ px: 0.5, minWidth: 0, outline: 2, outlineColor: 'primary.main', outlineOffset: -2 }}>
      {column === 'name' ? (
        <IngredientInput
          initial={text ?? act.textOf(column)}
          onTaken={(taken) => (typeof taken === 'string' ? act.onLeave(taken) : act.onKnown(taken))}
          onKeyDown={act.onEditKey}
          onLeave={act.onLeave}
        />
      ) : (
        <CellInput
          label={label}
          initial={text ?? act.textOf(column)}
          all={text === null}
          fault={fault}
          right={column === 'percent'}
          onKeyDown={act.onEditKey}
          onLeave={act.onLeave}
        />
      )}
    </Box>
  );
}

/** What is done to a whole line. */
function RowActions({ name, act }: { name: string; act: Acts }) {
  return (
    <Box sx={{ display: 'flex' }}>
      <Tooltip title="Détails de la ligne (Alt+Entrée)">
        <IconButton size="small" tabIndex={-1} aria-label={`Détails de ${name}`} onClick={act.onDetails}>
          <SlidersHorizontal size={15} />
        </IconButton>
      </Tooltip>
      <Tooltip title="Retirer cette ligne">
        <IconButton size="small" tabIndex={-1} aria-label={`Retirer ${name}`} onClick={act.onRemove}>
          <Trash2 size={16} />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

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
              aria-label={`${label}${text ? ` : ${text}` : ', vide'}${key === 'name' && detail ? `, ${detail.toLowerCase()}` : ''}${key === 'name' && mark ? `, ${sayMark(mark)}` : ''}`}
              title={text}
              onClick={() => act.onCell(place, isAt)}
              onDoubleClick={() => act.onCell(place, true)}
              onKeyDown={act.onCellKey}
              sx={{
                px: 1,
                py: 0.75,
                minWidth: 0,
                whiteSpace: 'nowrap',
                overflow: 'hidden',
                textOverflow: 'ellipsis',
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
              {key === 'name' && mark && <LawMark mark={mark} />}
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
    before.mark?.state === after.mark?.state &&
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

export interface LineMark {
  state: State;
  why: string;
  /** The line has changed since it was judged. */
  isStale: boolean;
}

const sayMark = ({ state, isStale }: LineMark): string =>
  isStale ? 'réglementation à recalculer' : VERDICTS[state].label.toLowerCase();

/** A verdict beside the name: an icon and its words, greyed while it is of the line before. */
function LawMark({ mark }: { mark: LineMark }) {
  const { icon: Icon, color } = VERDICTS[mark.state];
  // What needs no look needs no mark.
  if (mark.state === 'aucune_entree') return null;
  return (
    <Box
      component="span"
      title={mark.isStale ? 'À recalculer' : `${VERDICTS[mark.state].label} : ${mark.why}`}
      sx={{
        ml: 0.75,
        verticalAlign: 'middle',
        display: 'inline-flex',
        opacity: mark.isStale ? 0.4 : 1,
        color: mark.isStale || color === 'default' ? 'text.secondary' : `${color}.main`,
      }}
    >
      <Icon size={14} aria-hidden />
    </Box>
  );
}

function Mark({ children, strong = false }: { children: string; strong?: boolean }) {
  return (
    <Box component="span" sx={{ ml: 0.75, fontSize: '0.72rem', color: strong ? 'warning.main' : 'text.secondary' }}>
      {children}
    </Box>
  );
}

interface CellInputProps {
  label: string;
  initial: string;
  /** What is there is selected, to be typed over. */
  all: boolean;
  fault: string | null;
  right: boolean;
  onKeyDown: (event: KeyboardEvent, text: string) => void;
  onLeave: (text: string) => void;
}

function CellInput({ label, initial, all, fault, right, onKeyDown, onLeave }: CellInputProps) {
  const [text, setText] = useState(initial);
  const left = useRef(false);
  return (
    <Tooltip open={fault !== null} title={fault ?? ''} placement="bottom-start">
      <InputBase
        autoFocus
        fullWidth
        value={text}
        error={fault !== null}
        inputProps={{
          'aria-label': label,
          'aria-invalid': fault !== null,
          style: { textAlign: right ? 'right' : 'left' },
        }}
        onFocus={(event) => {
          if (all) event.target.select();
        }}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          left.current = event.key === 'Escape' || event.key === 'Enter' || event.key === 'Tab';
          onKeyDown(event, text);
        }}
        onBlur={() => {
          if (!left.current) onLeave(text);
          left.current = false;
        }}
      />
    </Tooltip>
  );
}
