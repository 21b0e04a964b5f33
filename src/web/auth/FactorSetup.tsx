import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type FormEvent, useRef, useState } from 'react';
import { beginOtp, confirmOtp } from '#shared/auth/sign.in.contract.ts';
import { call } from '../api/client.ts';
import { useSending } from '../api/useSending.ts';
import { CodeField } from './CodeField.tsx';
import { PasswordField } from './NewPasswordFields.tsx';
import { QrCode } from './QrCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface Props {
  onDone: () => void;
  /** Where one may leave before the end. */
  onCancel?: () => void;
  /** The codes are shown, this once. */
  onCodes?: () => void;
}

/** The password, the secret that the telephone takes, a first code, then the codes to keep: one after the other. */
export function FactorSetup({ onDone, onCancel, onCodes }: Props) {
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { faults, error, busy, send } = useSending();
  const told = useRef<HTMLParagraphElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const typed = Object.fromEntries(new FormData(event.currentTarget));
    await send(async () => {
      if (!begun) return setBegun(await call(beginOtp, { body: typed }));
      setCodes((await call(confirmOtp, { body: typed })).codes);
      onCodes?.();
      // What had the focus is gone.
      requestAnimationFrame(() => told.current?.focus());
    });
  };

  if (codes)
    return (
      <Stack sx={{ gap: 2 }}>
        <Typography ref={told} tabIndex={-1} role="status" sx={{ outline: 'none' }}>
          Votre second facteur est en place : il sera demandé à votre prochaine connexion. Vos autres sessions sont
          fermées.
        </Typography>
        <RecoveryCodes codes={codes} />
        <Box>
          <Button variant="contained" onClick={onDone}>
            J’ai gardé mes codes
          </Button>
        </Box>
      </Stack>
    );
  return (
    <Stack component="form" onSubmit={submit} noValidate sx={{ gap: 2 }}>
      {error && <Alert severity="error">{error}</Alert>}
      {begun ? (
        <>
          <Typography>
            Avec l’application de votre téléphone (celle de Google, de Microsoft, FreeOTP, ou celle qui garde vos mots
            de passe), lisez cette image, ou tapez le secret. Entrez ensuite le code qu’elle montre.
          </Typography>
          <Secret {...begun} />
          <CodeField autoFocus fault={faults.code} help="Six chiffres, nouveaux toutes les trente secondes." />
        </>
      ) : (
        <>
          <Typography>
            Un code de votre téléphone sera demandé après votre mot de passe. Il vous faut une application qui en fait ;
            elle n’a pas besoin de réseau.
          </Typography>
          <PasswordField
            name="current_password"
            label="Mot de passe actuel"
            autoComplete="current-password"
            fault={faults.current_password}
          />
        </>
      )}
      <Box>
        <Button type="submit" variant="contained" loading={busy}>
          {begun ? 'Vérifier le code' : 'Continuer'}
        </Button>
        {onCancel && (
          <Button onClick={onCancel} disabled={busy} sx={{ ml: 1 }}>
            Annuler
          </Button>
        )}
      </Box>
    </Stack>
  );
}

/** As a picture, and in groups of four for who types it or hears it. */
function Secret({ secret, uri }: { secret: string; uri: string }) {
  return (
    <Box sx={{ display: 'flex', gap: 2.5, alignItems: 'center', flexWrap: 'wrap' }}>
      <QrCode text={uri} name="Image à lire avec le téléphone ; le même secret est écrit à côté" />
      <Box sx={{ minWidth: 0, flex: '1 1 12rem' }}>
        <Typography id="secret-label" color="textSecondary" sx={{ fontSize: '0.85rem' }}>
          Secret à taper
        </Typography>
        <Typography
          aria-labelledby="secret-label"
          role="group"
          sx={{ fontFamily: 'monospace', fontSize: '1.1rem', lineHeight: 1.6 }}
        >
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </Typography>
      </Box>
    </Box>
  );
}
