import Box from '@mui/material/Box';
import { memo } from 'react';
import { useController } from 'react-hook-form';
import { kindOf } from '#shared/fields/field.ts';
import { FieldInput } from '../fields/FieldInput.tsx';
import type { RecordField, Texts } from './record.ts';

interface Props<F extends RecordField> {
  fields: readonly F[];
  isRequired: (field: F) => boolean;
  disabled: boolean;
}

/** The inputs of some fields, all computed from the catalogue: two columns where there is room. */
export function FieldGrid<F extends RecordField>({ fields, isRequired, disabled }: Props<F>) {
  return (
    <Box
      sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: '1fr', lg: '1fr 1fr' }, gap: 2.25 }}
    >
      {fields.map((field) => (
        <Box key={field.name} sx={{ gridColumn: kindOf(field) === 'longtext' ? '1 / -1' : 'auto', minWidth: 0 }}>
          <BoundInput field={field} required={isRequired(field)} disabled={disabled} />
        </Box>
      ))}
    </Box>
  );
}

/** Drawn again only when its own value changes. */
const BoundInput = memo(function BoundInput({
  field,
  required,
  disabled,
}: {
  field: RecordField;
  required: boolean;
  disabled: boolean;
}) {
  const { field: bound, fieldState } = useController<Texts>({ name: field.name });
  return (
    <FieldInput
      field={field}
      value={bound.value ?? ''}
      required={required}
      disabled={disabled}
      error={fieldState.error?.message}
      inputRef={bound.ref}
      onChange={bound.onChange}
      onBlur={bound.onBlur}
    />
  );
});
