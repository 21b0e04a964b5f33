import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import type { SignedIn } from '#shared/auth/auth.contract.ts';
import { finishByOtp } from '#shared/auth/sign.in.contract.ts';
import { call } from '../api/client.ts';
import { LoginField } from './LoginField.tsx';

interface Props {
  ticket: string;
  attempt: (work: () => Promise<SignedIn>) => Promise<void>;
  onBack: () => void;
}

/** After the password: a code of the telephone, or one kept on paper. */
export function CodeStep({ ticket, attempt, onBack }: Props) {
  const [busy, setBusy] = useState(false);
  const [onPaper, setOnPaper] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '');
    setBusy(true);
    await attempt(() => call(finishByOtp, { body: { ticket, code } }));
    setBusy(false);
  };

  return (
    <Stack component="form" onSubmit={submit} sx={{ gap: 2 }}>
      <Typography>
        {onPaper
          ? 'Entrez un des codes de secours que vous avez gardés. Chacun sert une fois.'
          : 'Entrez le code à six chiffres que montre l’application de votre téléphone.'}
      </Typography>
      <LoginField
        key={String(onPaper)}
        name="code"
        label={onPaper ? 'Code de secours' : 'Code à six chiffres'}
        autoComplete="one-time-code"
        autoFocus
        inputProps={{ inputMode: onPaper ? 'text' : 'numeric', maxLength: 40, spellCheck: false }}
      />
      <Button type="submit" variant="contained" size="large" loading={busy}>
        Continuer
      </Button>
      <Button onClick={() => setOnPaper(!onPaper)}>
        {onPaper ? 'Entrer le code du téléphone' : 'Utiliser un code de secours'}
      </Button>
      {onPaper && (
        <Typography color="textSecondary" sx={{ fontSize: '0.9rem' }}>
          Ni téléphone, ni code de secours ? Un administrateur peut retirer votre second facteur, depuis
          « Utilisateurs ».
        </Typography>
      )}
      <Button color="inherit" onClick={onBack}>
        Se connecter avec un autre compte
      </Button>
    </Stack>
  );
}
