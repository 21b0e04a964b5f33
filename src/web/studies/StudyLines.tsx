import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { type PointUnit, UNITS } from '#shared/studies/study.contract.ts';

export interface PointTexts {
  valeur: string;
  unite: PointUnit;
}
export interface CriterionTexts {
  nom: string;
  unite: string;
  min: string;
  max: string;
  attendu: string;
}

interface ListProps<Line> {
  title: string;
  lines: readonly Line[];
  next: Line;
  add: string;
  /** Of one line, what a button that removes it is called by. */
  nameOf: (line: Line) => string;
  columns: string;
  onChange: (lines: Line[]) => void;
  children: (line: Line, at: number, set: (values: Partial<Line>) => void) => ReactNode;
}

/** Lines that are added at the end and taken away one by one. */
function LineList<Line>({ title, lines, next, add, nameOf, columns, onChange, children }: ListProps<Line>) {
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography component="legend" variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {lines.map((line, at) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end and removed by their rank
          key={at}
          sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr auto', sm: columns }, alignItems: 'start' }}
        >
          {children(line, at, (values) =>
            onChange(lines.map((one, index) => (index === at ? { ...one, ...values } : one))),
          )}
          <IconButton
            aria-label={`Retirer ${nameOf(line)}`}
            onClick={() => onChange(lines.filter((_, index) => index !== at))}
          >
            <Trash2 size={17} />
          </IconButton>
        </Box>
      ))}
      <Button
        size="small"
        startIcon={<Plus size={16} />}
        sx={{ justifySelf: 'start' }}
        onClick={() => onChange([...lines, next])}
      >
        {add}
      </Button>
    </Box>
  );
}

type Faults = Readonly<Record<string, string>>;

/** When a study is read: so much after its beginning. */
export function PointLines({
  points,
  faults,
  onChange,
}: {
  points: readonly PointTexts[];
  faults: Faults;
  onChange: (points: PointTexts[]) => void;
}) {
  return (
    <LineList
      title="Points"
      lines={points}
      next={{ valeur: '', unite: points.at(-1)?.unite ?? 'mois' }}
      add="Ajouter un point"
      nameOf={({ valeur, unite }) => `le point ${valeur || 'vide'} ${unite}`}
      columns="1fr 1fr auto"
      onChange={onChange}
    >
      {({ valeur, unite }, at, set) => {
        const fault = faults[`points.${at}.valeur`] ?? faults[`points.${at}`];
        return (
          <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr', gridColumn: { sm: 'span 2' } }}>
            <TextField
              size="small"
              label="Après"
              value={valeur}
              error={Boolean(fault)}
              helperText={fault}
              onChange={(event) => set({ valeur: event.target.value })}
              slotProps={{ htmlInput: { inputMode: 'numeric' } }}
            />
            <TextField
              select
              size="small"
              label="Unité"
              value={unite}
              onChange={(event) => set({ unite: event.target.value as PointUnit })}
            >
              {Object.keys(UNITS).map((one) => (
                <MenuItem key={one} value={one}>
                  {one}
                </MenuItem>
              ))}
            </TextField>
          </Box>
        );
      }}
    </LineList>
  );
}

const CRITERION = {
  nom: 'Critère',
  unite: 'Unité',
  min: 'Minimum',
  max: 'Maximum',
  attendu: 'Attendu',
} as const satisfies Record<keyof CriterionTexts, string>;

/** What is looked at, and within which limits. */
export function CriteriaLines({
  criteria,
  faults,
  onChange,
}: {
  criteria: readonly CriterionTexts[];
  faults: Faults;
  onChange: (criteria: CriterionTexts[]) => void;
}) {
  return (
    <LineList
      title="Critères"
      lines={criteria}
      next={{ nom: '', unite: '', min: '', max: '', attendu: '' }}
      add="Ajouter un critère"
      nameOf={({ nom }) => `le critère ${nom || 'vide'}`}
      columns="1fr auto"
      onChange={onChange}
    >
      {(line, at, set) => (
        <Box
          sx={{
            display: 'grid',
            gap: 1,
            gridTemplateColumns: { xs: '1fr 1fr', sm: '2fr 1fr 1fr 1fr 2fr' },
          }}
        >
          {(Object.keys(CRITERION) as (keyof CriterionTexts)[]).map((name) => {
            const fault = faults[`criteres.${at}.${name}`];
            return (
              <TextField
                key={name}
                size="small"
                label={CRITERION[name]}
                value={line[name]}
                error={Boolean(fault)}
                helperText={fault}
                onChange={(event) => set({ [name]: event.target.value })}
                slotProps={{
                  htmlInput: {
                    autoComplete: 'off',
                    ...(name === 'min' || name === 'max' ? { inputMode: 'decimal' } : {}),
                  },
                }}
              />
            );
          })}
        </Box>
      )}
    </LineList>
  );
}
