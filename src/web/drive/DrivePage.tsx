import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleX, FileJson, PlugZap, Unplug } from 'lucide-react';
import { useState } from 'react';
import {
  type DriveStatus,
  disconnectDrive,
  getAdminDrive,
  getDrive,
  saveAdminCredentials,
  saveAdminFolder,
  testAdminDrive,
} from '#shared/drive/drive.contract.ts';
import { ApiError, call, sentenceOf } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { Forbidden } from '../auth/AdminOnly.tsx';
import { useMay } from '../auth/account.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { LoadError, Loading, Page } from '../ui/Page.tsx';
import { useToast } from '../ui/toast.tsx';
import { OutboxCard } from './OutboxCard.tsx';

const PROVIDERS = { local: 'drive intégré', google: 'Google Drive' } as const;
const SEVERITIES = { ok: 'success', incomplete: 'warning', error: 'error' } as const;
/** While files are on their way, the figures follow (ms). */
const FOLLOW_MS = 2_000;

export function DrivePage() {
  // Administrators ask their own address, everybody else the general one, which answers 403: as specified.
  const query = queryOf(useMay('admin') ? getAdminDrive : getDrive);
  const { data, error, isPending, refetch } = useQuery({
    ...query,
    refetchInterval: ({ state }) => ((state.data?.data.outbox.waiting ?? 0) > 0 ? FOLLOW_MS : false),
  });
  const client = useQueryClient();
  if (isPending) return <Loading />;
  if (error instanceof ApiError && error.status === 403) return <Forbidden />;
  // A glance that failed while files are sent takes nothing of what was typed.
  if (error && !data)
    return (
      <LoadError message="L'état du drive n'a pas pu être lu." detail={error.message} onRetry={() => void refetch()} />
    );
  const drive = data.data;
  return (
    <Page title={`Mon Drive – ${PROVIDERS[drive.provider]}`}>
      <Configuration
        key={drive.root_folder_id ?? ''}
        drive={drive}
        onChange={(next) => client.setQueryData(query.queryKey, { data: next, total: null })}
      />
    </Page>
  );
}

interface ConfigurationProps {
  drive: DriveStatus;
  onChange: (drive: DriveStatus) => void;
}

function Configuration({ drive, onChange }: ConfigurationProps) {
  const toast = useToast();
  const [file, setFile] = useState<File | null>(null);
  const [folder, setFolder] = useState('');
  const [busy, setBusy] = useState<'credentials' | 'folder' | 'test' | 'disconnect' | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  /** What failed its test while something else works: kept only if the person insists. */
  const [insisting, setInsisting] = useState<{ why: string; keep: () => Promise<unknown> } | null>(null);

  /** @returns whether it went through */
  const act = async (
    what: NonNullable<typeof busy>,
    work: () => Promise<DriveStatus>,
    texts: { done?: string; failed: string; keep?: () => Promise<unknown> },
  ): Promise<boolean> => {
    setBusy(what);
    setFault(null);
    try {
      onChange(await work());
      if (texts.done) toast({ severity: 'success', message: texts.done });
      return true;
    } catch (problem) {
      if (texts.keep && problem instanceof ApiError && problem.code === 'drive_test_failed') {
        setInsisting({ why: problem.message, keep: texts.keep });
        return false;
      }
      setFault(sentenceOf(problem));
      toast({ severity: 'error', message: texts.failed });
      return false;
    } finally {
      setBusy(null);
    }
  };

  const saveCredentials = async (insist = false): Promise<void> => {
    if (!file) return;
    const done = await act('credentials', () => call(saveAdminCredentials, { body: { insist }, file }), {
      done: 'Credentials enregistrés',
      failed: "Erreur lors de l'upload",
      ...(insist ? {} : { keep: () => saveCredentials(true) }),
    });
    if (done) setFile(null);
  };
  const saveFolder = (insist = false): Promise<boolean> =>
    act('folder', () => call(saveAdminFolder, { body: { folder_id: folder, insist } }), {
      done: 'Folder ID enregistré',
      failed: 'Le dossier n’a pas été enregistré.',
      ...(insist ? {} : { keep: () => saveFolder(true) }),
    });

  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', lg: '1.3fr 1fr' }, alignItems: 'start' }}>
      <Card sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
        <Alert severity={drive.configured ? SEVERITIES[drive.status] : 'info'} sx={{ mb: 2.5 }}>
          {drive.message}
        </Alert>
        <Typography>Identifiants Google : {drive.configured ? '✅ Présents' : '❌ Manquants'}</Typography>
        {drive.account_email && (
          <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            Compte de service : {drive.account_email}
          </Typography>
        )}
        <Typography sx={{ overflowWrap: 'anywhere', mb: 2.5 }}>
          Dossier racine : {drive.root_folder_id ?? 'Non défini'}
        </Typography>
        {fault && (
          <Alert severity="error" onClose={() => setFault(null)} sx={{ mb: 2.5, whiteSpace: 'pre-line' }}>
            {fault}
          </Alert>
        )}
        <Typography variant="h2" sx={{ mb: 1 }}>
          {drive.configured ? 'Remplacer les identifiants' : 'Identifiants du compte de service'}
        </Typography>
        <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap', mb: 3 }}>
          <FilePicker
            label="Fichier JSON du compte de service"
            accept=".json,application/json"
            variant="outlined"
            startIcon={<FileJson size={18} />}
            onPick={setFile}
          >
            Choisir le fichier JSON
          </FilePicker>
          <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {file?.name ?? 'Aucun fichier choisi'}
          </Typography>
          <Button
            variant="contained"
            disabled={!file}
            loading={busy === 'credentials'}
            onClick={() => void saveCredentials()}
          >
            Enregistrer
          </Button>
        </Stack>
        <Typography variant="h2" sx={{ mb: 1 }}>
          Dossier racine
        </Typography>
        <Stack
          component="form"
          direction={{ xs: 'column', sm: 'row' }}
          sx={{ gap: 1.5, alignItems: { sm: 'flex-start' } }}
          onSubmit={(event) => {
            event.preventDefault();
            if (folder.trim()) void saveFolder();
          }}
        >
          <TextField
            label="Identifiant ou adresse du dossier"
            value={folder}
            onChange={(event) => setFolder(event.target.value)}
            helperText="Un dossier d’un Drive partagé. Son adresse, copiée du navigateur, convient."
          />
          <Button
            type="submit"
            variant="contained"
            disabled={folder.trim() === ''}
            loading={busy === 'folder'}
            sx={{ flexShrink: 0 }}
          >
            Sauvegarder
          </Button>
        </Stack>
        {drive.configured && (
          <Stack
            direction="row"
            sx={{ gap: 1.5, flexWrap: 'wrap', mt: 3, pt: 2.5, borderTop: 1, borderColor: 'divider' }}
          >
            <Button
              variant="outlined"
              startIcon={<PlugZap size={18} />}
              disabled={!drive.root_folder_id}
              loading={busy === 'test'}
              loadingPosition="start"
              onClick={() => void act('test', () => call(testAdminDrive), { failed: 'L’essai n’a pas pu être fait.' })}
            >
              Essayer la connexion
            </Button>
            <Button
              color="error"
              startIcon={<Unplug size={18} />}
              loading={busy === 'disconnect'}
              loadingPosition="start"
              onClick={() => setAsking(true)}
            >
              Déconnecter
            </Button>
          </Stack>
        )}
      </Card>
      <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0 }}>
        {drive.steps.length > 0 && <Steps steps={drive.steps} />}
        {drive.configured && drive.root_folder_id ? <OutboxCard drive={drive} onChange={onChange} /> : <HowTo />}
      </Box>
      <ConfirmDialog
        open={insisting !== null}
        title="L’essai a échoué"
        text={insisting?.why ?? ''}
        confirmLabel="Garder quand même"
        cancelLabel="Laisser comme avant"
        danger
        onCancel={() => setInsisting(null)}
        onConfirm={() => {
          const kept = insisting;
          setInsisting(null);
          void kept?.keep();
        }}
      />
      <ConfirmDialog
        open={asking}
        title="Déconnecter Google Drive ?"
        text="Les identifiants et le dossier seront oubliés. Les documents restent ici, dans le drive intégré ; ceux qui sont déjà sur Google Drive y restent aussi."
        confirmLabel="Déconnecter"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void act('disconnect', () => call(disconnectDrive), {
            done: 'Google Drive est déconnecté.',
            failed: 'La déconnexion a échoué.',
          });
        }}
      />
    </Box>
  );
}

