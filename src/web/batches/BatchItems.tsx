import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { GridColDef } from '@mui/x-data-grid';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type Batch, type BatchItem, listBatchItems } from '#shared/batches/batch.contract.ts';
import { isOver } from '#shared/batches/batch.words.ts';
import { printValue } from '#shared/fields/field.text.ts';
import type { FieldValue } from '#shared/fields/field.ts';
import { shortened } from '#shared/fields/text.ts';
import { FIELD_BY_NAME } from '#shared/products/product.fields.ts';
import { useServerList } from '../api/useServerList.ts';
import { Grid } from '../ui/Grid.tsx';
import { TWO_LINES } from '../ui/lines.ts';
import { LoadError } from '../ui/Page.tsx';
import { StatusFilter } from '../ui/StatusFilter.tsx';
import { TwoLines } from '../ui/TwoLines.tsx';
import { ITEM_STATES } from './batch.words.ts';

const FILTERS = [
  ['', 'Tous'],
  ['done', 'Faits'],
  ['failed', 'Échecs'],
  ['skipped', 'Laissés'],
] as const;

/** What was done of a product, in a sentence. */
function detailOf({ message, before, after, result_id, state }: BatchItem): string {
  if (message) return message;
  if (state === 'waiting') return '';
  const names = Object.keys(after ?? {});
  if (after && before === null) return `Produit créé : ${names.map((name) => labelOf(name)).join(', ')}.`;
  if (after)
    return names
      .map((name) => `${labelOf(name)} : ${said(name, before?.[name])} → ${said(name, after[name])}`)
      .join(' · ');
  return result_id ? 'Document généré.' : '';
}

const LENGTH = 80;
const labelOf = (name: string): string => FIELD_BY_NAME.get(name)?.label ?? name;

function said(name: string, value: FieldValue | undefined): string {
  const field = FIELD_BY_NAME.get(name);
  const text = field ? printValue(field, value ?? null) : String(value ?? '');
  if (text === '') return '(vide)';
  return shortened(text, LENGTH);
}

/** Where an item leads: to its product, or to the document that was made. */
const addressOf = (batch: Batch, { object_id, result_id, state }: BatchItem): string | null => {
  if (batch.kind === 'generate' && result_id) return `/dips/${result_id}`;
  const id = object_id ?? result_id;
  return id && state !== 'reverted' ? `/products/${id}` : null;
};

function ItemLink({ batch, item }: { batch: Batch; item: BatchItem }) {
  const to = addressOf(batch, item);
  return to ? (
    <MuiLink component={Link} to={to} sx={TWO_LINES}>
      {item.label}
    </MuiLink>
  ) : (
    <TwoLines>{item.label}</TwoLines>
  );
}

const StateChip = ({ item }: { item: BatchItem }) => (
  <Chip size="small" variant="outlined" {...ITEM_STATES[item.state]} />
);

/** The products of a batch, and what became of each. */
export function BatchItems({ batch }: { batch: Batch }) {
  const list = useServerList(listBatchItems, {
    params: { id: batch.id },
    filterNames: ['state'],
    changing: ({ state }) => state === 'waiting' && !isOver(batch.state),
  });
  const columns = useMemo<GridColDef<BatchItem>[]>(
    () => [
      { field: 'line', headerName: 'Ligne', width: 80, align: 'right', headerAlign: 'right', sortable: false },
      {
        field: 'label',
        headerName: 'Produit',
        flex: 1,
        minWidth: 200,
        sortable: false,
        display: 'flex',
        renderCell: ({ row }) => <ItemLink batch={batch} item={row} />,
      },
      {
        field: 'state',
        headerName: 'État',
        width: 110,
        sortable: false,
        display: 'flex',
        renderCell: ({ row }) => <StateChip item={row} />,
      },
      {
        field: 'message',
        headerName: 'Détail',
        flex: 2,
        minWidth: 240,
        sortable: false,
        display: 'flex',
        renderCell: ({ row }) => <TwoLines title={detailOf(row)}>{detailOf(row)}</TwoLines>,
      },
    ],
    [batch],
  );
  if (list.error)
    return (
      <LoadError
        message="Les produits de ce travail n’ont pas pu être chargés."
        detail={list.error.message}
        onRetry={() => void list.refetch()}
      />
    );
  return (
    <>
      <Box sx={{ mb: 2 }}>
        <StatusFilter
          label="État des produits"
          options={FILTERS}
          value={list.filters.state ?? ''}
          onChange={(state) => list.setFilters({ state })}
        />
      </Box>
      <Grid<BatchItem>
        {...list.grid}
        getRowId={({ seq }) => seq}
        columns={columns}
        columnVisibilityModel={{ line: batch.kind === 'sheet.apply', ...list.grid.columnVisibilityModel }}
        card={(row) => (
          <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
            <ItemLink batch={batch} item={row} />
            <StateChip item={row} />
            <Typography color="textSecondary" sx={{ fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
              {detailOf(row)}
            </Typography>
          </Box>
        )}
        localeText={{ noRowsLabel: 'Aucun produit' }}
      />
    </>
  );
}
