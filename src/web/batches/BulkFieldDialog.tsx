import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { BatchDemand } from '#shared/batches/batch.contract.ts';
import { BULK_FIELDS, type BulkFieldName } from '#shared/batches/bulk.fields.ts';
import { STEP_LIST } from '#shared/products/product.fields.ts';
import { FieldInput } from '../fields/FieldInput.tsx';
import { StatusFilter } from '../ui/StatusFilter.tsx';
import { BulkDialog, productsCount } from './BulkDialog.tsx';

const OPS = [
  ['set', 'Mettre une valeur'],
  ['replace', 'Remplacer une valeur'],
  ['empty', 'Vider'],
] as const;
type Op = (typeof OPS)[number][0];

/** One field in many products. */
export function BulkFieldDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const [field, setField] = useState<(typeof BULK_FIELDS)[number] | null>(null);
  const [op, setOp] = useState<Op>('set');
  const [value, setValue] = useState('');
  const [from, setFrom] = useState('');
  const isSaid = op === 'empty' || (value.trim() !== '' && (op === 'set' || from.trim() !== ''));
  const demand: BatchDemand | null =
    field && isSaid
      ? {
          kind: 'field.set',
          products: [...ids],
          field: field.name as BulkFieldName,
          op,
          ...(op === 'empty' ? {} : { value }),
          ...(op === 'replace' ? { from } : {}),
        }
      : null;
  const input = (text: string, onChange: (next: string) => void, label: string) =>
    field && (
      <FieldInput
        key={`${field.name} ${label}`}
        field={{ ...field, label, name: `${field.name}-${label}`, repeats: false }}
        value={text}
        required={false}
        disabled={false}
        onChange={onChange}
        onBlur={() => undefined}
      />
    );
  return (
    <BulkDialog
      title={`Modifier un champ de ${productsCount(ids.length)}`}
      demand={demand}
      verb={ids.length > 1 ? 'changeraient' : 'changerait'}
      startLabel={(total) => `Modifier ${productsCount(total)}`}
      onClose={onClose}
    >
      <Autocomplete
        options={BULK_FIELDS}
        value={field}
        onChange={(_, next) => {
          setField(next);
          setValue('');
          setFrom('');
        }}
        getOptionLabel={({ label }) => label}
        groupBy={({ step }) => STEP_LIST[step]?.title ?? ''}
        noOptionsText="Aucun champ de ce nom"
        renderInput={(params) => <TextField {...params} label="Champ" autoFocus sx={{ mt: 1 }} />}
      />
      {field && (
        <StatusFilter
          label="Ce qu’on en fait"
          options={OPS}
          value={op}
          onChange={(next) => setOp((next || 'set') as Op)}
        />
      )}
      {op === 'replace' && input(from, setFrom, 'Valeur à remplacer')}
      {op !== 'empty' && input(value, setValue, op === 'replace' ? 'Nouvelle valeur' : 'Valeur')}
    </BulkDialog>
  );
}
