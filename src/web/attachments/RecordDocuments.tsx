import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { type Attachment, removeAttachment, updateAttachment } from '#shared/attachments/attachment.contract.ts';
import type { RecordEndpoints } from '#shared/records/record.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DropZone } from '../ui/DropZone.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { LoadError } from '../ui/Page.tsx';
import { FileLine } from './FileLine.tsx';
import { PieceFields, sayPiece, textsOfPiece, toldOf } from './PieceFields.tsx';
import { ReadDialog } from './ReadDialog.tsx';

interface Props {
  endpoints: Pick<RecordEndpoints, 'documents' | 'attach'>;
  id: string;
  mayWrite: boolean;
  /** Of a raw material unless said otherwise. */
  title?: string;
  about?: string;
}

/** The pieces a supplier sends: what each is, its date, and the last day on which it holds. Saved as they are added. */
export function RecordDocuments({
  endpoints,
  id,
  mayWrite,
  title = 'Documents du fournisseur',
  about = 'Fiche de données de sécurité, certificat IFRA, allergènes… avec leur date et leur expiration.',
}: Props) {
  const { data, error, refetch } = useQuery(queryOf(endpoints.documents, { params: { id } }));
  const { act, busy } = useAction();
  const [reading, setReading] = useState<Attachment | null>(null);
  const [removing, setRemoving] = useState<Attachment | null>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const files = data?.data ?? [];
  const add = async (added: readonly File[]): Promise<void> => {
    for (const file of added) {
      const key = crypto.randomUUID();
      const sent = await act(() =>
        call(endpoints.attach, { params: { id }, body: {}, file, headers: { 'Idempotency-Key': key } }),
      );
      // What it is and its dates are asked at once.
      if (sent) setEditing(sent.id);
    }
    await refetch();
  };
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="h3">{title}</Typography>
      <Typography color="textSecondary" sx={{ fontSize: '0.88rem', mb: 1 }}>
        {about}
      </Typography>
      {error && !data && (
        <LoadError
          message="Les documents n’ont pas pu être lus."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
      <List dense disablePadding>
        {files.map((file) => (
          <Box key={file.id}>
            <FileLine
              file={file}
              detail={sayPiece(file) || 'nature à préciser'}
              onRead={() => setReading(file)}
              {...(mayWrite
                ? {
                    onDescribe: () => setEditing(editing === file.id ? null : file.id),
                    onRemove: () => setRemoving(file),
                  }
                : {})}
            />
            {editing === file.id && (
              <About
                file={file}
                busy={busy}
                onSave={(told, isDone) =>
                  void act(() => call(updateAttachment, { params: { id: file.id }, body: told }), {
                    ...(isDone ? { done: 'Le document est enregistré.' } : {}),
                    refresh: ['materials', 'substances'],
                  }).then((saved) => {
                    if (saved && isDone) setEditing(null);
                    else if (saved) void refetch();
                  })
                }
              />
            )}
          </Box>
        ))}
      </List>
      {mayWrite && (
        <DropZone
          onFiles={(dropped) => void add(dropped)}
          sx={{ mt: 1, p: 1.5, display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}
        >
          <FilePicker
            label="Joindre un document"
            variant="outlined"
            size="small"
            loading={busy}
            startIcon={<Paperclip size={17} />}
            onPick={(file) => void add([file])}
          >
            Joindre un document
          </FilePicker>
          <Typography color="textSecondary" sx={{ fontSize: '0.88rem' }}>
            ou glissez-le ici.
          </Typography>
        </DropZone>
      )}
      {reading && <ReadDialog file={reading} onClose={() => setReading(null)} />}
      <ConfirmDialog
        open={removing !== null}
        title="Retirer ce document ?"
        text={`« ${removing?.alias ?? removing?.file_name ?? ''} » ne sera plus joint à cette fiche.`}
        confirmLabel="Retirer"
        danger
        onCancel={() => setRemoving(null)}
        onConfirm={() => {
          const file = removing;
          setRemoving(null);
          if (file)
            void act(() => call(removeAttachment, { params: { id: file.id } }), {
              refresh: ['materials', 'substances'],
            });
        }}
      />
    </Box>
  );
}

/** What is told of a piece, at once or later. */
function About({
  file,
  busy,
  onSave,
}: {
  file: Attachment;
  busy: boolean;
  /** @param isDone whether one has finished with it, or only left it */
  onSave: (told: NonNullable<ReturnType<typeof toldOf>>, isDone: boolean) => void;
}) {
  const [value, setValue] = useState(() => textsOfPiece(file));
  const told = toldOf(value);
  const isChanged = JSON.stringify(told) !== JSON.stringify(toldOf(textsOfPiece(file)));
  return (
    <Box
      // The dialog has a button of its own to save: what was told is kept once one leaves the line.
      onBlur={({ currentTarget, relatedTarget }) => {
        const isInside =
          relatedTarget instanceof Element &&
          (currentTarget.contains(relatedTarget) ||
            relatedTarget.closest('[role="listbox"], .MuiPickerPopper-root, .MuiPickersLayout-root') !== null);
        // Another window is looked at, to read the date: one is still here.
        const isAway = relatedTarget === null && !document.hasFocus();
        if (told && isChanged && !isInside && !isAway) onSave(told, false);
      }}
      sx={{
        display: 'grid',
        gap: 1.5,
        py: 1.5,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr auto' },
      }}
    >
      <PieceFields id={file.id} value={value} disabled={busy} onChange={setValue} />
      <Button variant="outlined" disabled={told === null || busy} onClick={() => told && onSave(told, true)}>
        Enregistrer
      </Button>
    </Box>
  );
}
