import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useFormState } from 'react-hook-form';
import type { RecordField, Texts } from './record.ts';

interface Props {
  fields: readonly RecordField[];
  steps: readonly { title: string }[];
  onGo: (name: string) => void;
}

/** Faults the server found, each one a step away: nobody has to look for them step by step. */
export function ErrorSummary({ fields, steps, onGo }: Props) {
  const { errors } = useFormState<Texts>();
  const faults = fields.filter((field) => errors[field.name]?.type === 'server');
  if (faults.length === 0) return null;
  return (
    <Alert severity="error" sx={{ mb: 2.5 }}>
      <AlertTitle>
        {faults.length === 1 ? 'Un champ est à corriger' : `${faults.length} champs sont à corriger`}
      </AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {faults.map((field) => (
          <li key={field.name}>
            <Link
              component="button"
              type="button"
              color="inherit"
              onClick={() => onGo(field.name)}
              sx={{ textAlign: 'left' }}
            >
              {steps[field.step]?.title} – {field.label} : {errors[field.name]?.message}
            </Link>
          </li>
        ))}
      </Box>
    </Alert>
  );
}
