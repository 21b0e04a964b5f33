import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CalendarCheck2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Deadline, listDeadlines } from '#shared/deadlines/deadline.contract.ts';
import { DEADLINE_KIND_NAMES, DEADLINE_KINDS, type DeadlineKind } from '#shared/deadlines/deadline.kinds.ts';
import { counted } from '#shared/fields/counted.ts';
import { dayOf, daysAfter } from '#shared/fields/date.ts';
import { printNumber } from '#shared/fields/number.ts';
import type { ProductSummary } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { queryOf } from '../api/query.ts';
import { later } from '../ui/later.tsx';
import { Empty, LoadError, Loading, Page } from '../ui/Page.tsx';
import { DeadlineLine } from './DeadlineLine.tsx';
import { groupsOf } from './deadline.groups.ts';

const ProductPicker = later(() => import('../products/ProductPicker.tsx'), 'ProductPicker');

/** How far ahead one looks at first (days). */
const AHEAD_DAYS = 60;
/** Deadlines of one page. */
const PAGE_SIZE = 100;

/** What one opens on Monday morning: late first, then this week, this month, later; each line leads to where it is done. */
export function DeadlinesPage() {
  const [search, setSearch] = useSearchParams();
  const kind = DEADLINE_KIND_NAMES.find((one) => one === search.get('nature')) ?? '';
  const isFar = search.get('loin') === 'oui';
  const [product, setProduct] = useState<ProductSummary | null>(null);
  const [page, setPage] = useState(1);
  const today = dayOf(new Date());
  const set = (values: Record<string, string>): void => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(values)) value ? next.set(name, value) : next.delete(name);
    setSearch(next, { replace: true });
    setPage(1);
  };
  const query = {
    page: String(page),
    size: String(PAGE_SIZE),
    ...(kind ? { kind } : {}),
    ...(product ? { product_id: product.id } : {}),
    ...(isFar ? {} : { to: daysAfter(today, AHEAD_DAYS) }),
  };
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...queryOf(listDeadlines, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const total = data?.total ?? 0;
  return (
    <Page
      title="Échéancier"
      subtitle="Chaque jour vient du dossier d’un produit : saisi par quelqu’un, ou compté depuis un jour saisi."
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 2fr) auto' },
          alignItems: 'center',
          mb: 2,
        }}
      >
        <TextField select label="Nature" value={kind} onChange={(event) => set({ nature: event.target.value })}>
          <MenuItem value="">Toutes</MenuItem>
          {DEADLINE_KIND_NAMES.map((name: DeadlineKind) => (
            <MenuItem key={name} value={name}>
              {DEADLINE_KINDS[name].label}
            </MenuItem>
          ))}
        </TextField>
        <Box sx={{ minHeight: 40 }}>
          <ProductPicker
            selected={product}
            onSelect={(one) => {
              setProduct(one);
              setPage(1);
            }}
            nameOf={productLabel}
          />
        </Box>
        <Button variant="outlined" aria-pressed={isFar} onClick={() => set({ loin: isFar ? '' : 'oui' })}>
          {isFar ? 'Soixante jours seulement' : 'Voir plus loin'}
        </Button>
      </Box>
      {isPending ? (
        <Loading label="Lecture des échéances…" />
      ) : error && !data ? (
        <LoadError
          message="Les échéances n’ont pas pu être lues."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      ) : data.data.length === 0 ? (
        <Empty
          icon={<CalendarCheck2 size={36} />}
          title={isFar ? 'Aucune échéance' : 'Rien dans les soixante jours'}
          text="Les pièces qui expirent, les études à lire, les effets à transmettre et les relevés à refaire se rangent ici d’eux-mêmes."
        />
      ) : (
        <Box aria-busy={isFetching} sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {groupsOf(data.data, today).map(({ title, rows }) => (
            <Group key={title} title={title} rows={rows} />
          ))}
          {total > PAGE_SIZE && (
            <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
              <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
                Précédentes
              </Button>
              <Typography color="textSecondary">
                {`${printNumber((page - 1) * PAGE_SIZE + 1)} à ${printNumber(Math.min(total, page * PAGE_SIZE))} sur ${printNumber(total)}`}
              </Typography>
              <Button disabled={page * PAGE_SIZE >= total} onClick={() => setPage(page + 1)}>
                Suivantes
              </Button>
            </Box>
          )}
        </Box>
      )}
    </Page>
  );
}

function Group({ title, rows }: { title: string; rows: readonly Deadline[] }) {
  return (
    <Card component="section" aria-label={title} sx={{ p: { xs: 2, sm: 2.5 }, minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline', mb: 0.5 }}>
        <Typography variant="h2">{title}</Typography>
        <Typography color="textSecondary">{counted(rows.length, 'échéance')}</Typography>
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows.map((one) => (
          <DeadlineLine key={one.id} deadline={one} />
        ))}
      </Box>
    </Card>
  );
}
