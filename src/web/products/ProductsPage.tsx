import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { FlaskConical, Plus } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { listProducts, type ProductSummary, removeProduct } from '#shared/products/product.contract.ts';
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
import { Empty, LoadError, Page } from '../ui/Page.tsx';
import { StatusFilter } from '../ui/StatusFilter.tsx';
import { type Fold, useFolded } from '../ui/useFolded.ts';
import type { BulkProps } from './bulk.ts';
import { DuplicateDialog } from './DuplicateDialog.tsx';
import { ProductCard } from './ProductCard.tsx';
import { ProductFilters } from './ProductFilters.tsx';
import { PRODUCT_FILTERS } from './product.filters.ts';
import { ACTIONS, useColumns } from './productColumns.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { TypeProposals } from './TypeProposals.tsx';

const STATUS_OPTIONS = [
  ['', 'Tous'],
  ['DRAFT', 'Brouillons'],
  ['VALIDATED', 'Validés'],
] as const;

/** What does not fit folds, and can be shown by who wants it; progress and points stay. */
const FOLDS: readonly Fold[] = [
  { below: 1280, fields: ['fournisseur', 'resp_mise_marche'] },
  { below: 1130, fields: ['gamme', 'date_mise_marche'] },
  { below: 1060, fields: ['ref_produit', 'marque'] },
];

const FILTERS = ['status', ...PRODUCT_FILTERS];

/** @param bulk what other rooms do with those that are selected */
export function ProductsPage({ bulk }: { bulk: ComponentType<BulkProps> }) {
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const undo = useUndo('products');
  const [removing, setRemoving] = useState<ProductSummary | null>(null);
  const [duplicating, setDuplicating] = useState<ProductSummary | null>(null);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const list = useServerList(listProducts, {
    filterNames: FILTERS,
    // The server counts points and findings soon after a save.
    changing: ({ control_covered, findings }) => control_covered === null || findings === null,
  });

  const remove = async (product: ProductSummary): Promise<void> => {
    await act(() => call(removeProduct, { params: { id: product.id } }), {
      done: () => ({ message: 'Produit supprimé avec succès', ...undo(product.id) }),
      failed: 'Erreur lors de la suppression du produit',
      refresh: ['products', 'dashboard'],
    });
    setSelected((ids) => ids.filter((id) => id !== product.id));
    setRemoving(null);
  };

  const folded = useFolded(FOLDS);
  const { actionsOf, columns } = useColumns({ mayWrite, onDuplicate: setDuplicating, onRemove: setRemoving });

  const create = mayWrite && (
    <Button component={Link} to="/new-dip" variant="contained" startIcon={<Plus size={18} />}>
      Nouveau Produit
    </Button>
  );
  return (
    <Page title="Produits" actions={create}>
      <ReadOnlyNote what="les produits" />
      <TypeProposals />
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
          title="Aucun produit pour l’instant"
          text="Créez une première fiche : onze étapes suivent l’annexe I du règlement, et vous pouvez l’enregistrer à tout moment."
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
              bulk={bulk}
              total={list.total}
              question={list.question}
              onSelect={setSelected}
            />
          )}
          <Grid<ProductSummary>
            {...list.grid}
            columnVisibilityModel={{ ...folded, ...list.grid.columnVisibilityModel }}
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
