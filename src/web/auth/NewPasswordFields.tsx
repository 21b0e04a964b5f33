import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { checkPassword, PASSWORD_MIN } from '#shared/auth/auth.contract.ts';
import { call } from '../api/client.ts';

export function PasswordField({
  name,
  label,
  autoComplete,
  fault,
  help,
  warns = false,
  onBlur,
}: {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  fault?: string | undefined;
  help?: string | undefined;
  warns?: boolean;
  onBlur?: (value: string) => void;
}) {
  const [seen, setSeen] = useState(false);
  return (
    <TextField
      name={name}
      label={label}
      type={seen ? 'text' : 'password'}
      autoComplete={autoComplete}
      required
      error={fault !== undefined}
      // What is said of it changes while one goes to the button: nothing moves for it.
      helperText={fault ?? help ?? ' '}
      slotProps={{
        formHelperText: {
          sx: { ...(warns ? { color: 'warning.main' } : {}), ...(onBlur ? { minHeight: '2.5lh' } : {}) },
        },
        // A long one ends before the eye.
        inputLabel: { sx: { '&:not(.MuiInputLabel-shrink)': { maxWidth: 'calc(100% - 64px)' } } },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={seen ? 'Masquer ce qui est saisi' : 'Afficher ce qui est saisi'}
                aria-pressed={seen}
                onClick={() => setSeen(!seen)}
              >
                {seen ? <EyeOff size={18} /> : <Eye size={18} />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
      onBlur={(event) => onBlur?.(event.target.value)}
    />
  );
}

/** A new password and its confirmation; one that anybody would try first is told so before it is sent. */
export function NewPasswordFields({
  labels: [label, again],
  email,
  faults,
}: {
  labels: readonly [string, string];
  email: () => string | null;
  faults: Record<string, string>;
}) {
  const [warning, setWarning] = useState<string | null>(null);
  const look = async (password: string): Promise<void> => {
    if (password.length < PASSWORD_MIN) return setWarning(null);
    // Without an answer there is no warning: the server looks again when it is sent.
    const found = await call(checkPassword, { body: { password, email: email() } }).catch(() => null);
    setWarning(found?.warning ?? null);
  };
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        autoComplete="new-password"
        fault={faults.password}
        help={warning ?? `Au moins ${PASSWORD_MIN} caractères.`}
        warns={warning !== null}
        onBlur={(value) => void look(value)}
      />
      <PasswordField
        name="password_confirm"
        label={again}
        autoComplete="new-password"
        fault={faults.password_confirm}
      />
    </>
  );
}
