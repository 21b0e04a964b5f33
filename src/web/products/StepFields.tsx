import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useFormState } from 'react-hook-form';
import { FIELDS, type FieldName, isStoodForByFile } from '#shared/products/product.fields.ts';
import { isRequired } from '#shared/products/product.schema.ts';
import { FieldGrid } from '../records/FieldGrid.tsx';
import type { Texts } from '../records/record.ts';

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
      <FieldGrid
        fields={fields.filter((field) => !(isStoodForByFile(field) && byFile))}
        isRequired={(field) => isRequired(field, { validated: true, hasFormula })}
        disabled={disabled}
      />
      {byFile && !hasFormula && <MissingFormula names={fields.filter(isStoodForByFile).map(({ name }) => name)} />}
    </>
  );
}

/** What the file stands for is wanted and its field is hidden: what to do is said here. */
function MissingFormula({ names }: { names: FieldName[] }) {
  const { errors } = useFormState<Texts>({ name: names });
  if (!names.some((name) => errors[name])) return null;
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      Joignez le fichier de la formule, ou revenez à la liste saisie.
    </Alert>
  );
}

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
