import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { FileSpreadsheet, FileText, Trash2 } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { recordExport } from '#shared/audit/audit.contract.ts';
import { printNumber } from '#shared/fields/number.ts';
import { listProducts, type Product, removeProduct } from '#shared/products/product.contract.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { BulkProps } from './bulk.ts';
import { exportCsv, exportExcel } from './product.export.ts';
import { fetchProducts } from './product.queries.ts';

interface Props {
  ids: readonly string[];
  mayWrite: boolean;
  /** What other rooms do with them. */
  bulk: ComponentType<BulkProps>;
  /** How many the list holds in all, and how it is asked for. */
  total: number;
  question: Readonly<Record<string, string>>;
  onSelect: (ids: readonly string[]) => void;
}

/** More than that is narrowed down first. */
const SELECTED_MAX = 2_000;

/** What can be done to several products at once. */
export function SelectionBar({ ids, mayWrite, bulk: Bulk, total, question, onSelect }: Props) {
  const onDone = (): void => onSelect([]);
  const { act, busy } = useAction();
  const [asking, setAsking] = useState(false);
  const count = ids.length === 1 ? '1 produit sélectionné' : `${ids.length} produits sélectionnés`;

  const write = (format: 'csv' | 'xlsx', work: (products: Product[]) => void | Promise<void>): Promise<unknown> =>
    act(async () => {
      const products = await fetchProducts(ids);
      // The journal first: what leaves is known before it leaves.
      await call(recordExport, { body: { list: 'products', format, count: products.length } });
      await work(products);
    });

  const selectAll = (): Promise<unknown> =>
    act(async () => onSelect((await call(listProducts, { query: question })).map(({ id }) => id)));

  const removeAll = async (): Promise<void> => {
    setAsking(false);
    await act(() => Promise.allSettled(ids.map((id) => call(removeProduct, { params: { id } }))), {
      done: (results) => {
        const failed = results.filter((result) => result.status === 'rejected').length;
        return failed === 0
          ? { message: ids.length === 1 ? 'Produit supprimé avec succès' : 'Produits supprimés avec succès' }
          : { severity: 'error', message: `Erreur lors de la suppression du produit (${failed} sur ${ids.length})` };
      },
      refresh: ['products', 'dashboard'],
    });
    onDone();
  };

  return (
    <Card
      sx={{ mb: 1.5, px: 2, py: 1, display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}
      role="region"
      aria-label="Sélection"
    >
      <Typography sx={{ flexGrow: 1, fontWeight: 600 }} aria-live="polite">
        {count}
      </Typography>
      {total > ids.length && total <= SELECTED_MAX && (
        <Button size="small" disabled={busy} onClick={() => void selectAll()}>
          Tout sélectionner ({printNumber(total)})
        </Button>
      )}
      <Button
        size="small"
        startIcon={<FileText size={17} />}
        disabled={busy}
        onClick={() => void write('csv', exportCsv)}
      >
        Exporter en CSV
      </Button>
      <Button
        size="small"
        startIcon={<FileSpreadsheet size={17} />}
        disabled={busy}
        onClick={() => void write('xlsx', exportExcel)}
      >
        Exporter en Excel
      </Button>
      {mayWrite && <Bulk ids={ids} disabled={busy} />}
      {mayWrite && (
        <Button
          size="small"
          color="error"
          startIcon={<Trash2 size={17} />}
          disabled={busy}
          onClick={() => setAsking(true)}
        >
          Supprimer
        </Button>
      )}
      <Button size="small" color="inherit" disabled={busy} onClick={onDone}>
        Désélectionner
      </Button>
      <ConfirmDialog
        open={asking}
        title="Confirmer la suppression"
        text={`Êtes-vous sûr de vouloir supprimer ${count.replace(/ sélectionnés?/, '')} ? Un administrateur peut les restaurer de la corbeille pendant trente jours.`}
        confirmLabel="Supprimer"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => void removeAll()}
      />
    </Card>
  );
}
