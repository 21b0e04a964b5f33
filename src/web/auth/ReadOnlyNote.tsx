import Alert from '@mui/material/Alert';
import { ROLE_LABELS } from '#shared/contract/rights.ts';
import { useAccount, useMay } from './account.tsx';

/** Says to whoever may only read why nothing is offered here to make or to change. */
export function ReadOnlyNote({ what }: { what: string }) {
  const { role } = useAccount();
  if (useMay('write')) return null;
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {`Votre rôle (${ROLE_LABELS[role].toLowerCase()}) permet de consulter ${what}, sans rien y changer. Pour pouvoir écrire, demandez à un administrateur.`}
    </Alert>
  );
}
