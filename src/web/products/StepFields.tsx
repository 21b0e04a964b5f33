import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { useController, useFormState } from 'react-hook-form';
import { kindOf } from '#shared/fields/field.ts';
import { FIELDS, type FieldName, isStoodForByFile, type ProductField } from '#shared/products/product.fields.ts';
import { isRequired } from '#shared/products/product.schema.ts';
import { FieldInput } from '../fields/FieldInput.tsx';
import type { FormValues } from './product.values.ts';

interface Props {
  step: number;
  /** `null` while the product does not exist yet: nothing can be attached to it. */
  productId: string | null;
  disabled: boolean;
  byFile: boolean;
  hasFormula: boolean;
  onByFile: (byFile: boolean) => void;
}

/** The inputs of one step, all computed from the catalogue. */
export function StepFields({ step, productId, disabled, byFile, hasFormula, onByFile }: Props) {
  const fields = FIELDS.filter((field) => field.step === step);
  const isFormula = fields.some(isStoodForByFile);
  return (
    <>
      {isFormula && <FormulaMode productId={productId} disabled={disabled} byFile={byFile} onByFile={onByFile} />}
      <Box
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: '1fr', lg: '1fr 1fr' }, gap: 2.25 }}
      >
        {fields
          .filter((field) => !(isStoodForByFile(field) && byFile))
          .map((field) => (
            <Box key={field.name} sx={{ gridColumn: kindOf(field) === 'longtext' ? '1 / -1' : 'auto', minWidth: 0 }}>
              <FormField
                field={field}
                required={isRequired(field, { validated: true, hasFormula })}
                disabled={disabled}
              />
            </Box>
          ))}
      </Box>
      {byFile && !hasFormula && <MissingFormula names={fields.filter(isStoodForByFile).map(({ name }) => name)} />}
    </>
  );
}

/** What the file stands for is wanted and its field is hidden: what to do is said here. */
function MissingFormula({ names }: { names: FieldName[] }) {
  const { errors } = useFormState<FormValues>({ name: names });
  if (!names.some((name) => errors[name])) return null;
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      Joignez le fichier de la formule, ou revenez à la liste saisie.
    </Alert>
  );
}

const FormField = memo(function FormField({
  field,
  required,
  disabled,
}: {
  field: ProductField;
  required: boolean;
  disabled: boolean;
}) {
  const { field: bound, fieldState } = useController<FormValues>({ name: field.name });
  return (
    <FieldInput
      field={field}
      value={bound.value}
      required={required}
      disabled={disabled}
      error={fieldState.error?.message}
      inputRef={bound.ref}
      onChange={bound.onChange}
      onBlur={bound.onBlur}
    />
  );
});

/** The formula is typed, or it is a file. A file needs a product that exists. */
function FormulaMode({
  productId,
  disabled,
  byFile,
  onByFile,
}: Pick<Props, 'productId' | 'disabled' | 'byFile' | 'onByFile'>) {
  if (!productId)
    return (
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        Vous avez la formule dans un fichier ? Sauvegardez d'abord ce brouillon : vous pourrez ensuite le joindre ici.
      </Typography>
    );
  return (
    <Box sx={{ mb: 2.5 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        value={byFile ? 'file' : 'text'}
        disabled={disabled}
        onChange={(_, mode: 'file' | 'text' | null) => mode && onByFile(mode === 'file')}
        aria-label="Façon de donner la formule"
      >
        <ToggleButton value="text">Liste saisie</ToggleButton>
        <ToggleButton value="file">Fichier joint</ToggleButton>
      </ToggleButtonGroup>
      {byFile && (
        <Alert severity="info" sx={{ mt: 2 }}>
          La formule est le fichier joint ci-dessous. Il figure, avec son empreinte, dans les annexes du dossier.
        </Alert>
      )}
    </Box>
  );
}
