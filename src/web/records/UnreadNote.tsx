import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { keptTexts, type RecordForm } from './record.form.ts';

interface Props {
  form: RecordForm;
  held: { readonly unread: readonly string[] };
  onGo?: (name: string) => void;
}

/** Values written when their field took something else: they are kept as they were, and are to be read again. */
export function UnreadNote({ form, held, onGo }: Props) {
  const names = held.unread;
  const texts = keptTexts(held);
  if (names.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      <AlertTitle>
        {names.length === 1 ? 'Une valeur est à relire' : `${names.length} valeurs sont à relire`}
      </AlertTitle>
      Elles ont été saisies quand leur champ attendait autre chose. Elles restent telles quelles tant que vous ne les
      remplacez pas.
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {names.map((name) => (
          <li key={name}>
            {onGo ? (
              <Link component="button" type="button" onClick={() => onGo(name)} sx={{ verticalAlign: 'baseline' }}>
                {form.getField(name).label}
              </Link>
            ) : (
              form.getField(name).label
            )}
            {`\u00a0: «\u00a0${texts[name]}\u00a0»`}
          </li>
        ))}
      </Box>
    </Alert>
  );
}
