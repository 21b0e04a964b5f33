import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { checkPassword, PASSWORD_MIN } from '#shared/auth/auth.contract.ts';
import { call } from '../api/client.ts';

export function PasswordField({
  name,
  label,
  autoComplete,
  fault,
  help,
  onBlur,
}: {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  fault?: string | undefined;
  help?: string | undefined;
  onBlur?: (value: string) => void;
}) {
  return (
    <TextField
      name={name}
      label={label}
      type="password"
      autoComplete={autoComplete}
      required
      error={fault !== undefined}
      helperText={fault ?? help}
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
