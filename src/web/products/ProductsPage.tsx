import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { GridColDef } from '@mui/x-data-grid';
import { Copy, FlaskConical, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { printValue } from '#shared/fields/field.text.ts';
import { listProducts, type ProductSummary, removeProduct } from '#shared/products/product.contract.ts';
import { GRID_FIELDS } from '#shared/products/product.fields.ts';
import { PRODUCT_STATUSES } from '#shared/products/product.schema.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useServerList } from '../api/useServerList.ts';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { useUndo } from '../trash/useUndo.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Grid } from '../ui/Grid.tsx';
import { Empty, LoadError, Page } from '../ui/Page.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { StatusFilter } from '../ui/StatusFilter.tsx';
import { useUrlFilter } from '../ui/useUrlFilter.ts';
import { duplicateProduct } from './product.queries.ts';
import { SelectionBar } from './SelectionBar.tsx';

/** Widths that let the common values show whole. */
const WIDTHS: Record<string, number> = {
  nom_commercial: 170,
  date_mise_marche: 120,
  ref_formule: 130,
  ref_produit: 130,
};

const FIELD_COLUMNS: GridColDef<ProductSummary>[] = GRID_FIELDS.map((field) => ({
  field: field.name,
  headerName: field.grid ?? field.label,
  minWidth: WIDTHS[field.name] ?? 115,
  flex: 1,
  valueFormatter: (value: string | null) => printValue(field, value),
  ...(field.name === 'nom_commercial' ? { renderCell: NameCell } : {}),
}));

/** The name a product is sold under; for want of it, what it is called until then. */
function NameCell({ row }: { row: ProductSummary }) {
  if (row.nom_commercial) return row.nom_commercial;
  return (
    <Typography component="span" color="textSecondary" sx={{ fontSize: 'inherit' }}>
      {row.nom_produit ?? 'Produit sans nom'}
    </Typography>
  );
}

const STATUS_OPTIONS = [
  ['', 'Tous'],
  ['DRAFT', 'Brouillons'],
  ['VALIDATED', 'Validés'],
] as const;

export function ProductsPage() {
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const undo = useUndo('products');
  const [removing, setRemoving] = useState<ProductSummary | null>(null);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [status, setStatus] = useUrlFilter('status', PRODUCT_STATUSES);
  const [params] = useSearchParams();
  const sort = params.get('sort');
  const list = useServerList(listProducts, {
    filters: status ? { status } : {},
    initialSort: sort ? [{ field: sort.replace(/^-/, ''), sort: sort.startsWith('-') ? 'desc' : 'asc' }] : undefined,
  });

  /** Duplicates, then opens the copy. */
  const duplicate = async (id: string): Promise<void> => {
    const copy = await act(() => duplicateProduct(id), {
      done: 'Produit dupliqué : voici la copie.',
      refresh: ['products', 'dashboard'],
    });
    if (copy) navigate(`/products/${copy.id}/edit`);
  };

  const remove = async (product: ProductSummary): Promise<void> => {
    await act(() => call(removeProduct, { params: { id: product.id } }), {
      done: () => ({ message: 'Produit supprimé avec succès', ...undo(product.id) }),
      failed: 'Erreur lors de la suppression du produit',
      refresh: ['products', 'dashboard'],
    });
    setRemoving(null);
  };

  const columns: GridColDef<ProductSummary>[] = [
    ...FIELD_COLUMNS.slice(0, -1),
    {
      field: 'progression',
      headerName: 'Progression',
      width: 120,
      type: 'number',
      valueFormatter: (value: number | null) => (value === null || value === undefined ? '-' : `${value}\u00a0%`),
    },
    ...FIELD_COLUMNS.slice(-1),
    {
      field: 'actions',
      headerName: 'Actions',
      width: 140,
      sortable: false,
      filterable: false,
      renderCell: ({ row }) => (
        <Box onClick={(event) => event.stopPropagation()}>
          <Tooltip title="Modifier">
            <IconButton
              size="small"
              aria-label={`Modifier ${row.nom_commercial ?? 'ce produit'}`}
              onClick={() => navigate(`/products/${row.id}/edit`)}
            >
              <Pencil size={17} />
            </IconButton>
          </Tooltip>
          {mayWrite && (
            <Tooltip title="Dupliquer">
              <IconButton
                size="small"
                aria-label={`Dupliquer ${row.nom_commercial ?? 'ce produit'}`}
                onClick={() => void duplicate(row.id)}
              >
                <Copy size={17} />
              </IconButton>
            </Tooltip>
          )}
          {mayWrite && (
            <Tooltip title="Supprimer">
              <IconButton
                size="small"
                aria-label={`Supprimer ${row.nom_commercial ?? 'ce produit'}`}
                onClick={() => setRemoving(row)}
              >
                <Trash2 size={17} />
              </IconButton>
            </Tooltip>
          )}
        </Box>
      ),
    },
  ];

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
          <Box sx={{ mb: 2, display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
            <SearchBox label="Rechercher un produit..." value={list.typed} onChange={list.setTyped} />
            <StatusFilter
              label="Statut des produits"
              options={STATUS_OPTIONS}
              value={status}
              onChange={(next) => {
                setStatus(next);
                list.toFirstPage();
              }}
            />
          </Box>
          {selected.length > 0 && <SelectionBar ids={selected} mayWrite={mayWrite} onDone={() => setSelected([])} />}
          <Grid<ProductSummary>
            {...list.grid}
            columns={columns}
            checkboxSelection
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
      <ConfirmDialog
        open={removing !== null}
        title="Confirmer la suppression"
        text={`Êtes-vous sûr de vouloir supprimer le produit "${removing?.nom_commercial ?? removing?.nom_produit ?? 'sans nom'}" ? Cette action est irréversible.`}
        confirmLabel="Supprimer"
        danger
        busy={busy}
        onCancel={() => setRemoving(null)}
        onConfirm={() => removing && void remove(removing)}
      />
    </Page>
  );
}
