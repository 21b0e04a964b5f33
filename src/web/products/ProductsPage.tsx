import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { GridColDef } from '@mui/x-data-grid';
import { Copy, FlaskConical, type LucideIcon, Pencil, Plus, Trash2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { printValue } from '#shared/fields/field.text.ts';
import { listProducts, POINT_COUNT, type ProductSummary, removeProduct } from '#shared/products/product.contract.ts';
import { GRID_FIELDS } from '#shared/products/product.fields.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { STATUS_LABELS } from '#shared/products/product.schema.ts';
import { call } from '../api/client.ts';
import { SavedViews } from '../api/SavedViews.tsx';
import { useAction } from '../api/useAction.ts';
import { useServerList } from '../api/useServerList.ts';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { useUndo } from '../trash/useUndo.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Grid } from '../ui/Grid.tsx';
import { ListSearch } from '../ui/ListSearch.tsx';
import { TWO_LINES } from '../ui/lines.ts';
import { Empty, LoadError, Page } from '../ui/Page.tsx';
import { StatusFilter } from '../ui/StatusFilter.tsx';
import { DuplicateDialog } from './DuplicateDialog.tsx';
import { PRODUCT_FILTERS, ProductFilters } from './ProductFilters.tsx';
import { SelectionBar } from './SelectionBar.tsx';

/** Widths that let all columns stand beside each other on a screen of 1440 px: a long text takes two lines. */
const WIDTHS: Record<string, number> = {
  nom_client: 82,
  marque: 68,
  gamme: 88,
  nom_commercial: 130,
  fournisseur: 84,
  ref_formule: 96,
  ref_produit: 72,
  date_mise_marche: 86,
  resp_mise_marche: 96,
};

const ACTIONS = { field: 'actions', width: 108 };

const FIELD_COLUMNS: GridColDef<ProductSummary>[] = GRID_FIELDS.map((field) => ({
  field: field.name,
  headerName: field.grid ?? field.label,
  minWidth: WIDTHS[field.name] ?? 92,
  flex: WIDTHS[field.name] ?? 92,
  display: 'flex',
  valueFormatter: (value: string | null) => printValue(field, value),
  renderCell: ({ row, formattedValue }) =>
    field.name === 'nom_commercial' ? (
      <NameLink row={row} />
    ) : (
      <Box component="span" sx={TWO_LINES} title={String(formattedValue ?? '')}>
        {formattedValue}
      </Box>
    ),
}));

/** The name a product is sold under, or what it is called until then; the way to its home, in a tab of its own if wanted. */
function NameLink({ row }: { row: ProductSummary }) {
  return (
    <MuiLink
      component={Link}
      to={`/products/${row.id}`}
      color={row.nom_commercial ? 'textPrimary' : 'textSecondary'}
      underline="hover"
      title={productLabel(row)}
      onClick={(event) => event.stopPropagation()}
      sx={{ ...TWO_LINES, fontWeight: 600 }}
    >
      {productLabel(row)}
    </MuiLink>
  );
}

const STATUS_OPTIONS = [
  ['', 'Tous'],
  ['DRAFT', 'Brouillons'],
  ['VALIDATED', 'Validés'],
] as const;

const FILTERS = ['status', ...PRODUCT_FILTERS];

interface ColumnOptions {
  mayWrite: boolean;
  onDuplicate: (row: ProductSummary) => void;
  onRemove: (row: ProductSummary) => void;
}

/** The columns of the list, and what may be done with a row: the same ones as long as they say the same. */
function useColumns({ mayWrite, onDuplicate, onRemove }: ColumnOptions) {
  const navigate = useNavigate();
  const actionsOf = useCallback(
    (row: ProductSummary) => {
      const offered: [title: string, Icon: LucideIcon, onClick: () => void][] = [
        ['Modifier', Pencil, () => navigate(`/products/${row.id}/edit`)],
      ];
      if (mayWrite)
        offered.push(['Dupliquer', Copy, () => onDuplicate(row)], ['Supprimer', Trash2, () => onRemove(row)]);
      return (
        <Box onClick={(event) => event.stopPropagation()} sx={{ flexShrink: 0 }}>
          {offered.map(([title, Icon, onClick]) => (
            <Tooltip key={title} title={title}>
              <IconButton size="small" aria-label={`${title} ${row.nom_commercial ?? 'ce produit'}`} onClick={onClick}>
                <Icon size={17} />
              </IconButton>
            </Tooltip>
          ))}
        </Box>
      );
    },
    [mayWrite, navigate, onDuplicate, onRemove],
  );

  const columns = useMemo<GridColDef<ProductSummary>[]>(
    () => [
      ...FIELD_COLUMNS.slice(0, -1),
      {
        field: 'progression',
        headerName: 'Progression',
        minWidth: 88,
        flex: 80,
        type: 'number',
        valueFormatter: (value: number | null) => (value === null || value === undefined ? '-' : `${value}\u00a0%`),
      },
      {
        field: 'control_covered',
        headerName: 'Article 11',
        minWidth: 54,
        flex: 54,
        type: 'number',
        sortable: false,
        valueFormatter: (value: number | null) =>
          value === null || value === undefined ? '…' : `${value}\u00a0/\u00a0${POINT_COUNT}`,
      },
      ...FIELD_COLUMNS.slice(-1),
      {
        headerName: 'Actions',
        ...ACTIONS,
        sortable: false,
        filterable: false,
        display: 'flex',
        renderCell: ({ row }) => actionsOf(row),
      },
    ],
    [actionsOf],
  );

  return { actionsOf, columns };
}

export function ProductsPage() {
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const undo = useUndo('products');
  const [removing, setRemoving] = useState<ProductSummary | null>(null);
  const [duplicating, setDuplicating] = useState<ProductSummary | null>(null);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const list = useServerList(listProducts, {
    filterNames: FILTERS,
    // The server counts the points of article 11 soon after a save.
    changing: ({ control_covered }) => control_covered === null,
  });

  const remove = async (product: ProductSummary): Promise<void> => {
    await act(() => call(removeProduct, { params: { id: product.id } }), {
      done: () => ({ message: 'Produit supprimé avec succès', ...undo(product.id) }),
      failed: 'Erreur lors de la suppression du produit',
      refresh: ['products', 'dashboard'],
    });
    setRemoving(null);
  };

  const { actionsOf, columns } = useColumns({ mayWrite, onDuplicate: setDuplicating, onRemove: setRemoving });

  const create = mayWrite && (
    <Button component={Link} to="/new-dip" variant="contained" startIcon={<Plus size={18} />}>
      Nouveau Produit
    </Button>
  );
  return (
    <Page title="Produits" actions={create}>
      <ReadOnlyNote what="les produits" />
      {list.error && (
        <LoadError
          message="Erreur lors du chargement des produits"
          detail={list.error.message}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isEmpty ? (
        <Empty
          icon={<FlaskConical size={40} />}
          title="Aucun produit pour l'instant"
          text="Créez une première fiche : onze étapes suivent l'annexe I du règlement, et vous pouvez l'enregistrer à tout moment."
          action={create}
        />
      ) : (
        <>
          <Box sx={{ mb: 2, display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
            <ListSearch label="Rechercher un produit..." {...list.box} />
            <StatusFilter
              label="Statut des produits"
              options={STATUS_OPTIONS}
              value={list.filters.status ?? ''}
              onChange={(status) => list.setFilters({ status })}
            />
            <ProductFilters filters={list.filters} onChange={list.setFilters} />
            <SavedViews name="products" view={list.view} onView={list.setView} />
          </Box>
          {selected.length > 0 && (
            <SelectionBar
              ids={selected}
              mayWrite={mayWrite}
              total={list.total}
              question={list.question}
              onSelect={setSelected}
            />
          )}
          <Grid<ProductSummary>
            {...list.grid}
            columns={columns}
            pinned={{ left: 'nom_commercial', right: [ACTIONS] }}
            card={(row) => <ProductCard row={row} actions={actionsOf(row)} />}
            checkboxSelection
            tight
            keepNonExistentRowsSelected
            rowSelectionModel={{ type: 'include', ids: new Set(selected) }}
            onRowSelectionModelChange={({ type, ids }) =>
              setSelected(
                type === 'include'
                  ? [...ids].map(String)
                  : list.grid.rows.map(({ id }) => id).filter((id) => !ids.has(id)),
              )
            }
            onRowClick={({ id }) => navigate(`/products/${id}/edit`)}
            localeText={{
              noRowsLabel: list.search ? `Aucun produit ne correspond à « ${list.search} ».` : 'Aucun produit',
            }}
          />
        </>
      )}
      {duplicating && (
        <DuplicateDialog
          product={duplicating}
          onClose={() => setDuplicating(null)}
          onDone={(id) => navigate(`/products/${id}/edit`)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        title="Confirmer la suppression"
        text={`Êtes-vous sûr de vouloir supprimer le produit "${removing?.nom_commercial ?? removing?.nom_produit ?? 'sans nom'}" ? Cette action est irréversible.`}
        confirmLabel="Supprimer"
        danger
        busy={busy}
        onCancel={() => setRemoving(null)}
        onConfirm={() => removing && void remove(removing)}
      />
    </Page>
  );
}

/** A product on a telephone: its name, whose it is, how far it is. */
function ProductCard({ row, actions }: { row: ProductSummary; actions: React.ReactNode }) {
  const facts = [row.nom_client, row.marque, row.ref_formule].filter(Boolean).join(' · ');
  return (
    <>
      <NameLink row={row} />
      {facts && (
        <Typography color="textSecondary" sx={{ fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
          {facts}
        </Typography>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 0.5 }}>
        <Chip
          size="small"
          color={row.status === 'VALIDATED' ? 'success' : 'default'}
          label={STATUS_LABELS[row.status]}
        />
        <Typography color="textSecondary" sx={{ fontSize: '0.85rem', flexGrow: 1 }}>
          {`${row.progression}\u00a0%`}
          {row.control_covered === null ? '' : `, article 11 : ${row.control_covered}\u00a0/\u00a0${POINT_COUNT}`}
        </Typography>
        {actions}
      </Box>
    </>
  );
}
