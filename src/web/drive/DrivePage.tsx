import Alert from '@mui/material/Alert';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { getAdminDrive } from '#shared/drive/drive.contract.ts';
import { ApiError } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { Forbidden } from '../auth/AdminOnly.tsx';
import { LoadError, Loading, Page } from '../ui/Page.tsx';

const PROVIDERS = { local: 'drive intégré', google: 'Google Drive' } as const;

export function DrivePage() {
  const { data, error, isPending, refetch } = useQuery(queryOf(getAdminDrive));
  if (isPending) return <Loading />;
  if (error instanceof ApiError && error.status === 403) return <Forbidden />;
  if (error)
    return (
      <LoadError message="L'état du drive n'a pas pu être lu." detail={error.message} onRetry={() => void refetch()} />
    );
  const { provider, configured, root_folder_id, message } = data.data;
  return (
    <Page title={`Mon Drive – ${PROVIDERS[provider]}`}>
      <Card sx={{ p: 3, maxWidth: 720 }}>
        <Alert severity="info" sx={{ mb: 2 }}>
          {message}
        </Alert>
        <Typography>Identifiants Google : {configured ? '✅ Présents' : '❌ Manquants'}</Typography>
        <Typography>Dossier racine : {root_folder_id ?? 'Non défini'}</Typography>
      </Card>
    </Page>
  );
}
