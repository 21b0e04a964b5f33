import Box from '@mui/material/Box';
import { memo, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { kindOf } from '#shared/fields/field.ts';
import { mayBeThousands, parseNumber, sayDecimals } from '#shared/fields/number.ts';
import { FieldHelp } from '../fields/FieldHelp.tsx';
import { FieldInput } from '../fields/FieldInput.tsx';
import { Proposal, TakeAll } from './Proposals.tsx';
import type { RecordField, Texts } from './record.ts';

interface Props<F extends RecordField> {
  fields: readonly F[];
  isRequired: (field: F) => boolean;
  disabled: boolean;
  /** What to look at in some fields, from what is typed. */
  warnings?: Readonly<Record<string, Warning>>;
  /** Whether each has its example and its reason: those of the form speak of cosmetics. */
  hasHelp?: boolean;
}

export type Warning = (texts: Texts) => string | undefined;
const NONE: Warning = () => undefined;

/** The inputs of some fields, all computed from the catalogue: two columns where there is room. */
export function FieldGrid<F extends RecordField>({
  fields,
  isRequired,
  disabled,
  warnings = {},
  hasHelp = true,
}: Props<F>) {
  return (
    <>
      <TakeAll fields={fields} disabled={disabled} />
      <Box
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: '1fr', lg: '1fr 1fr' }, gap: 2.25 }}
      >
        {fields.map((field) => (
          <Box
            key={field.name}
            sx={{ gridColumn: kindOf(field) === 'longtext' || field.wide ? '1 / -1' : 'auto', minWidth: 0 }}
          >
            <BoundInput
              field={field}
              required={isRequired(field)}
              disabled={disabled}
              warning={warnings[field.name] ?? NONE}
              hasHelp={hasHelp}
            />
          </Box>
        ))}
      </Box>
    </>
  );
}

/** Drawn again only when its own value, or what is to be looked at in it, changes. */
const BoundInput = memo(function BoundInput({
  field,
  required,
  disabled,
  warning,
  hasHelp,
}: {
  field: RecordField;
  required: boolean;
  disabled: boolean;
  warning: Warning;
  hasHelp: boolean;
}) {
  const warned = useWatch<Texts>({ compute: warning, disabled: warning === NONE }) as string | undefined;
  const { field: bound, fieldState } = useController<Texts>({ name: field.name });
  // As it was typed: once it is saved it is written anew.
  const [doubt, setDoubt] = useState<string | undefined>();
  const isNumber = kindOf(field) === 'number' || kindOf(field) === 'measure';
  const change = (text: string): void => {
    // The same number in its own writing is no other answer.
    if (isNumber && mayBeThousands(text)) setDoubt(sayDecimals(text.trim()));
    else if (parseNumber(text) !== parseNumber(bound.value ?? '')) setDoubt(undefined);
    bound.onChange(text);
  };
  const input = (
    <>
      <FieldInput
        field={field}
        value={bound.value ?? ''}
        required={required}
        disabled={disabled}
        error={fieldState.error?.message}
        warning={warned ?? doubt}
        inputRef={bound.ref}
        onChange={change}
        onBlur={bound.onBlur}
      />
      <Proposal field={field} text={bound.value ?? ''} disabled={disabled} />
    </>
  );
  return hasHelp ? <FieldHelp field={field}>{input}</FieldHelp> : input;
});
