import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { type DashboardStats, PRIORITY_COUNT } from '#shared/dashboard/dashboard.contract.ts';
import { useMay } from '../auth/account.tsx';

type Priority = DashboardStats['priorities'][number];

/** The list of all there are of a kind, or of a level of findings. */
const allOf = ({ kind, level }: Priority): string | undefined =>
  level === null ? REMEDIES[kind].all : `/products?findings_${level === 'rouge' ? 'red' : 'orange'}=true`;
const isAlike = (a: Priority, b: Priority | undefined): boolean => a.kind === b?.kind && a.level === b.level;

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
  finding: { label: 'Voir les remarques', to: (id) => `/products/${id}/control` },
  drive: { label: 'Voir le drive', to: () => '/drive' },
};

const TITLES: Record<Priority['kind'], string> = {
  finalize: 'Documents à finaliser',
  complete: 'Fiches à compléter',
  formula: 'Formules à donner',
  finding: 'Remarques',
  drive: 'Envois au drive',
};
const titleOf = ({ kind, level }: Priority): string =>
  level === 'rouge' ? 'Remarques bloquantes' : level === null ? TITLES[kind] : 'Remarques à regarder';

/** What the next lines are, and the way to all of them. */
function Heading({ one, all }: { one: Priority; all: string | undefined }) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2, alignItems: 'baseline', pt: 1.5, pb: 0.25 }}>
      <Typography component="h3" sx={{ fontSize: '0.85rem', fontWeight: 600, flexGrow: 1 }} color="textSecondary">
        {titleOf(one)}
      </Typography>
      {all && (
        <MuiLink component={Link} to={all} sx={{ fontSize: '0.88rem' }}>
          Tout voir
        </MuiLink>
      )}
    </Box>
  );
}

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
      {priorities.map((one, index) => {
        const { kind, id, label, detail } = one;
        // As many as are shown of a kind: there may be more.
        const all = allOf(one);
        const isFirst = !isAlike(one, priorities[index - 1]);
        const hasMore = all && priorities.filter((other) => isAlike(one, other)).length >= PRIORITY_COUNT;
        const remedy = REMEDIES[kind];
        return (
          <Fragment key={`${kind}${id}`}>
            {isFirst && <Heading one={one} all={hasMore ? all : undefined} />}
            <ListItem divider disableGutters sx={{ gap: 2 }}>
              <ListItemText primary={label} secondary={detail} sx={{ overflowWrap: 'anywhere' }} />
              {mayWrite && (
                <Button
                  component={Link}
                  to={remedy.to(id)}
                  state={remedy.step === undefined ? undefined : { step: remedy.step }}
                  size="small"
                  variant="outlined"
                  sx={{ flexShrink: 0 }}
                  aria-label={`${remedy.label} : ${label}`}
                >
                  {remedy.label}
                </Button>
              )}
            </ListItem>
          </Fragment>
        );
      })}
    </List>
  );
}
