import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PlugZap, Unplug } from 'lucide-react';
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
import { LoadError, Loading, Page } from '../ui/Page.tsx';
import { useToast } from '../ui/toast.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { DriveHowTo } from './DriveHowTo.tsx';
import { DriveSteps } from './DriveSteps.tsx';
import { FolderForm } from './FolderForm.tsx';
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
  if (error instanceof ApiError && error.status === 403)
    return <Forbidden does="Ici, la maison choisit où ses documents validés sont déposés." />;
  // A glance that failed while files are sent takes nothing of what was typed.
  if (error && !data)
    return (
      <Page title="Mon Drive">
        <LoadError
          message="L’état du drive n’a pas pu être lu."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      </Page>
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

type DriveWork = 'credentials' | 'folder' | 'test' | 'disconnect';

/** What is being done to the drive, and what is said of it. */
function useDriveAction(onChange: (drive: DriveStatus) => void) {
  const toast = useToast();
  const [busy, setBusy] = useState<DriveWork | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  /** What failed its test while something else works: kept only if the person insists. */
  const [insisting, setInsisting] = useState<{ why: string; keep: () => Promise<unknown> } | null>(null);

  /** @returns whether it went through */
  const act = async (
    what: DriveWork,
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

  return { act, busy, fault, setFault, insisting, setInsisting };
}

function Configuration({ drive, onChange }: ConfigurationProps) {
  const { act, busy, fault, setFault, insisting, setInsisting } = useDriveAction(onChange);
  const [asking, setAsking] = useState(false);

  const saveCredentials = (file: File, insist = false): Promise<boolean> =>
    act('credentials', () => call(saveAdminCredentials, { body: { insist }, file }), {
      done: 'Credentials enregistrés',
      failed: "Erreur lors de l'upload",
      ...(insist ? {} : { keep: () => saveCredentials(file, true) }),
    });
  const saveFolder = (folder: string, insist = false): Promise<boolean> =>
    act('folder', () => call(saveAdminFolder, { body: { folder_id: folder, insist } }), {
      done: 'Folder ID enregistré',
      failed: 'Le dossier n’a pas été enregistré.',
      ...(insist ? {} : { keep: () => saveFolder(folder, true) }),
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
        <CredentialsForm
          key={drive.account_email ?? ''}
          drive={drive}
          busy={busy === 'credentials'}
          onSave={saveCredentials}
        />
        <FolderForm busy={busy === 'folder'} onSave={saveFolder} />
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
        {drive.steps.length > 0 && <DriveSteps steps={drive.steps} />}
        {drive.configured && drive.root_folder_id ? <OutboxCard drive={drive} onChange={onChange} /> : <DriveHowTo />}
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