const STEP_ICONS = {
  ok: { icon: CircleCheck, color: 'success.main', text: 'réussi' },
  failed: { icon: CircleX, color: 'error.main', text: 'en échec' },
  skipped: { icon: CircleDashed, color: 'text.secondary', text: 'pas essayé' },
} as const;

/** What the last test found, and what to do where it failed. */
function Steps({ steps }: { steps: DriveStatus['steps'] }) {
  return (
    <Card component="section" aria-labelledby="steps-title" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" id="steps-title">
        Dernier essai
      </Typography>
      <List dense>
        {steps.map(({ name, label, state, message }) => {
          const { icon: Icon, color, text } = STEP_ICONS[state];
          return (
            <ListItem key={name} disableGutters alignItems="flex-start">
              <ListItemIcon sx={{ minWidth: 34, color, mt: 0.75 }}>
                <Icon size={20} role="img" aria-label={text} />
              </ListItemIcon>
              <ListItemText
                primary={label}
                secondary={message}
                slotProps={{
                  secondary: { sx: { color: 'error.main' } },
                  primary: { sx: { overflowWrap: 'anywhere' } },
                }}
              />
            </ListItem>
          );
        })}
      </List>
    </Card>
  );
}

/** How to connect a drive, for whoever does it once in a life. */
function HowTo() {
  return (
    <Card component="section" aria-labelledby="howto-title" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" id="howto-title" sx={{ mb: 1 }}>
        Connecter Google Drive
      </Typography>
      <Box component="ol" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 1 }}>
        <li>Dans Google Cloud, créez un projet et activez l’API Google Drive.</li>
        <li>Créez un compte de service, puis une clé au format JSON : c’est le fichier à enregistrer ici.</li>
        <li>
          Dans Google Drive, créez un Drive partagé (Google Workspace). Ajoutez-y l’adresse du compte de service comme «
          Gestionnaire de contenu ».
        </li>
        <li>Créez-y un dossier, ouvrez-le, et copiez son adresse ici.</li>
      </Box>
      <Typography color="textSecondary" sx={{ mt: 1.5, fontSize: '0.9rem' }}>
        Un compte de service n’a pas d’espace à lui : un dossier de « Mon Drive », même partagé, ne convient pas. Sans
        Google Drive, tout fonctionne : les documents restent sur ce serveur.
      </Typography>
    </Card>
  );
}
