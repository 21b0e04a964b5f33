import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { healthParts } from '#shared/system/system.contract.ts';
import { queryOf } from '../api/query.ts';
import { LoadError, Loading } from '../ui/Page.tsx';
import { PartList } from '../ui/PartList.tsx';

/** How often the page looks again while it is read (ms). */
const FOLLOW_MS = 15_000;

/** What Diplo stands on, part by part: the same that a program reads at `/api/v1/health/parts`. */
export function HealthCard() {
  const { data, error, isFetching, refetch } = useQuery({ ...queryOf(healthParts), refetchInterval: FOLLOW_MS });
  return (
    <Card component="section" aria-labelledby="health-title" sx={{ p: 2.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography variant="h2" id="health-title" sx={{ flexGrow: 1 }}>
          État du service
        </Typography>
        <Button size="small" startIcon={<RefreshCw size={16} />} disabled={isFetching} onClick={() => void refetch()}>
          Regarder de nouveau
        </Button>
      </Box>
      {error && (
        <LoadError
          message="L’état du service n’a pas pu être lu."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <Loading label="Lecture de l’état…" />}
      {data && <PartList parts={data.data} />}
    </Card>
  );
}
