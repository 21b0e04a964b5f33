import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import {
  type Attachment,
  DOCUMENT_KINDS,
  removeAttachment,
  updateAttachment,
} from '#shared/attachments/attachment.contract.ts';
import { dayOf, printDay } from '#shared/fields/date.ts';
import type { RecordEndpoints } from '#shared/records/record.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { DayInput } from '../fields/DayInput.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DropZone } from '../ui/DropZone.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { FileLine } from './FileLine.tsx';
import { ReadDialog } from './ReadDialog.tsx';

interface Props {
  endpoints: Pick<RecordEndpoints, 'documents' | 'attach'>;
  id: string;
  mayWrite: boolean;
  /** Of a raw material unless said otherwise. */
  title?: string;
  about?: string;
}

/** The pieces a supplier sends: what each is, its date, and when it no longer holds. Saved as they are added. */
export function RecordDocuments({
  endpoints,
  id,
  mayWrite,
  title = 'Documents du fournisseur',
  about = 'Fiche de données de sécurité, certificat IFRA, allergènes… avec leur date et leur expiration.',
}: Props) {
  const { data, refetch } = useQuery(queryOf(endpoints.documents, { params: { id } }));
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
      <List dense disablePadding>
        {files.map((file) => (
          <Box key={file.id}>
            <FileLine
              file={file}
              detail={detailOf(file)}
              onRead={() => setReading(file)}
              {...(mayWrite
                ? {
                    onRename: () => setEditing(editing === file.id ? null : file.id),
                    onRemove: () => setRemoving(file),
                  }
                : {})}
            />
            {editing === file.id && (
              <About
                file={file}
                busy={busy}
                onSave={(told) =>
                  void act(() => call(updateAttachment, { params: { id: file.id }, body: told }), {
                    done: 'Le document est enregistré.',
                    refresh: ['materials', 'substances'],
                  }).then((saved) => saved && setEditing(null))
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

/** « FDS, du 15/01/2025, expire le 15/01/2027 ». */
function detailOf({ kind, issued_on, expires_on }: Attachment): string {
  const isPast = expires_on !== null && expires_on < dayOf(new Date());
  return [
    kind ?? 'nature à préciser',
    issued_on && `du ${printDay(issued_on)}`,
    expires_on && `${isPast ? 'expiré depuis le' : 'expire le'} ${printDay(expires_on)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

type Told = { kind: (typeof DOCUMENT_KINDS)[number] | null; issued_on: string | null; expires_on: string | null };

function About({ file, busy, onSave }: { file: Attachment; busy: boolean; onSave: (told: Told) => void }) {
  const [kind, setKind] = useState(file.kind ?? '');
  const [days, setDays] = useState({ issued_on: file.issued_on ?? '', expires_on: file.expires_on ?? '' });
  const isWrong = Object.values(days).some((day) => day !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(day));
  const day = (name: keyof typeof days, label: string) => (
    <DayInput
      field={{ name: `${file.id}-${name}`, label }}
      value={days[name]}
      required={false}
      disabled={busy}
      onChange={(value) => setDays((before) => ({ ...before, [name]: value }))}
      onBlur={() => undefined}
    />
  );
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        py: 1.5,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr auto' },
      }}
    >
      <TextField select label="Nature" size="small" value={kind} onChange={(event) => setKind(event.target.value)}>
        <MenuItem value="">À préciser</MenuItem>
        {DOCUMENT_KINDS.map((one) => (
          <MenuItem key={one} value={one}>
            {one.charAt(0).toUpperCase() + one.slice(1)}
          </MenuItem>
        ))}
      </TextField>
      {day('issued_on', 'Date du document')}
      {day('expires_on', 'Expire le')}
      <Button
        variant="outlined"
        disabled={isWrong || busy}
        onClick={() =>
          onSave({
            kind: (kind || null) as Told['kind'],
            issued_on: days.issued_on || null,
            expires_on: days.expires_on || null,
          })
        }
      >
        Enregistrer
      </Button>
    </Box>
  );
}
