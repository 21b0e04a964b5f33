import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Tooltip from '@mui/material/Tooltip';
import { SlidersHorizontal, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { State } from '#shared/regulation/decide.opinion.ts';
import { VERDICTS } from '../regulation/verdict.words.ts';
import type { Acts, ColumnKey } from './FormulaRow.tsx';
import { IngredientInput } from './IngredientInput.tsx';

interface EditedCellProps {
  column: ColumnKey;
  label: string;
  /** What its editing began with. */
  text: string | null;
  fault: string | null;
  act: Acts;
}

/** The cell one types in. */
export function EditedCell({ column, label, text, fault, act }: EditedCellProps) {
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
export function RowActions({ name, act }: { name: string; act: Acts }) {
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

export interface LineMark {
  state: State;
  /** In words: « À vérifier », or what a person did about it. */
  label: string;
  why: string;
  /** The line has changed since it was judged. */
  isStale: boolean;
}

export const sayMark = ({ label, isStale }: LineMark): string =>
  isStale ? 'réglementation à recalculer' : label.toLowerCase();

/** A verdict beside the name, greyed while it is of the line before; it opens what the annexes say, to be answered there. */
export function LawMark({ mark: { state, label, why, isStale }, onOpen }: { mark: LineMark; onOpen: () => void }) {
  const { icon: Icon, color } = VERDICTS[state];
  // What needs no look needs no mark.
  if (state === 'aucune_entree') return null;
  const isUrgent = state !== 'dans_la_limite' && label === VERDICTS[state].label;
  return (
    <ButtonBase
      tabIndex={-1}
      title={isStale ? 'À recalculer' : `${label} : ${why}`}
      aria-label={`${label} : ouvrir ce que les annexes en disent`}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      sx={{
        ml: 0.75,
        px: 0.5,
        gap: 0.5,
        borderRadius: 1,
        verticalAlign: 'middle',
        fontSize: '0.72rem',
        opacity: isStale ? 0.4 : 1,
        color: isStale || color === 'default' ? 'text.secondary' : `${color}.main`,
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Icon size={14} aria-hidden />
      {isUrgent && !isStale && <span>{label}</span>}
    </ButtonBase>
  );
}

export function Mark({ children, strong = false }: { children: string; strong?: boolean }) {
  return (
    <Box
      component="span"
      sx={{ ml: 0.75, whiteSpace: 'nowrap', fontSize: '0.72rem', color: strong ? 'warning.main' : 'text.secondary' }}
    >
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
