import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { printInstant } from '#shared/fields/date.ts';
import type { User } from '#shared/users/user.contract.ts';
import { useAccount } from '../auth/account.tsx';
import { Grid } from '../ui/Grid.tsx';
import { RoleSelect } from './RoleSelect.tsx';
import { UserWays } from './UserWays.tsx';

const ACTIONS = { field: 'actions', width: 130 } as const;

interface Props {
  users: readonly User[];
  loading: boolean;
  onChange: (user: User, change: { role?: User['role']; active?: boolean }) => void;
  onReset: (user: User) => void;
  onResetOtp: (user: User) => void;
  onForget: (user: User) => void;
}

/** The accounts, each with what may be done with it. */
export function UserGrid({ users, loading, onChange, onReset, onResetOtp, onForget }: Props) {
  const me = useAccount();
  const roleOf = (row: User) => <RoleSelect user={row} isOwn={row.id === me.id} onChange={onChange} />;
  const accessOf = (row: User) =>
    row.pending ? (
      <>
        <Button
          size="small"
          variant="outlined"
          aria-label={`Accepter ${row.email}`}
          onClick={() => onChange(row, { active: true })}
        >
          Accepter
        </Button>
        <Button
          size="small"
          aria-label={`Refuser ${row.email}`}
          sx={{ ml: 1 }}
          onClick={() => onChange(row, { active: false })}
        >
          Refuser
        </Button>
      </>
    ) : (
      <ActiveSwitch user={row} disabled={row.id === me.id || row.anonymous} onChange={onChange} />
    );
  return (
    <Grid<User>
      rows={users}
      loading={loading}
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
            <UserPassword user={row} onReset={onReset} onForget={onForget} />
          </Box>
          <Box sx={{ mt: 0.75 }}>
            <UserWays user={row} onResetOtp={onResetOtp} />
          </Box>
        </>
      )}
      columns={[
        { field: 'email', headerName: 'Adresse email', flex: 1.3, minWidth: 200 },
        {
          field: 'name',
          headerName: 'Nom',
          flex: 1,
          minWidth: 110,
          valueFormatter: (value: string | null) => value ?? '',
        },
        {
          field: 'role',
          headerName: 'Rôle',
          width: 155,
          renderCell: ({ row }) => roleOf(row),
        },
        {
          field: 'active',
          headerName: 'Actif',
          width: 195,
          renderCell: ({ row }) => accessOf(row),
        },
        {
          field: 'otp',
          headerName: 'Se connecte par',
          width: 190,
          renderCell: ({ row }) => <UserWays user={row} onResetOtp={onResetOtp} />,
        },
        {
          field: 'last_login_at',
          headerName: 'Dernière connexion',
          width: 150,
          valueFormatter: (value: string | null) => (value ? printInstant(value) : 'Jamais'),
        },
        {
          ...ACTIONS,
          headerName: 'Actions',
          sortable: false,
          renderCell: ({ row }) => <UserPassword user={row} onReset={onReset} onForget={onForget} />,
        },
      ]}
    />
  );
}

/** What is done with an account when its person has lost the password, or has left. */
function UserPassword({ user, onReset, onForget }: { user: User } & Pick<Props, 'onReset' | 'onForget'>) {
  const me = useAccount();
  if (user.active || user.pending)
    return (
      <Button size="small" disabled={user.id === me.id} onClick={() => onReset(user)}>
        Réinitialiser
      </Button>
    );
  if (user.anonymous) return null;
  return (
    <Button size="small" color="inherit" aria-label={`Rendre anonyme ${user.email}`} onClick={() => onForget(user)}>
      Rendre anonyme
    </Button>
  );
}

interface SwitchProps extends Pick<Props, 'onChange'> {
  user: User;
  disabled: boolean;
}

function ActiveSwitch({ user, disabled, onChange }: SwitchProps) {
  return (
    <>
      <Switch
        size="small"
        checked={user.active}
        disabled={disabled}
        slotProps={{ input: { 'aria-label': `Compte actif : ${user.email}` } }}
        onChange={(event) => onChange(user, { active: event.target.checked })}
      />
      {/* On a card nothing stands above it that says what it is. */}
      <Typography aria-hidden sx={{ display: { sm: 'none' }, fontSize: '0.85rem' }}>
        {user.active ? 'Actif' : 'Désactivé'}
      </Typography>
    </>
  );
}
