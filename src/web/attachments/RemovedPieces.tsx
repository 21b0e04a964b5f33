import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import {
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

/** Pieces that were taken away: what a signature or a document stood on is still read here, and may come back. */
export function RemovedPieces({ productId }: { productId: string }) {
  const mayWrite = useMay('write');
  const nameOf = usePersonName();
  const { act, busy } = useAction();
  const client = useQueryClient();
  const question = { params: { productId } };
  const { data } = useQuery(queryOf(listRemovedAttachments, question));
  const removed = data?.data ?? [];
  if (removed.length === 0) return null;
  const restore = (file: RemovedAttachment): Promise<unknown> =>
    act(() => call(restoreAttachment, { params: { id: file.id } }), {
      done: () => ({ message: `« ${file.alias ?? file.file_name} » est remise à sa place.` }),
      failed: 'La pièce n’a pas pu être remise.',
      refresh: ['products'],
    }).then(() =>
      Promise.all(
        [listAttachments, listRemovedAttachments].map((one) =>
          client.invalidateQueries({ queryKey: queryOf(one, question).queryKey }),
        ),
      ),
    );
  return (
    <Accordion disableGutters variant="outlined">
      <AccordionSummary expandIcon={<ChevronDown size={18} />}>
        <Typography>{counted(removed.length, 'pièce retirée', 'pièces retirées')}</Typography>
      </AccordionSummary>
      <AccordionDetails>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
          {removed.map((file) => {
            const name = file.alias ?? file.file_name;
            return (
              <Box
                component="li"
                key={file.id}
                sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}
              >
                <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Typography>{name}</Typography>
                  <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
                    {`${slotLabel(file.field_key)}, retirée le ${printInstant(file.removed_at)}${file.removed_by ? ` par ${nameOf(file.removed_by)}` : ''}`}
                  </Typography>
                </Box>
                <Button
                  size="small"
                  aria-label={`Télécharger ${name}`}
                  onClick={() => void act(() => download(readRemovedAttachment, { id: file.id }, file.file_name))}
                >
                  Télécharger
                </Button>
                {mayWrite && (
                  <Button
                    size="small"
                    disabled={busy}
                    aria-label={`Remettre ${name}`}
                    onClick={() => void restore(file)}
                  >
                    Remettre
                  </Button>
                )}
              </Box>
            );
          })}
        </Box>
      </AccordionDetails>
    </Accordion>
  );
}
