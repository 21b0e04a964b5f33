import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { capital } from '#shared/fields/capital.ts';
import { INTAKE_KINDS, type IntakeKind } from '#shared/intake/intake.contract.ts';
import { REQUEST_LIMITS, type SupplierRequest } from '#shared/requests/request.contract.ts';
import { REQUEST_LISTS } from '#shared/requests/request.lists.ts';

export interface Row {
  rank: number;
  kind: IntakeKind | null;
  label: string;
  required: boolean;
  /** What it is of, where that is not what the request is of. */
  own?: SupplierRequest['items'][number]['for'];
}

export const FIRST_LIST = 'matiere';
let lastRank = 0;
/** A line of the form, whatever its place becomes. */
export const nextRank = (): number => {
  lastRank += 1;
  return lastRank;
};
export const rowsOf = (list: string): Row[] =>
  (REQUEST_LISTS[list]?.items ?? []).map((one) => {
    return { rank: nextRank(), ...one };
  });

interface DocumentsProps {
  rows: readonly Row[];
  fault: Readonly<Record<string, string>>;
  isNew: boolean;
  onRows: (rows: Row[]) => void;
}

/** Which documents: a list to begin with, and its lines. */
export function Documents({ rows, fault, isNew, onRows }: DocumentsProps) {
  const [list, setList] = useState(isNew ? FIRST_LIST : '');
  return (
    <>
      <TextField
        select
        size="small"
        label="Liste de départ"
        value={list}
        helperText="Elle remplace les lignes ci-dessous ; changez-les ensuite."
        onChange={(event) => {
          setList(event.target.value);
          onRows(rowsOf(event.target.value));
        }}
      >
        {!isNew && <MenuItem value="">Les documents de cette demande</MenuItem>}
        {Object.entries(REQUEST_LISTS).map(([name, one]) => (
          <MenuItem key={name} value={name}>
            {one.label}
          </MenuItem>
        ))}
      </TextField>
      <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, display: 'grid', gap: 1, minWidth: 0 }}>
        <Typography component="legend" sx={{ fontWeight: 600, mb: 0.5 }}>
          Documents demandés
        </Typography>
        {rows.map((row, index) => (
          <Document
            key={row.rank}
            row={row}
            index={index}
            fault={fault[`items.${index}.label`]}
            onChange={(values) => onRows(rows.map((one) => (one.rank === row.rank ? { ...one, ...values } : one)))}
            onRemove={() => onRows(rows.filter((one) => one.rank !== row.rank))}
          />
        ))}
        {fault.items && <FormHelperText error>{fault.items}</FormHelperText>}
        {rows.length < REQUEST_LIMITS.items && (
          <Box>
            <Button
              size="small"
              startIcon={<Plus size={16} />}
              onClick={() => {
                onRows([...rows, { rank: nextRank(), kind: null, label: '', required: true }]);
              }}
            >
              Ajouter un document
            </Button>
          </Box>
        )}
      </Box>
    </>
  );
}

interface DocumentProps {
  row: Row;
  index: number;
  fault: string | undefined;
  onChange: (values: Partial<Row>) => void;
  onRemove: () => void;
}

const Document = ({ row, index, fault, onChange, onRemove }: DocumentProps) => (
  <Box
    sx={{
      display: 'grid',
      gap: 1,
      alignItems: 'center',
      gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: '190px minmax(0, 1fr) auto auto' },
    }}
  >
    <TextField
      select
      size="small"
      label="Nature"
      value={row.kind ?? ''}
      onChange={(event) => onChange({ kind: (event.target.value || null) as IntakeKind | null })}
      sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
    >
      <MenuItem value="">Non dite</MenuItem>
      {INTAKE_KINDS.map((kind) => (
        <MenuItem key={kind} value={kind}>
          {capital(kind)}
        </MenuItem>
      ))}
    </TextField>
    <TextField
      size="small"
      label={`Document ${index + 1}`}
      value={row.label}
      error={Boolean(fault)}
      helperText={fault ?? (row.own && `De : ${row.own.label}`)}
      onChange={(event) => onChange({ label: event.target.value })}
      sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
    />
    <FormControlLabel
      control={<Checkbox size="small" checked={row.required} onChange={(_, on) => onChange({ required: on })} />}
      label="Exigé"
    />
    <IconButton aria-label={`Retirer le document ${index + 1}`} onClick={onRemove}>
      <Trash2 size={17} />
    </IconButton>
  </Box>
);
