import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { type DashboardStats, PRIORITY_COUNT } from '#shared/dashboard/dashboard.contract.ts';
import { useMay } from '../auth/account.tsx';

type Priority = DashboardStats['priorities'][number];

/** The remedy of each kind, one click away. */
const REMEDIES: Record<Priority['kind'], { label: string; to: (id: string) => string; step?: number; all?: string }> = {
  finalize: { label: 'Finaliser', to: (id) => `/generation?generation=${id}`, all: '/dips?status=draft' },
  complete: {
    label: 'Compléter',
    to: (id) => `/products/${id}/edit`,
    all: '/products?status=DRAFT&sort=-progression',
  },
  formula: {
    label: 'Ajouter la formule',
    to: (id) => `/products/${id}/edit`,
    step: 1,
    all: '/products?status=DRAFT&without_formula=true&sort=-progression',
  },
  finding: { label: 'Voir les remarques', to: (id) => `/products/${id}/control`, all: '/products?findings_red=true' },
  remark: {
    label: 'Voir les remarques',
    to: (id) => `/products/${id}/control`,
    all: '/products?findings_orange=true',
  },
  drive: { label: 'Voir le drive', to: () => '/drive' },
};

export function Priorities({ priorities }: { priorities: readonly Priority[] }) {
  const mayWrite = useMay('write');
  if (priorities.length === 0)
    return (
      <Typography color="textSecondary" sx={{ mt: 1.5 }}>
        Aucune pour le moment : rien n’attend.
      </Typography>
    );
  return (
    <List dense>
      {priorities.map(({ kind, id, label, detail }, index) => {
        // As many as are shown of a kind: there may be more.
        const isLast = priorities[index + 1]?.kind !== kind;
        const { all } = REMEDIES[kind];
        const hasMore = isLast && all && priorities.filter((one) => one.kind === kind).length >= PRIORITY_COUNT;
        const remedy = REMEDIES[kind];
        return (
          <ListItem key={`${kind}${id}`} divider disableGutters sx={{ gap: 2 }}>
            <ListItemText
              primary={label}
              secondary={
                hasMore ? (
                  <>
                    {detail}{' '}
                    <MuiLink component={Link} to={all}>
                      Tout voir
                    </MuiLink>
                  </>
                ) : (
                  detail
                )
              }
              sx={{ overflowWrap: 'anywhere' }}
            />
            {mayWrite && (
              <Button
                component={Link}
                to={remedy.to(id)}
                state={remedy.step === undefined ? undefined : { step: remedy.step }}
                size="small"
                variant="outlined"
                sx={{ flexShrink: 0 }}
                aria-label={`${remedy.label} : ${label}`}
              >
                {remedy.label}
              </Button>
            )}
          </ListItem>
        );
      })}
    </List>
  );
}
