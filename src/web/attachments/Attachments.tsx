import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Tooltip from '@mui/material/Tooltip';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Paperclip, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  type Attachment,
  createAttachment,
  listAttachments,
  readAttachment,
  removeAttachment,
} from '#shared/attachments/attachment.contract.ts';
import { printInstant } from '#shared/fields/date.ts';
import { getProduct, type Product } from '#shared/products/product.contract.ts';
import { FORMULA_KEY } from '#shared/products/product.fields.ts';
import { call, download, type Reply } from '../api/client.ts';
import { queryOf, useRefresh } from '../api/query.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { printSize } from '../ui/format.ts';
import { LoadError, Loading } from '../ui/Page.tsx';

interface Props {
  productId: string;
  /** The field the files belong to. */
  fieldKey: string;
  disabled: boolean;
  addLabel: string;
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The files of one field: add, download, remove. A fault is said here, where it happened. */
export function Attachments({ productId, fieldKey, disabled, addLabel }: Props) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState<Attachment | null>(null);
  const { data, error: loadError, isPending, refetch } = useQuery(queryOf(listAttachments, { params: { productId } }));
  const files = (data?.data ?? []).filter((file) => file.field_key === fieldKey);

  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await work();
      await refetch();
      if (fieldKey === FORMULA_KEY) await showFormula();
    } catch (problem) {
      setError(sentence(problem));
    } finally {
      setBusy(false);
    }
  };

  /** The product now counts the file, or no more: its values are untouched. */
  const showFormula = async (): Promise<void> => {
    const product = await call(getProduct, { params: { id: productId } });
    client.setQueryData<Reply<Product>>(queryOf(getProduct, { params: { id: productId } }).queryKey, {
      data: product,
      total: null,
    });
    void refresh('dashboard');
  };

  if (isPending) return <Loading label="Chargement des fichiers…" />;
  if (loadError)
    return (
      <LoadError
        message="Les fichiers n'ont pas pu être chargés."
        detail={loadError.message}
        onRetry={() => void refetch()}
      />
    );
  return (
    <Box>
      {error && (
        <Alert severity="error" onClose={() => setError(null)} sx={{ mb: 1.5 }}>
          {error}
        </Alert>
      )}
      <List dense disablePadding>
        {files.map((file) => (
          <ListItem
            key={file.id}
            divider
            secondaryAction={
              <>
                <Tooltip title="Télécharger">
                  <IconButton
                    aria-label={`Télécharger ${file.file_name}`}
                    onClick={() => void act(() => download(readAttachment, { id: file.id }, file.file_name))}
                  >
                    <Download size={18} />
                  </IconButton>
                </Tooltip>
                <Tooltip title="Retirer">
                  <span>
                    <IconButton
                      aria-label={`Retirer ${file.file_name}`}
                      disabled={disabled || busy}
                      onClick={() => setRemoving(file)}
                    >
                      <Trash2 size={18} />
                    </IconButton>
                  </span>
                </Tooltip>
              </>
            }
          >
            <ListItemText
              primary={file.alias ?? file.file_name}
              secondary={`${printSize(file.size)}, ajouté le ${printInstant(file.created_at)}`}
              slotProps={{ primary: { sx: { overflowWrap: 'anywhere', pr: 8 } } }}
            />
          </ListItem>
        ))}
      </List>
      <FilePicker
        label={addLabel}
        variant={files.length === 0 ? 'contained' : 'outlined'}
        startIcon={<Paperclip size={18} />}
        disabled={disabled}
        loading={busy}
        sx={{ mt: 1.5 }}
        onPick={(file) =>
          void act(() => call(createAttachment, { body: { product_id: productId, field_key: fieldKey }, file }))
        }
      >
        {addLabel}
      </FilePicker>
      <ConfirmDialog
        open={removing !== null}
        title="Retirer ce fichier ?"
        text={`« ${removing?.file_name ?? ''} » ne sera plus joint à ce produit.`}
        confirmLabel="Retirer"
        danger
        onCancel={() => setRemoving(null)}
        onConfirm={() => {
          const file = removing;
          setRemoving(null);
          if (file) void act(() => call(removeAttachment, { params: { id: file.id } }));
        }}
      />
    </Box>
  );
}
