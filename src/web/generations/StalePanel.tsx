import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleCheck, RefreshCw } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { BATCH_ITEMS_MAX } from '#shared/batches/batch.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import { PART_LABELS, PART_NAMES } from '#shared/findings/stamp.ts';
import { listStale, type StaleDocument } from '#shared/generations/generation.contract.ts';
import { queryOf } from '../api/query.ts';
import { useMay } from '../auth/account.tsx';
import { useBatch } from '../batches/batch.queries.ts';
import { FirstRows } from '../ui/FirstRows.tsx';
import { Empty, LoadError, Loading } from '../ui/Page.tsx';

const PART = 'partie';

/** Documents whose product says something else by now, to be made again: all of a template at once. */
export function StalePanel() {
  const [search, setSearch] = useSearchParams();
  const part = search.get(PART) ?? '';
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(listStale, { query: part ? { part: part as (typeof PART_NAMES)[number] } : {} }),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <Loading label="Comparaison des documents et des dossiers…" />;
  if (error && !data)
    return (
      <LoadError
        message="Les documents à refaire n’ont pas pu être lus."
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  const groups = [...Map.groupBy(data.data, ({ template_id }) => template_id).values()];
  const choose = (next: string): void =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (next) after.set(PART, next);
        else after.delete(PART);
        return after;
      },
      { replace: true },
    );
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 960 }}>
      <Typography color="textSecondary">
        Le dernier document de chaque produit et de chaque modèle, quand le dossier ou le modèle a changé depuis.
        Refaire donne un nouveau brouillon ; un document scellé reste tel qu’il est.
      </Typography>
      <TextField
        select
        size="small"
        label="Ce qui a changé"
        value={part}
        onChange={(event) => choose(event.target.value)}
        sx={{ maxWidth: 320 }}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">Une partie quelconque</MenuItem>
        {PART_NAMES.map((name) => (
          <MenuItem key={name} value={name}>
            {PART_LABELS[name]}
          </MenuItem>
        ))}
      </TextField>
      {groups.length === 0 && (
        <Empty
          icon={<CircleCheck size={40} />}
          title="Aucun document à refaire"
          text={
            part
              ? 'Cette partie n’a changé dans aucun dossier depuis son dernier document.'
              : 'Chaque dernier document dit ce que dit le dossier de son produit.'
          }
        />
      )}
      {groups.map((documents) => (
        <Group key={documents[0]?.template_id} documents={documents} />
      ))}
    </Box>
  );
}

function Group({ documents }: { documents: readonly StaleDocument[] }) {
  const mayWrite = useMay('write');
  const { plan, start, busy } = useBatch();
  const [first] = documents;
  if (!first) return null;
  const again = async (): Promise<void> => {
    const products = documents.slice(0, BATCH_ITEMS_MAX).map(({ product_id }) => product_id);
    const demand = { kind: 'generate', products, template_id: first.template_id } as const;
    const found = await plan(demand);
    if (found) await start(demand, found);
  };
  return (
    <Card component="section" aria-label={first.template} sx={{ p: 2.5 }}>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
        <Box sx={{ flexGrow: 1 }}>
          <Typography variant="h2">{first.template}</Typography>
          <Typography color="textSecondary">
            {counted(documents.length, 'document à refaire', 'documents à refaire')}
          </Typography>
        </Box>
        {mayWrite && (
          <Button
            variant="contained"
            loading={busy}
            loadingPosition="start"
            startIcon={<RefreshCw size={18} />}
            onClick={() => void again()}
          >
            {documents.length > 1 ? `Refaire ces ${documents.length} documents` : 'Refaire ce document'}
          </Button>
        )}
      </Stack>
      <FirstRows rows={documents}>
        {(shown) => (
          <List dense disablePadding aria-label={`Documents à refaire : ${first.template}`}>
            {shown.map(({ id, product_id, label, initiated_at, status, parts }) => (
              <ListItem key={id} divider disableGutters sx={{ gap: 1, flexWrap: 'wrap' }}>
                <ListItemText
                  sx={{ flex: '1 1 260px', overflowWrap: 'anywhere' }}
                  primary={
                    <MuiLink component={Link} to={`/products/${product_id}`}>
                      {label}
                    </MuiLink>
                  }
                  secondary={
                    <>
                      <MuiLink component={Link} to={`/dips/${id}`} color="inherit">
                        {status === 'success' ? 'Document validé' : 'Brouillon'}
                      </MuiLink>
                      {` du ${printInstant(initiated_at)}`}
                    </>
                  }
                />
                <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }} aria-label="Ce qui a changé">
                  {parts.map((part) => (
                    <Chip key={part} size="small" variant="outlined" label={PART_LABELS[part]} />
                  ))}
                </Stack>
              </ListItem>
            ))}
          </List>
        )}
      </FirstRows>
    </Card>
  );
}
