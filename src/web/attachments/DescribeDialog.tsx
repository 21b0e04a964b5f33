import Box from '@mui/material/Box';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ALIAS_MAX, type Attachment } from '#shared/attachments/attachment.contract.ts';
import { mayStandAlso, slotLabel, slotsOf } from '#shared/control/slots.ts';
import { getProduct } from '#shared/products/product.contract.ts';
import { faultsByField } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { PieceFields, textsOfPiece, toldOf } from './PieceFields.tsx';

interface Props {
  file: Attachment;
  onClose: () => void;
  /** `null` gives the file its own name back. @throws what is wrong: it is told here */
  onDescribe: (
    told: { alias: string | null; also?: string[] } & NonNullable<ReturnType<typeof toldOf>>,
  ) => Promise<void>;
}

/** The name a file is called by in the dossier, what it is and its dates; its own name is kept beside. */
export function DescribeDialog({ file, onClose, onDescribe }: Props) {
  const [alias, setAlias] = useState(file.alias ?? '');
  const [piece, setPiece] = useState(() => textsOfPiece(file));
  const [also, setAlso] = useState<readonly string[]>(file.also);
  const told = toldOf(piece);
  // Of a product that is not read yet: the places of a cosmetic, what every product was.
  const product = useQuery({
    ...queryOf(getProduct, { params: { id: file.product_id ?? '' } }),
    enabled: file.product_id !== null,
  });
  const places = slotsOf(product.data?.data.type_produit ?? 'cosmetique');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const { act, busy } = useAction();
  const submit = async (): Promise<void> => {
    if (!told) return;
    setFaults({});
    await act(async () => {
      try {
        await onDescribe({
          alias: alias.trim() || null,
          ...told,
          ...(file.product_id === null ? {} : { also: [...also] }),
        });
      } catch (problem) {
        setFaults(faultsByField(problem));
        throw problem;
      }
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      aria-labelledby="describe-title"
      maxWidth="sm"
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void submit();
      }}
    >
      <DialogTitle id="describe-title">Décrire le fichier</DialogTitle>
      <DialogContent>
        <TextField
          autoFocus
          label="Nom d’usage"
          value={alias}
          onChange={(event) => setAlias(event.target.value)}
          helperText={`Nom du fichier : ${file.file_name}. Laissez vide pour le reprendre.`}
          slotProps={{ htmlInput: { maxLength: ALIAS_MAX } }}
          sx={{ mt: 1 }}
        />
        <Box sx={{ display: 'grid', gap: 1.5, mt: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <PieceFields id={file.id} value={piece} faults={faults} onChange={setPiece} />
        </Box>
        {file.product_id !== null && (
          <TextField
            select
            fullWidth
            size="small"
            label="Aussi rangé à"
            value={also}
            onChange={(event) => setAlso(event.target.value as unknown as string[])}
            helperText={`Ce fichier est à « ${slotLabel(file.field_key)} ». Rangé ailleurs aussi, il y compte sans être joint deux fois.`}
            slotProps={{
              select: {
                multiple: true,
                renderValue: (chosen) => (chosen as string[]).map(slotLabel).join(', '),
              },
            }}
            sx={{ mt: 2 }}
          >
            {[
              ...places.filter(({ key }) => key !== file.field_key && mayStandAlso(key)),
              ...also
                .filter((key) => !places.some((slot) => slot.key === key))
                .map((key) => ({ key, label: slotLabel(key) })),
            ].map(({ key, label }) => (
              <MenuItem key={key} value={key}>
                {label}
              </MenuItem>
            ))}
          </TextField>
        )}
      </DialogContent>
      <DialogButtons submit="Enregistrer" busy={busy} disabled={told === null} onCancel={onClose} />
    </FormDialog>
  );
}
