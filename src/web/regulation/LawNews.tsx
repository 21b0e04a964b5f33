import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { counted } from '#shared/fields/counted.ts';
import { printDay } from '#shared/fields/date.ts';
import { getCorpusChanges, listCorpora } from '#shared/regulation/regulation.contract.ts';
import { queryOf } from '../api/query.ts';

/** How long a new corpus is news (ms). */
const NEWS_MS = 60 * 86_400_000;

/** « Le corpus du 18/06/2026 change 4 verdicts dans 3 produits. » Nothing while nothing changes. */
export function LawNews() {
  const corpora = useQuery(queryOf(listCorpora));
  const active = corpora.data?.data.find((one) => one.active);
  const isNew = active?.activated_at ? Date.now() - Date.parse(active.activated_at) < NEWS_MS : false;
  const { data } = useQuery({
    ...queryOf(getCorpusChanges, { params: { id: active?.id ?? '' } }),
    enabled: isNew,
  });
  const changes = data?.data.changes ?? [];
  if (!active || changes.length === 0) return null;
  const broken = changes.filter(({ to }) => to === 'non_conforme').length;
  const products = new Set(changes.map(({ product_id }) => product_id)).size;
  return (
    <Alert
      severity={broken > 0 ? 'error' : 'warning'}
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" component={Link} to="/regulation?onglet=changements">
          Voir
        </Button>
      }
    >
      {`Le corpus du ${active.date ? printDay(active.date) : 'jour'} change ${counted(changes.length, 'verdict')} dans ${counted(products, 'produit')}${broken > 0 ? `, dont ${counted(broken, 'non conforme', 'non conformes')}` : ''}.`}
    </Alert>
  );
}
