import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { duplicateProduct, findReference, type ProductSummary } from '#shared/products/product.contract.ts';
import { getField } from '#shared/products/product.fields.ts';
import { productName } from '#shared/products/product.label.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useDelayed } from '../ui/useDelayed.ts';

interface Props {
  product: ProductSummary;
  onClose: () => void;
  /** The copy is there, under this id. */
  onDone: (id: string) => void;
}

const OF_COSMETIC =
  'La copie est un brouillon, avec la fiche, la formule, la conformité et l’exposition. Ses dates, ses déclarations, les conclusions de ses études et son évaluation restent à remplir ; les pièces ne sont pas copiées.';
const OF_CLEANING =
  'La copie est un brouillon de produit de nettoyage, avec la fiche, la formule et le dossier. Ses dates, sa classification, son UFI et ses notifications restent à remplir ; les pièces ne sont pas copiées.';

/** A copy has a name and references of its own: they are asked for, and told when another product has them. */
export function DuplicateDialog({ product, onClose, onDone }: Props) {
  const { act, busy } = useAction();
  const name = product.nom_commercial ?? product.nom_produit;
  const [names, setNames] = useState({
    nom_commercial: name ? `${name} (copie)` : '',
    ref_formule: '',
    ref_produit: '',
  });
  const duplicate = async (): Promise<void> => {
    const copy = await act(() => call(duplicateProduct, { params: { id: product.id }, body: names }), {
      done: 'Produit dupliqué : voici la copie.',
      refresh: ['products', 'dashboard'],
    });
    if (copy) onDone(copy.id);
  };
  const set = (field: keyof typeof names) => (value: string) => setNames({ ...names, [field]: value });
  return (
    <FormDialog
      onClose={onClose}
      aria-labelledby="duplicate-title"
      maxWidth="xs"
      busy={busy}
      native
      onSubmit={(event) => {
        event.preventDefault();
        void duplicate();
      }}
    >
      <DialogTitle id="duplicate-title">Dupliquer « {productName(product)} »</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2.5 }}>
          {product.type_produit === 'nettoyage' ? OF_CLEANING : OF_COSMETIC}
        </DialogContentText>
        <Stack sx={{ gap: 2 }}>
          <TextField
            autoFocus
            label={getField('nom_commercial').label}
            value={names.nom_commercial}
            onChange={(event) => set('nom_commercial')(event.target.value)}
          />
          <ReferenceInput
            label={`Nouvelle ${getField('ref_formule').label.toLowerCase()}`}
            was={product.ref_formule}
            value={names.ref_formule}
            onChange={set('ref_formule')}
          />
          <ReferenceInput
            label={`Nouvelle ${getField('ref_produit').label.toLowerCase()}`}
            was={product.ref_produit}
            value={names.ref_produit}
            onChange={set('ref_produit')}
          />
        </Stack>
      </DialogContent>
      <DialogButtons submit="Dupliquer" busy={busy} onCancel={onClose} />
    </FormDialog>
  );
}

/** A reference, and who has it already. */
function ReferenceInput({
  label,
  was,
  value,
  onChange,
}: {
  label: string;
  was: string | null;
  value: string;
  onChange: (value: string) => void;
}) {
  const reference = useDelayed(value.trim(), 300);
  const { data } = useQuery({
    ...queryOf(findReference, { query: { reference } }),
    enabled: reference !== '',
  });
  const [taken] = reference === value.trim() && reference !== '' ? (data?.data ?? []) : [];
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      color={taken ? 'warning' : 'primary'}
      focused={taken ? true : undefined}
      helperText={
        taken
          ? `Cette référence est déjà celle de « ${taken.label} ».`
          : was
            ? `Celle de l’original est ${was}. Vide, elle reste à remplir.`
            : 'Vide, elle reste à remplir.'
      }
    />
  );
}
