import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, RefreshCw } from 'lucide-react';
import { healthParts } from '#shared/system/system.contract.ts';
import { queryOf } from '../api/query.ts';
import { LoadError, Loading } from '../ui/Page.tsx';

/** What Diplo stands on, part by part: the same that a program reads at `/api/v1/health/parts`. */
export function HealthCard() {
  const { data, error, isFetching, refetch } = useQuery(queryOf(healthParts));
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
      {data && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.data.map(({ key, name, ok, said }) => (
            <Box
              component="li"
              key={key}
              sx={{
                display: 'grid',
                columnGap: 1.5,
                gridTemplateColumns: { xs: '1fr', sm: '200px 1fr' },
                alignItems: 'center',
                py: 0.75,
              }}
            >
              <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', fontWeight: 600 }}>
                <Box sx={{ color: ok ? 'success.main' : 'warning.main', display: 'flex' }}>
                  {ok ? <CircleCheck size={18} aria-label="Bien" /> : <CircleAlert size={18} aria-label="À voir" />}
                </Box>
                {name}
              </Box>
              <Typography color={ok ? 'textSecondary' : 'textPrimary'} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                {said}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
    </Card>
  );
}
