import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { counted } from '#shared/fields/counted.ts';
import { printDay } from '#shared/fields/date.ts';
import {
  cancelRequest,
  REQUEST_STATES,
  type RequestLetter,
  remindRequest,
  type SupplierRequest,
  sendRequest,
} from '#shared/requests/request.contract.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Item, REFRESH } from './RequestItemRow.tsx';

interface Props {
  request: SupplierRequest;
  /** It is what one came for: its documents are shown at once. */
  isOpen: boolean;
  onEdit: () => void;
  onLetter: (letter: RequestLetter) => void;
}

const COLOURS = { draft: 'default', sent: 'info', done: 'success', cancelled: 'default' } as const;
/** One request: who is asked, for when, and each of its documents. */
export function RequestCard({ request, isOpen, onEdit, onLetter }: Props) {
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const [isShown, setShown] = useState(isOpen);
  const [isCancelling, setCancelling] = useState(false);
  const [isSending, setSending] = useState(false);
  const { id, supplier, email, due_on, items, state, late, reminded, next_reminder } = request;
  const toRead = items.filter((one) => one.state === 'received' || one.state === 'absent').length;
  const owed = items.filter((one) => one.state === 'waiting' || one.state === 'refused').length;
  const letter = async (work: () => Promise<RequestLetter>): Promise<void> => {
    const sent = await act(work, { refresh: REFRESH });
    if (sent) onLetter(sent);
  };
  return (
    <Card component="article" aria-label={`Demande à ${supplier}`} sx={{ p: { xs: 2, sm: 2.5 }, minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {supplier}
        </Typography>
        <Chip size="small" variant="outlined" color={COLOURS[state]} label={REQUEST_STATES[state]} />
        {late && <Chip size="small" color="warning" label="En retard" />}
        {toRead > 0 && mayWrite && <Chip size="small" color="info" label={`${toRead} à lire`} />}
      </Box>
      <Typography color="textSecondary" sx={{ fontSize: '0.9rem', overflowWrap: 'anywhere' }}>
        {[
          [...new Set(items.map((one) => one.for.label))].slice(0, 3).join(', '),
          `pour le ${printDay(due_on)}`,
          owed > 0 && `${counted(owed, 'document attendu', 'documents attendus')} sur ${items.length}`,
          reminded.length > 0 &&
            `${counted(reminded.length, 'relance')}, la dernière le ${printDay(reminded.at(-1) ?? '')}`,
          next_reminder && `prochaine relance le ${printDay(next_reminder)}`,
          email,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
      {request.troubles.map((trouble) => (
        <Alert key={trouble} severity="warning" sx={{ mt: 1 }}>
          {trouble}
        </Alert>
      ))}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mt: 1 }}>
        <Button size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Cacher les documents' : `Voir les documents (${items.length})`}
        </Button>
        {mayWrite && state === 'draft' && (
          <Button size="small" variant="contained" loading={busy} onClick={() => setSending(true)}>
            Envoyer
          </Button>
        )}
        {mayWrite && state === 'sent' && owed > 0 && (
          <Button
            size="small"
            variant="outlined"
            loading={busy}
            onClick={() => void letter(() => call(remindRequest, { params: { id } }))}
          >
            Relancer
          </Button>
        )}
        {mayWrite && (state === 'draft' || state === 'sent') && (
          <>
            <Button size="small" onClick={onEdit}>
              {state === 'draft' ? 'Modifier' : 'Changer le jour'}
            </Button>
            <Button size="small" color="error" onClick={() => setCancelling(true)}>
              Annuler
            </Button>
          </>
        )}
      </Box>
      {isShown && (
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 1.5, display: 'grid', gap: 1 }}>
          {items.map((item) => (
            <Item key={item.n} requestId={id} item={item} mayWrite={mayWrite} supplier={supplier} />
          ))}
        </Box>
      )}
      <ConfirmDialog
        open={isSending}
        busy={busy}
        title={`Envoyer la demande à ${supplier} ?`}
        text={`Un courriel part à ${email}, avec ${counted(items.length, 'document demandé', 'documents demandés')} pour le ${printDay(due_on)}. Sans serveur de courriel, son texte vous est donné, à envoyer vous-même. Le lien du fournisseur s’ouvre aussitôt.`}
        confirmLabel="Envoyer"
        onConfirm={() => void letter(() => call(sendRequest, { params: { id } })).then(() => setSending(false))}
        onCancel={() => setSending(false)}
      />
      <ConfirmDialog
        open={isCancelling}
        danger
        busy={busy}
        title={`Annuler la demande à ${supplier} ?`}
        text="Son lien ne s’ouvre plus, et plus rien n’est relancé. Ce qui est déjà arrivé reste à classer."
        confirmLabel="Annuler la demande"
        cancelLabel="Garder"
        onConfirm={() =>
          void act(() => call(cancelRequest, { params: { id } }), {
            done: 'La demande est annulée.',
            refresh: REFRESH,
          }).then(() => setCancelling(false))
        }
        onCancel={() => setCancelling(false)}
      />
    </Card>
  );
}
