import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useFormState } from 'react-hook-form';
import type { ProductKind } from '#shared/contract/product.kinds.ts';
import { isNotOfCleaning, NOT_OF_CLEANING } from '#shared/products/cleaning.steps.ts';
import { chronologyOf } from '#shared/products/product.chronology.ts';
import { FIELDS, type FieldName, isStoodForByFile } from '#shared/products/product.fields.ts';
import { isRequired } from '#shared/products/product.status.ts';
import { FieldGrid, type Warning } from '../records/FieldGrid.tsx';
import type { Texts } from '../records/record.ts';
import { Fold } from '../ui/Fold.tsx';
import { FormulaMode, type FormulaModeProps } from './FormulaMode.tsx';

interface Props extends FormulaModeProps {
  step: number;
  kind: ProductKind;
}

/** A date is told in both fields that it is about. */
const datesWarning: Warning = ({ date_mise_marche = '', date_validation = '' }) =>
  chronologyOf({ date_mise_marche, date_validation })[0]?.message;
const WARNINGS = { date_mise_marche: datesWarning, date_validation: datesWarning };

/** The inputs of one step, all computed from the catalogue. */
export function StepFields({ step, kind, ...mode }: Props) {
  const { disabled, byFile, hasFormula, inTable } = mode;
  const all = FIELDS.filter((field) => field.step === step);
  const isAsked = ({ name }: { name: string }): boolean => kind === 'cosmetique' || !isNotOfCleaning(name);
  const [fields, others] = [all.filter(isAsked), all.filter((field) => !isAsked(field))];
  const isFormula = fields.some(isStoodForByFile);
  return (
    <>
      {isFormula && <FormulaMode {...mode} />}
      <FieldGrid
        fields={fields.filter((field) => !(isStoodForByFile(field) && byFile))}
        isRequired={(field) => isRequired(field, { validated: true, hasFormula })}
        disabled={disabled || (isFormula && inTable)}
        warnings={WARNINGS}
        hasHelp={kind === 'cosmetique'}
      />
      {others.length > 0 && (
        <Box sx={{ mt: fields.length > 0 ? 2 : 0 }}>
          <Fold title={NOT_OF_CLEANING}>
            <FieldGrid
              fields={others}
              isRequired={(field) => isRequired(field, { validated: true, hasFormula })}
              disabled={disabled}
              warnings={WARNINGS}
              hasHelp={false}
            />
          </Fold>
        </Box>
      )}
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
