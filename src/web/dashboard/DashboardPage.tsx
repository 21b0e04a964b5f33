import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type DashboardStats, getStats } from '#shared/dashboard/dashboard.contract.ts';
import { printInstant } from '#shared/fields/date.ts';
import { printNumber } from '#shared/fields/number.ts';
import { queryOf } from '../api/query.ts';
import { useAccount } from '../auth/account.tsx';
import { LoadError, Loading, Page } from '../ui/Page.tsx';

type CardKey = Exclude<keyof DashboardStats, 'recentActivity'>;

const CARDS: [key: CardKey, label: string][] = [
  ['totalProducts', 'Total Produits'],
  ['draftProducts', 'Produits brouillon'],
  ['validatedProducts', 'Produits validés'],
  ['totalDips', 'Total des DIP'],
  ['pendingDips', 'DIP en attente'],
  ['completedDips', 'DIP complétés'],
  ['templatesCount', 'Modèles'],
  ['pendingGenerations', 'Générations en attente'],
  ['averageCompletion', 'Complétude moyenne'],
];

const ACTIVITY = {
  completed: { color: 'success', label: 'Terminé' },
  pending: { color: 'warning', label: 'En attente' },
  info: { color: 'info', label: 'Info' },
} as const;

export function DashboardPage() {
  const { email } = useAccount();
  const { data, error, isPending, refetch } = useQuery(queryOf(getStats));
  return (
    <Page title="Tableau de bord" subtitle={`Bonjour ${email}`}>
      {isPending && <Loading label="Chargement du tableau de bord..." />}
      {error && (
        <LoadError
          message="Le tableau de bord n'a pas pu être chargé."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Figures stats={data.data} />}
    </Page>
  );
}

function Figures({ stats }: { stats: DashboardStats }) {
  return (
    <>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))', mb: 4 }}>
        {CARDS.map(([key, label]) => (
          <Card key={key} sx={{ p: 2.25 }}>
            <Typography color="textSecondary" sx={{ fontSize: '0.92rem' }}>
              {label}
            </Typography>
            <Typography sx={{ fontSize: '1.9rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
              {printNumber(stats[key])}
              {key === 'averageCompletion' && '\u00a0%'}
            </Typography>
          </Card>
        ))}
      </Box>
      <Card component="section" aria-labelledby="activity-title" sx={{ p: 2.5 }}>
        <Typography variant="h2" id="activity-title">
          Activité récente
        </Typography>
        {stats.recentActivity.length === 0 ? (
          <Typography color="textSecondary" sx={{ mt: 1.5 }}>
            Aucune activité récente
          </Typography>
        ) : (
          <List dense>
            {stats.recentActivity.map(({ id, title, date, status }) => (
              <ListItem key={id} divider disableGutters sx={{ gap: 2 }}>
                <ListItemText primary={title} secondary={printInstant(date)} sx={{ overflowWrap: 'anywhere' }} />
                <Chip size="small" color={ACTIVITY[status].color} variant="outlined" label={ACTIVITY[status].label} />
              </ListItem>
            ))}
          </List>
        )}
      </Card>
    </>
  );
}
