import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useState } from 'react';
import { openGuest } from '#shared/guests/guest.contract.ts';
import { ApiError, call, sentenceOf } from '../api/client.ts';
import { keepGuest } from '../api/guest.ts';
import { Logo } from '../ui/Logo.tsx';

interface Props {
  /** The secret of the link; empty where the address had none. */
  link: string;
  /** A session has just ended. */
  isOver: boolean;
  onOpen: () => void;
}

/** Before a link is opened: one button, and six digits where they are asked for. Nothing happens by itself. */
export function GuestDoor({ link, isOver, onOpen }: Props) {
  const [step, setStep] = useState<'start' | 'mail' | 'person'>('start');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = 'Dossier à lire – Diplo';
  }, []);
  const send = async (withCode: boolean): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const answer = await call(openGuest, { body: { token: link, ...(withCode ? { code } : {}) } });
      if (answer.step === 'open') {
        keepGuest(answer.access_token);
        onOpen();
      } else {
        setStep(answer.by);
        setCode('');
      }
    } catch (problem) {
      setError(problem instanceof ApiError && problem.status === 429 ? TOO_MANY : sentenceOf(problem));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send(step !== 'start');
  };
  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Card sx={{ width: '100%', maxWidth: 460, p: { xs: 2.5, sm: 4 } }}>
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Logo size={40} />
          <Typography variant="h1">On vous a invité</Typography>
          {link === '' ? (
            <>
              {isOver && (
                <Alert severity="info">Votre session est terminée. Rien de ce que vous avez envoyé n’est perdu.</Alert>
              )}
              <Typography>
                Ouvrez de nouveau le lien que vous avez reçu, en entier. S’il ne s’ouvre plus, demandez-en un autre à la
                personne qui vous a invité.
              </Typography>
            </>
          ) : (
            <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
              {isOver && (
                <Alert severity="info">Votre session est terminée. Vous pouvez ouvrir le lien de nouveau.</Alert>
              )}
              {error && <Alert severity="error">{error}</Alert>}
              {step === 'start' ? (
                <Typography>
                  On vous a confié un lien, pour lire un dossier ou pour envoyer des documents. Il s’ouvre sans compte
                  ni mot de passe ; vos lectures et vos envois sont enregistrés.
                </Typography>
              ) : (
                <>
                  <Typography>
                    {step === 'mail'
                      ? 'Un code à six chiffres vient de partir à votre adresse. Il sert une fois, et dix minutes.'
                      : 'La personne qui vous a invité voit maintenant un code à six chiffres : demandez-le-lui, par téléphone par exemple. Il sert une fois, et dix minutes.'}
                  </Typography>
                  <TextField
                    label="Code à six chiffres"
                    value={code}
                    autoFocus
                    required
                    onChange={(event) => setCode(event.target.value)}
                    slotProps={{
                      htmlInput: {
                        inputMode: 'numeric',
                        autoComplete: 'one-time-code',
                        maxLength: 12,
                        style: { fontSize: '1.3rem', letterSpacing: 4 },
                      },
                    }}
                  />
                </>
              )}
              <Button type="submit" variant="contained" size="large" loading={busy}>
                {step === 'start' ? 'Ouvrir' : 'Entrer'}
              </Button>
              {step !== 'start' && (
                <Button onClick={() => void send(false)} disabled={busy}>
                  Demander un autre code
                </Button>
              )}
            </Box>
          )}
        </Box>
      </Card>
    </Box>
  );
}
const TOO_MANY = 'Trop d’essais depuis cet endroit. Attendez un quart d’heure, puis ouvrez de nouveau le lien.';
