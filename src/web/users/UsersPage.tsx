import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import {
  anonymiseUser,
  listUsers,
  resetOtp,
  resetPassword,
  type User,
  updateUser,
} from '#shared/users/user.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { AdminOnly } from '../auth/AdminOnly.tsx';
import { AllGuests } from '../guests/AllGuests.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { later } from '../ui/later.tsx';
import { LoadError, Page } from '../ui/Page.tsx';
import { GivenPassword } from './GivenPassword.tsx';
import { PolicyCard } from './PolicyCard.tsx';
import { UserGrid } from './UserGrid.tsx';

const InviteDialog = later(() => import('./InviteDialog.tsx'), 'InviteDialog');

export function UsersPage() {
  return (
    <AdminOnly does="Ici, les comptes de la maison sont créés et leurs droits donnés.">
      <Users />
    </AdminOnly>
  );
}

function Users() {
  const [resetting, setResetting] = useState<User | null>(null);
  const [unlocking, setUnlocking] = useState<User | null>(null);
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

  return (
    <Page
      title="Utilisateurs"
      subtitle="Un éditeur crée et modifie ; un lecteur consulte ; un administrateur gère aussi les comptes."
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
          message="Les comptes n’ont pas pu être chargés."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
      <UserGrid
        users={data?.data ?? []}
        loading={isPending}
        onChange={change}
        onReset={setResetting}
        onResetOtp={setUnlocking}
        onForget={setForgetting}
      />
      <PolicyCard />
      <AllGuests />
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
        open={unlocking !== null}
        title="Retirer ce second facteur ?"
        text={`Le mot de passe de ${unlocking?.email ?? ''} suffira de nouveau. Faites-le pour qui a perdu son téléphone et ses codes de secours, après vous être assuré que c’est bien cette personne qui le demande.`}
        confirmLabel="Retirer"
        danger
        onCancel={() => setUnlocking(null)}
        onConfirm={() => {
          const user = unlocking;
          setUnlocking(null);
          if (user) void act(() => call(resetOtp, { params: { id: user.id } }), 'Le second facteur est retiré.');
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
      <GivenPassword given={given} onClose={() => setGiven(null)} />
    </Page>
  );
}
