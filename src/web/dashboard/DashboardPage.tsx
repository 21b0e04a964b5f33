import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { type DashboardStats, getStats } from '#shared/dashboard/dashboard.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import { printNumber } from '#shared/fields/number.ts';
import { queryOf } from '../api/query.ts';
import { useAccount, useMay } from '../auth/account.tsx';
import { usePersonName } from '../auth/people.ts';
import { DemoOffer } from '../demo/DemoOffer.tsx';
import { MyReviews } from '../reviews/MyReviews.tsx';
import { LoadingBlocks } from '../ui/LoadingBlocks.tsx';
import { later } from '../ui/later.tsx';
import { LoadError, Loading, Page } from '../ui/Page.tsx';
import { Priorities } from './Priorities.tsx';

const LawNews = later(() => import('../regulation/LawNews.tsx'), 'LawNews');
// The chart's library is large: the figures do not wait for it.
const HistoryChart = lazy(async () => ({ default: (await import('./HistoryChart.tsx')).HistoryChart }));

type CardKey = Exclude<keyof DashboardStats, 'recentActivity' | 'history' | 'priorities' | 'waitingFiles'>;

/** The nine figures, each the way to what it counts. */
const CARDS: [key: CardKey, label: string, to: string, hint: string][] = [
  ['totalProducts', 'Total Produits', '/products', 'Tous les produits, brouillons et validés'],
  ['draftProducts', 'Produits brouillon', '/products?status=DRAFT', 'Fiches en cours de saisie'],
  ['validatedProducts', 'Produits validés', '/products?status=VALIDATED', 'Fiches dont le document est finalisé'],
  ['totalDips', 'Total des DIP', '/dips', 'Tous les documents générés'],
  ['pendingDips', 'DIP en attente', '/dips?status=draft', 'Générés, pas encore finalisés ni validés'],
  ['completedDips', 'DIP complétés', '/dips?status=success', 'Validés : scellés avec leur PDF'],
  ['templatesCount', 'Modèles', '/templates', 'Vos documents Word à remplir'],
  ['pendingGenerations', 'Générations en attente', '/automation', 'Documents qui ne sont pas encore sur le drive'],
  ['averageCompletion', 'Complétude moyenne', '/products?sort=progression', 'Part des champs remplis, en moyenne'],
];

const ACTIVITY = {
  completed: { color: 'success', label: 'Validé' },
  pending: { color: 'warning', label: 'Brouillon' },
  info: { color: 'info', label: 'Info' },
} as const;

/** Where what an event is about is seen. */
const PLACES = {
  product: (id: string) => `/products/${id}`,
  generation: (id: string) => `/dips/${id}`,
  template: () => '/templates',
} as const;

export function DashboardPage() {
  const { email } = useAccount();
  const isAdmin = useMay('admin');
  const mayWrite = useMay('write');
  const { data, error, isPending, refetch } = useQuery(queryOf(getStats));
  return (
    <Page title="Tableau de bord" subtitle={`Bonjour ${email}`}>
      {isAdmin && <DemoOffer />}
      <LawNews />
      <MyReviews />
      {data && mayWrite && data.data.waitingFiles > 0 && (
        <Alert
          severity="info"
          sx={{ mb: 2 }}
          action={
            <Button component={Link} to="/automation?onglet=a-classer" color="inherit" size="small">
              Classer
            </Button>
          }
        >
          {counted(data.data.waitingFiles, 'fichier attend d’être classé', 'fichiers attendent d’être classés')}.
        </Alert>
      )}
      {isPending && <LoadingBlocks label="Chargement du tableau de bord..." count={9} height={96} width={150} />}
      {error && (
        <LoadError
          message="Le tableau de bord n’a pas pu être chargé."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Figures stats={data.data} />}
    </Page>
  );
}

function Figures({ stats }: { stats: DashboardStats }) {
  const nameOf = usePersonName();
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          // Nine figures leave no hole: three by three, all in a row, or the last one whole.
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, 1fr)', lg: 'repeat(9, 1fr)' },
          '& > :last-child': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
          mb: 3,
        }}
      >
        {CARDS.map(([key, label, to, hint]) => (
          <Card key={key}>
            <CardActionArea
              component={Link}
              to={to}
              title={hint}
              sx={{
                p: { xs: 2, lg: 1.5 },
                height: '100%',
                display: 'flex',
                flexDirection: 'column',
                alignItems: 'flex-start',
                justifyContent: 'space-between',
              }}
            >
              <Typography color="textSecondary" sx={{ fontSize: { xs: '0.92rem', lg: '0.85rem' }, lineHeight: 1.3 }}>
                {label}
              </Typography>
              <Typography sx={{ fontSize: '1.9rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
                {printNumber(stats[key])}
                {key === 'averageCompletion' && '\u00a0%'}
              </Typography>
            </CardActionArea>
          </Card>
        ))}
      </Box>
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' }, mb: 2.5 }}>
        <Section id="history" title="Historique des DIP générés">
          <Suspense fallback={<Loading />}>
            <HistoryChart history={stats.history} />
          </Suspense>
        </Section>
        <Section id="priorities" title="Actions prioritaires">
          <Priorities priorities={stats.priorities} />
        </Section>
      </Box>
      <Section id="activity" title="Activité récente">
        {stats.recentActivity.length === 0 ? (
          <Typography color="textSecondary" sx={{ mt: 1.5 }}>
            Aucune activité récente
          </Typography>
        ) : (
          <List dense>
            {stats.recentActivity.map(({ id, title, date, status, by, object }) => (
              <ListItem key={id} divider disableGutters sx={{ gap: 2 }}>
                <ListItemText
                  primary={
                    object ? (
                      <MuiLink
                        component={Link}
                        to={PLACES[object.type](object.id)}
                        color="textPrimary"
                        underline="hover"
                      >
                        {title}
                      </MuiLink>
                    ) : (
                      title
                    )
                  }
                  secondary={`${printInstant(date)}, ${by === null ? 'Diplo' : nameOf(by)}`}
                  sx={{ overflowWrap: 'anywhere' }}
                />
                <Chip size="small" color={ACTIVITY[status].color} variant="outlined" label={ACTIVITY[status].label} />
              </ListItem>
            ))}
          </List>
        )}
      </Section>
    </>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Card component="section" aria-labelledby={`${id}-title`} sx={{ p: 2.5, minWidth: 0 }}>
      <Typography variant="h2" id={`${id}-title`}>
        {title}
      </Typography>
      {children}
    </Card>
  );
}
