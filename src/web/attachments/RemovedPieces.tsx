import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import {
  eraseAttachment,
  listAttachments,
  listRemovedAttachments,
  type RemovedAttachment,
  readRemovedAttachment,
  restoreAttachment,
} from '#shared/attachments/attachment.contract.ts';
import { slotLabel } from '#shared/control/slots.ts';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import { call, download } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { usePersonName } from '../auth/people.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { FirstRows } from '../ui/FirstRows.tsx';

const nameOfFile = ({ alias, file_name }: RemovedAttachment): string => alias ?? file_name;

/** Pieces that were taken away, for who may write: what a signature or a document stood on is still read, and may come back. */
export function RemovedPieces({ productId }: { productId: string }) {
  const [mayWrite, isAdmin] = [useMay('write'), useMay('admin')];
  const nameOf = usePersonName();
  const { act, busy } = useAction();
  const client = useQueryClient();
  const [erasing, setErasing] = useState<RemovedAttachment | null>(null);
  const question = { params: { productId } };
  const { data } = useQuery({ ...queryOf(listRemovedAttachments, question), enabled: mayWrite });
  const removed = data?.data ?? [];
  if (removed.length === 0) return null;
  const change = async (work: () => Promise<unknown>, words: { done: string; failed: string }): Promise<void> => {
    await act(work, { done: () => ({ message: words.done }), failed: words.failed, refresh: ['products'] });
    for (const one of [listAttachments, listRemovedAttachments])
      await client.invalidateQueries({ queryKey: queryOf(one, question).queryKey });
  };
  const restore = (file: RemovedAttachment): Promise<void> =>
    change(() => call(restoreAttachment, { params: { id: file.id } }), {
      done: `« ${nameOfFile(file)} » est remise à sa place.`,
      failed: 'La pièce n’a pas pu être remise.',
    });
  const erase = async (file: RemovedAttachment): Promise<void> => {
    await change(() => call(eraseAttachment, { params: { id: file.id } }), {
      done: `« ${nameOfFile(file)} » est effacée.`,
      failed: 'La pièce n’a pas pu être effacée.',
    });
    setErasing(null);
  };
  return (
    <Accordion disableGutters variant="outlined">
      <AccordionSummary expandIcon={<ChevronDown size={18} />}>
        <Typography>{counted(removed.length, 'pièce retirée', 'pièces retirées')}</Typography>
      </AccordionSummary>
      <AccordionDetails>
        <FirstRows rows={removed}>
          {(shown) => (
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
              {shown.map((file) => (
                <Box
                  component="li"
                  key={file.id}
                  sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}
                >
                  <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
                    <Typography>{nameOfFile(file)}</Typography>
                    <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
                      {`${slotLabel(file.field_key)}, retirée le ${printInstant(file.removed_at)}${file.removed_by ? ` par ${nameOf(file.removed_by)}` : ''}`}
                    </Typography>
                  </Box>
                  <Button
                    size="small"
                    aria-label={`Télécharger ${nameOfFile(file)}`}
                    onClick={() => void act(() => download(readRemovedAttachment, { id: file.id }, file.file_name))}
                  >
                    Télécharger
                  </Button>
                  <Button
                    size="small"
                    disabled={busy}
                    aria-label={`Remettre ${nameOfFile(file)}`}
                    onClick={() => void restore(file)}
                  >
                    Remettre
                  </Button>
                  {isAdmin && (
                    <Button
                      size="small"
                      color="error"
                      disabled={busy}
                      aria-label={`Effacer ${nameOfFile(file)}`}
                      onClick={() => setErasing(file)}
                    >
                      Effacer
                    </Button>
                  )}
                </Box>
              ))}
            </Box>
          )}
        </FirstRows>
      </AccordionDetails>
      <ConfirmDialog
        open={erasing !== null}
        title="Effacer pour de bon"
        text={`« ${erasing ? nameOfFile(erasing) : ''} » ne pourra plus être lue ni remise. Ce sur quoi une signature ou un document s’appuie se conserve dix ans : n’effacez que ce qui n’aurait jamais dû être joint.`}
        confirmLabel="Effacer"
        danger
        busy={busy}
        onConfirm={() => erasing && void erase(erasing)}
        onCancel={() => setErasing(null)}
      />
    </Accordion>
  );
}
