import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { ROLE_LABELS, ROLES } from '#shared/contract/rights.ts';
import { printInstant } from '#shared/fields/date.ts';
import { anonymiseUser, listUsers, resetPassword, type User, updateUser } from '#shared/users/user.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { AdminOnly } from '../auth/AdminOnly.tsx';
import { useAccount } from '../auth/account.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Grid } from '../ui/Grid.tsx';
import { LoadError, Page } from '../ui/Page.tsx';
import { InviteDialog } from './InviteDialog.tsx';

const ACTIONS = { field: 'actions', width: 160 } as const;

export function UsersPage() {
  return (
    <AdminOnly>
      <Users />
    </AdminOnly>
  );
}

function Users() {
  const me = useAccount();
  const [resetting, setResetting] = useState<User | null>(null);
  const [forgetting, setForgetting] = useState<User | null>(null);
  const [inviting, setInviting] = useState(false);
  const [given, setGiven] = useState<{ email: string; password: string } | null>(null);
  const { data, error, isPending, refetch } = useQuery(queryOf(listUsers));

  const { act: run } = useAction();
  const act = (work: () => Promise<unknown>, done?: string): Promise<unknown> =>
    run(work, { ...(done ? { done } : {}), refresh: ['users', 'auth'] });
  const change = (user: User, body: { role?: User['role']; active?: boolean }): void =>
    void act(() => call(updateUser, { params: { id: user.id }, body }));
  const waiting = data?.data.filter(({ pending }) => pending).length ?? 0;

  const roleOf = (row: User) => (
    <Select
      size="small"
      variant="standard"
      value={row.role}
      disabled={row.anonymous}
      aria-label={`Rôle de ${row.email}`}
      onChange={(event) => change(row, { role: event.target.value })}
    >
      {ROLES.map((role) => (
        <MenuItem key={role} value={role}>
          {ROLE_LABELS[role]}
        </MenuItem>
      ))}
    </Select>
  );
  const accessOf = (row: User) =>
    row.pending ? (
      <>
        <Button
          size="small"
          variant="outlined"
          aria-label={`Accepter ${row.email}`}
          onClick={() => change(row, { active: true })}
        >
          Accepter
        </Button>
        <Button
          size="small"
          aria-label={`Refuser ${row.email}`}
          sx={{ ml: 1 }}
          onClick={() => change(row, { active: false })}
        >
          Refuser
        </Button>
      </>
    ) : (
      <Switch
        size="small"
        checked={row.active}
        disabled={row.id === me.id || row.anonymous}
        slotProps={{ input: { 'aria-label': `Compte actif : ${row.email}` } }}
        onChange={(event) => change(row, { active: event.target.checked })}
      />
    );
  const passwordOf = (row: User) =>
    row.active || row.pending ? (
      <Button size="small" disabled={row.id === me.id} onClick={() => setResetting(row)}>
        Réinitialiser
      </Button>
    ) : (
      !row.anonymous && (
        <Button
          size="small"
          color="inherit"
          aria-label={`Rendre anonyme ${row.email}`}
          onClick={() => setForgetting(row)}
        >
          Rendre anonyme
        </Button>
      )
    );

  return (
    <Page
      title="Utilisateurs"
      subtitle="Un éditeur crée et modifie ; un lecteur consulte ; un administrateur fait aussi ceci."
      actions={
        <Button variant="contained" startIcon={<UserPlus size={18} />} onClick={() => setInviting(true)}>
          Inviter
        </Button>
      }
    >
      {waiting > 0 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {waiting === 1
            ? 'Un compte attend que vous l’acceptiez.'
            : `${waiting} comptes attendent que vous les acceptiez.`}
        </Alert>
      )}
      {error && (
        <LoadError
          message="Les comptes n'ont pas pu être chargés."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
      <Grid<User>
        rows={data?.data ?? []}
        loading={isPending}
        pinned={{ right: [ACTIONS] }}
        card={(row) => (
          <>
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{row.name ?? row.email}</Typography>
            {row.name && (
              <Typography color="textSecondary" sx={{ fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
                {row.email}
              </Typography>
            )}
            <Box
              sx={{ display: 'flex', gap: 1, alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}
            >
              {roleOf(row)}
              {accessOf(row)}
              {passwordOf(row)}
            </Box>
          </>
        )}
        columns={[
          { field: 'email', headerName: 'Adresse email', flex: 1.3, minWidth: 220 },
          {
            field: 'name',
            headerName: 'Nom',
            flex: 1,
            minWidth: 140,
            valueFormatter: (value: string | null) => value ?? '',
          },
          {
            field: 'role',
            headerName: 'Rôle',
            width: 180,
            renderCell: ({ row }) => roleOf(row),
          },
          {
            field: 'active',
            headerName: 'Actif',
            width: 210,
            renderCell: ({ row }) => accessOf(row),
          },
          {
            field: 'last_login_at',
            headerName: 'Dernière connexion',
            width: 170,
            valueFormatter: (value: string | null) => (value ? printInstant(value) : 'Jamais'),
          },
          {
            ...ACTIONS,
            headerName: 'Actions',
            sortable: false,
            renderCell: ({ row }) => passwordOf(row),
          },
        ]}
      />
      <ConfirmDialog
        open={resetting !== null}
        title="Réinitialiser le mot de passe ?"
        text={`${resetting?.email ?? ''} sera déconnecté partout et recevra de vous un mot de passe provisoire.`}
        confirmLabel="Réinitialiser"
        onCancel={() => setResetting(null)}
        onConfirm={() => {
          const user = resetting;
          setResetting(null);
          if (user)
            void act(async () => {
              const { password } = await call(resetPassword, { params: { id: user.id } });
              setGiven({ email: user.email, password });
            });
        }}
      />
      <ConfirmDialog
        open={forgetting !== null}
        title="Rendre ce compte anonyme ?"
        text={`Le nom et l’adresse de ${forgetting?.email ?? ''} disparaissent des produits, des documents et des historiques, pour toujours ; ce que ce compte a fait y reste, sous un nom qui n’est à personne. Le journal et les documents scellés, qui font preuve, gardent ce qu’ils disent.`}
        confirmLabel="Rendre anonyme"
        danger
        onCancel={() => setForgetting(null)}
        onConfirm={() => {
          const user = forgetting;
          setForgetting(null);
          if (user) void act(() => call(anonymiseUser, { params: { id: user.id } }), 'Le compte est anonyme.');
        }}
      />
      {inviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={(invited) => {
            setInviting(false);
            setGiven(invited);
            void refetch();
          }}
        />
      )}
      <Dialog open={given !== null} onClose={() => setGiven(null)} aria-labelledby="given-title">
        <DialogTitle id="given-title">Mot de passe provisoire</DialogTitle>
        <DialogContent>
          <Alert severity="warning" sx={{ mb: 2 }}>
            Il n'est affiché que cette fois. Transmettez-le de vive voix à {given?.email}, qui en choisira un autre à sa
            première connexion.
          </Alert>
          <Typography sx={{ fontFamily: 'monospace', fontSize: '1.3rem', textAlign: 'center' }}>
            {given?.password}
          </Typography>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setGiven(null)} variant="contained">
            J'ai noté
          </Button>
        </DialogActions>
      </Dialog>
    </Page>
  );
}
