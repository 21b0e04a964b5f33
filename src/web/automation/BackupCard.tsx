import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DatabaseBackup, ShieldCheck } from 'lucide-react';
import {
  type BackupStatus,
  getBackups,
  startBackup,
  startVerification,
  type Verification,
} from '#shared/backup/backup.contract.ts';
import { isBackupLate } from '#shared/backup/backup.late.ts';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import { printNumber } from '#shared/fields/number.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { LoadError, Loading } from '../ui/Page.tsx';
import { PartList } from '../ui/PartList.tsx';
import { StatusCard } from '../ui/StatusCard.tsx';

/** While something runs, the page follows (ms). */
const FOLLOW_MS = 1_000;

/** When the installation was saved and read for the last time, what was found, and how to do it now. */
export function BackupCard() {
  const { act, busy } = useAction();
  const client = useQueryClient();
  const query = queryOf(getBackups);
  const { data, error, isPending, refetch } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.data.running ? FOLLOW_MS : false),
  });
  if (isPending) return <Loading />;
  if (error && !data)
    return (
      <LoadError
        message="L’état des sauvegardes n’a pas pu être lu."
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  const status = data.data;
  const begin = async (work: () => Promise<BackupStatus>): Promise<void> => {
    const next = await act(work);
    if (next) client.setQueryData(query.queryKey, { data: next, total: null });
  };
  const { state, done } = stateOf(status);
  return (
    <StatusCard title="Sauvegardes" text={wordsOf(status)} state={state} done={done}>
      {status.failure && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {`La sauvegarde du ${printInstant(status.failure.at)} n’a pas pu être faite. ${status.failure.message}`}
        </Alert>
      )}
      {status.last && status.last.missing > 0 && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {`${counted(status.last.missing, 'fichier n’a pas pu', 'fichiers n’ont pas pu')} y être mis : lancez une vérification.`}
        </Alert>
      )}
      {status.sweep_stopped && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {`Le ménage s’est arrêté. ${status.sweep_stopped}`}
        </Alert>
      )}
      <Stack direction="row" sx={{ gap: 1.5, mt: 2, flexWrap: 'wrap' }}>
        <Button
          variant="outlined"
          startIcon={<DatabaseBackup size={18} />}
          loading={status.running === 'backup'}
          loadingPosition="start"
          disabled={busy || status.directory === null || status.running !== null}
          onClick={() => void begin(() => call(startBackup))}
        >
          Sauvegarder maintenant
        </Button>
        <Button
          variant="outlined"
          startIcon={<ShieldCheck size={18} />}
          loading={status.running === 'verify'}
          loadingPosition="start"
          disabled={busy || status.running !== null}
          onClick={() => void begin(() => call(startVerification))}
        >
          Vérifier l’installation
        </Button>
      </Stack>
      {status.verification && <Findings verification={status.verification} />}
    </StatusCard>
  );
}

function stateOf({ directory, last, failure }: BackupStatus): { state: string; done: boolean } {
  if (!directory) return { state: 'À régler', done: false };
  if (failure) return { state: 'En échec', done: false };
  if (!last) return { state: 'Bientôt', done: false };
  return isBackupLate(last.at, new Date())
    ? { state: 'En retard', done: false }
    : { state: `Le ${printInstant(last.at)}`, done: true };
}

function wordsOf({ directory, last }: BackupStatus): string {
  if (!directory)
    return 'Diplo ne sait pas où se sauvegarder : donnez le réglage BACKUP_DIR, un dossier d’un autre disque. Chaque jour, la base et les fichiers y seront copiés, et gardés quatorze jours.';
  const where = `Chaque jour, la base et les fichiers sont copiés dans ${directory}, et gardés quatorze jours.`;
  return last
    ? `${where} La dernière fois : ${counted(last.files, 'fichier')}, ${printNumber(Math.max(1, Math.round(last.size / 1e6)))} Mo.`
    : where;
}

/** What the last verification found, part by part. */
function Findings({ verification }: { verification: Verification }) {
  return (
    <Box sx={{ mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}>
      <Typography sx={{ fontWeight: 600 }}>
        {`Vérification du ${printInstant(verification.at)} : ${verification.ok ? 'tout est en ordre' : 'à voir'}`}
      </Typography>
      <Box sx={{ mt: 1 }}>
        <PartList parts={verification.parts} />
      </Box>
    </Box>
  );
}
