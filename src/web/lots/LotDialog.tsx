import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldDefinition, kindOf } from '#shared/fields/field.ts';
import { writeNumber } from '#shared/fields/number.ts';
import type { Lot } from '#shared/lots/lot.contract.ts';
import { LOT_FIELDS } from '#shared/lots/lot.fields.ts';
import { refreshFileOf } from '../api/query.ts';
import { FieldInput } from '../fields/FieldInput.tsx';
import { SavingDialog } from '../libraries/SavingDialog.tsx';
import { useProduct } from '../products/useProduct.ts';
import { useLotDoors } from './lot.doors.ts';

const FIELDS: readonly FieldDefinition[] = LOT_FIELDS;
const textsOf = (lot: Lot | null): Record<string, string> =>
  Object.fromEntries(
    FIELDS.map((field) => {
      const value = lot?.[field.name as keyof Lot] ?? null;
      return [field.name, kindOf(field) === 'number' ? writeNumber(value as number | null) : String(value ?? '')];
    }),
  );

/** One lot, typed. @param lot `null` for a new one */
export function LotDialog({ lot, onClose }: { lot: Lot | null; onClose: () => void }) {
  const { id } = useProduct();
  const client = useQueryClient();
  const [texts, setTexts] = useState(() => textsOf(lot));
  return (
    <SavingDialog
      record={lot}
      title={lot ? `Lot ${lot.numero}` : 'Nouveau lot'}
      maxWidth="sm"
      doors={useLotDoors(id)}
      saved="Le lot est enregistré."
      refresh={['products']}
      typed={texts}
      read={() => texts}
      onSaved={() => refreshFileOf(client, id)}
      onClose={onClose}
    >
      {(faults) => (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
          {FIELDS.map((field) => (
            <FieldInput
              key={field.name}
              field={field}
              value={texts[field.name] ?? ''}
              required={field.name === 'numero'}
              disabled={false}
              error={faults[field.name]}
              onChange={(value) => setTexts((before) => ({ ...before, [field.name]: value }))}
              onBlur={() => undefined}
            />
          ))}
        </Box>
      )}
    </SavingDialog>
  );
}
