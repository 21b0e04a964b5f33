import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { type Attachment, listAttachments } from '#shared/attachments/attachment.contract.ts';
import { standsAt } from '#shared/attachments/attachment.place.ts';
import { slotLabel } from '#shared/control/slots.ts';
import { getProduct, type Product } from '#shared/products/product.contract.ts';
import { FORMULA_KEY } from '#shared/products/product.fields.ts';
import { call, sentenceOf } from '../api/client.ts';
import { queryOf, refreshFileOf, useRefresh } from '../api/query.ts';
import type { Reply } from '../api/reply.ts';
import { DropZone } from '../ui/DropZone.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { FileLine } from './FileLine.tsx';
import { sayPiece } from './PieceFields.tsx';
import { UploadLine } from './UploadLine.tsx';
import { addUploads, useUploads } from './uploads.ts';
import { useFileActs } from './useFileActs.tsx';

interface Props {
  /** `null` while the product does not exist yet: a first file makes a draft of it. */
  productId: string | null;
  ensureProduct: () => Promise<string | null>;
  /** The field, or the step, the files belong to. */
  fieldKey: string;
  disabled: boolean;
  addLabel: string;
}

/** The files of one field: add several at once, rename, download, remove. A fault is said here, where it happened. */
export function Attachments({ productId, ensureProduct, fieldKey, disabled, addLabel }: Props) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const [error, setError] = useState<string | null>(null);
  const list = useQuery({ ...listOf(productId ?? ''), enabled: productId !== null });
  const { data, error: loadError, isLoading, refetch } = list;
  const uploads = useUploads({ productId: productId ?? '', fieldKey });
  const files = (data?.data ?? []).filter((file) => standsAt(file, fieldKey));

  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setError(null);
    try {
      await work();
    } catch (problem) {
      setError(sentenceOf(problem));
    }
  };
  const change = (work: () => Promise<unknown>): Promise<void> =>
    act(async () => {
      await work();
      await refetch();
      if (productId) refreshFileOf(client, productId, getProduct);
      await showFormula();
    });

  const { ask, dialogs } = useFileActs(change);

  /** The product now counts the file of its formula, or no more: its values are untouched. */
  const showFormula = async (id = productId): Promise<void> => {
    if (fieldKey !== FORMULA_KEY || id === null) return;
    const product = await call(getProduct, { params: { id } });
    client.setQueryData<Reply<Product>>(queryOf(getProduct, { params: { id } }).queryKey, {
      data: product,
      total: null,
    });
    void refresh('dashboard');
  };

  const add = async (added: File[]): Promise<void> => {
    setError(null);
    const id = productId ?? (await ensureProduct());
    if (id === null) {
      setError('Le brouillon n’a pas pu être enregistré : corrigez ce qui est signalé, puis joignez de nouveau.');
      return;
    }
    addUploads(added, { productId: id, fieldKey }, (attachment) => {
      // Also when this step is no more on the screen.
      const { queryKey } = listOf(id);
      // A list that is on its way was asked for before this file was there: it is asked for again.
      const isKnown = client.getQueryData(queryKey) !== undefined && client.isFetching({ queryKey }) === 0;
      if (attachment && isKnown)
        client.setQueryData<Reply<Attachment[]>>(queryKey, (before) =>
          before ? { ...before, data: [...before.data, attachment] } : before,
        );
      // Stopped first: the first fetch of a list is not begun again by being invalidated.
      else void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }));
      refreshFileOf(client, id, getProduct);
      void showFormula(id).catch(() => undefined);
    });
  };

  if (isLoading) return <Loading label="Chargement des fichiers…" />;
  if (loadError && !data)
    return (
      <LoadError
        message="Les fichiers n’ont pas pu être chargés."
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
          <FileLine
            key={file.id}
            file={file}
            detail={[
              file.alias && file.file_name,
              file.field_key !== fieldKey && `rangé aussi à « ${slotLabel(file.field_key)} »`,
              sayPiece(file),
            ]
              .filter(Boolean)
              .join(', ')}
            onRead={() => ask('read', file)}
            {...(disabled ? {} : { onDescribe: () => ask('describe', file), onRemove: () => ask('remove', file) })}
          />
        ))}
        {uploads.map((upload) => (
          <UploadLine key={upload.key} upload={upload} />
        ))}
      </List>
      {!disabled && <AddFiles label={addLabel} onFiles={(added) => void add(added)} />}
      {disabled && files.length === 0 && <Typography color="textSecondary">Aucun fichier.</Typography>}
      {dialogs}
    </Box>
  );
}

/** Where files are dropped, or chosen. */
function AddFiles({ label, onFiles }: { label: string; onFiles: (files: File[]) => void }) {
  return (
    <DropZone
      onFiles={onFiles}
      sx={{ mt: 1, p: 1.5, display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}
    >
      <FilePicker
        label={label}
        variant="outlined"
        size="small"
        multiple
        startIcon={<Paperclip size={17} />}
        onPick={(file) => onFiles([file])}
      >
        {label}
      </FilePicker>
      <Typography color="textSecondary" sx={{ fontSize: '0.88rem' }}>
        ou glissez vos fichiers ici : plusieurs à la fois, si vous voulez.
      </Typography>
    </DropZone>
  );
}

const listOf = (productId: string) => queryOf(listAttachments, { params: { productId } });

/** The files of one step of the form. */
export function StepFiles({ productId, ensureProduct, fieldKey, disabled }: Omit<Props, 'addLabel'>) {
  const formula = fieldKey === FORMULA_KEY;
  return (
    <Box component="section" aria-labelledby="step-files" sx={{ mt: 3 }}>
      <Typography variant="h3" id="step-files" sx={{ mb: 1 }}>
        {formula ? 'Fichier de la formule' : 'Pièces jointes de cette étape'}
      </Typography>
      <Attachments
        key={fieldKey}
        productId={productId}
        ensureProduct={ensureProduct}
        fieldKey={fieldKey}
        disabled={disabled}
        addLabel={formula ? 'Joindre le fichier de la formule' : 'Joindre des fichiers'}
      />
    </Box>
  );
}
