import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { endOtherSessions, listSessions, NAME_MAX, updateMe } from '#shared/auth/auth.contract.ts';
import { myAccess } from '#shared/auth/sign.in.contract.ts';
import { ROLE_LABELS } from '#shared/contract/rights.ts';
import { printInstant } from '#shared/fields/date.ts';
import { call } from '../api/client.ts';
import { keepsDrafts, setKeepsDrafts } from '../api/drafts.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { CalendarCard } from '../deadlines/CalendarCard.tsx';
import { TokensCard } from '../tokens/TokensCard.tsx';
import { LoadError, Loading, Page } from '../ui/Page.tsx';
import { useToast } from '../ui/toast.tsx';
import { useAccount } from './account.tsx';
import { DigestCard } from './DigestCard.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SignInCard } from './SignInCard.tsx';

export function AccountPage() {
  const account = useAccount();
  const { data: access } = useQuery(queryOf(myAccess));
  return (
    <Page title="Mon compte" subtitle={`${account.email}, ${ROLE_LABELS[account.role].toLowerCase()}`}>
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' }, alignItems: 'start' }}>
        <Stack sx={{ gap: 2.5, minWidth: 0 }}>
          <NameCard />
          <DigestCard />
          <CalendarCard />
          <TokensCard />
        </Stack>
        <Stack sx={{ gap: 2.5, minWidth: 0 }}>
          <SignInCard />
          {access?.data.password !== false && <PasswordCard />}
          <SessionsCard />
          <ComputerCard />
        </Stack>
      </Box>
    </Page>
  );
}

function PasswordCard() {
  const toast = useToast();
  const { email } = useAccount();
  return (
    <Card component="section" aria-labelledby="password-title" sx={{ p: 3 }}>
      <Typography variant="h2" id="password-title" sx={{ mb: 2 }}>
        Changer de mot de passe
      </Typography>
      <PasswordForm
        email={email}
        currentLabel="Mot de passe actuel"
        submitLabel="Changer"
        onChanged={() =>
          toast({ severity: 'success', message: 'Mot de passe changé. Vos autres sessions sont fermées.' })
        }
      />
    </Card>
  );
}

/** How the person is called in what others read. */
function NameCard() {
  const { act, busy } = useAction();
  const { name } = useAccount();
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const body = { name: String(new FormData(event.currentTarget).get('name') ?? '') };
    await act(() => call(updateMe, { body }), { done: 'Votre nom est enregistré.', refresh: ['auth', 'users'] });
  };
  return (
    <Card component="section" aria-labelledby="name-title" sx={{ p: 3 }}>
      <Typography variant="h2" id="name-title" sx={{ mb: 2 }}>
        Votre nom
      </Typography>
      <Stack component="form" direction="row" onSubmit={submit} sx={{ gap: 1.5, alignItems: 'flex-start' }}>
        <TextField
          name="name"
          label="Prénom et nom"
          defaultValue={name ?? ''}
          autoComplete="name"
          slotProps={{ htmlInput: { maxLength: NAME_MAX } }}
        />
        <Button type="submit" variant="outlined" loading={busy} sx={{ flexShrink: 0 }}>
          Enregistrer
        </Button>
      </Stack>
    </Card>
  );
}

/** What stays on this computer. */
function ComputerCard() {
  const [keeps, setKeeps] = useState(keepsDrafts);
  return (
    <Card component="section" aria-labelledby="computer-title" sx={{ p: 3 }}>
      <Typography variant="h2" id="computer-title" sx={{ mb: 1 }}>
        Sur cet ordinateur
      </Typography>
      <FormControlLabel
        control={
          <Switch
            checked={keeps}
            onChange={(_, next) => {
              setKeepsDrafts(next);
              setKeeps(next);
            }}
          />
        }
        label="Garder une copie de ma saisie en cours"
      />
      <Typography color="textSecondary" sx={{ fontSize: '0.9rem', mt: 0.5 }}>
        Elle rattrape une panne ou une session expirée, et s’efface à l’enregistrement et à la déconnexion.
        Désactivez-la sur un ordinateur partagé.
      </Typography>
    </Card>
  );
}

function SessionsCard() {
  const { act, busy } = useAction();
  const { data, error, isPending, refetch } = useQuery(queryOf(listSessions));
  const endOthers = async (): Promise<void> => {
    await act(() => call(endOtherSessions), { done: 'Vos autres sessions sont fermées.' });
    await refetch();
  };
  return (
    <Card component="section" aria-labelledby="sessions-title" sx={{ p: 3 }}>
      <Typography variant="h2" id="sessions-title" sx={{ mb: 1 }}>
        Sessions ouvertes
      </Typography>
      {isPending && <Loading />}
      {error && (
        <LoadError
          message="Les sessions n’ont pas pu être lues."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
      <List dense>
        {data?.data.map((session) => (
          <ListItem key={session.id} divider disableGutters sx={{ gap: 2 }}>
            <ListItemText
              primary={programOf(session.user_agent)}
              title={session.user_agent ?? ''}
              secondary={`Utilisée le ${printInstant(session.last_used_at)}, depuis ${session.ip ?? 'une adresse inconnue'}`}
              slotProps={{ primary: { sx: { overflowWrap: 'anywhere', fontSize: '0.9rem' } } }}
            />
            {session.current && <Chip size="small" color="primary" label="Celle-ci" />}
          </ListItem>
        ))}
      </List>
      <Button
        color="error"
        variant="outlined"
        sx={{ mt: 1.5 }}
        loading={busy}
        disabled={(data?.data.length ?? 0) < 2}
        onClick={() => void endOthers()}
      >
        Se déconnecter partout ailleurs
      </Button>
    </Card>
  );
}

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** `Firefox sous Windows`, from what a browser says of itself; its own words when they are none of those. */
function programOf(agent: string | null): string {
  if (!agent) return 'Programme inconnu';
  const browser = BROWSERS.find(([sign]) => sign.test(agent))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(agent))?.[1];
  return browser && system ? `${browser} sous ${system}` : agent;
}
