import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MuiLink from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { counted } from '#shared/fields/counted.ts';
import { printDay } from '#shared/fields/date.ts';
import { readIntake } from '#shared/intake/intake.contract.ts';
import {
  acceptItem,
  cancelRequest,
  ITEM_STATES,
  REQUEST_LIMITS,
  REQUEST_STATES,
  type RequestItem,
  type RequestLetter,
  refuseItem,
  remindRequest,
  type SupplierRequest,
  sendRequest,
} from '#shared/requests/request.contract.ts';
import { call, download } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DialogButtons } from '../ui/DialogButtons.tsx';

interface Props {
  request: SupplierRequest;
  /** It is what one came for: its documents are shown at once. */
  isOpen: boolean;
  onEdit: () => void;
  onLetter: (letter: RequestLetter) => void;
}

const COLOURS = { draft: 'default', sent: 'info', done: 'success', cancelled: 'default' } as const;
const ITEM_COLOURS = {
  waiting: 'warning',
  received: 'info',
  accepted: 'success',
  refused: 'error',
  absent: 'info',
} as const;
const REFRESH = ['requests', 'products', 'intake', 'materials', 'deadlines'];

/** One request: who is asked, for when, and each of its documents. */
export function RequestCard({ request, isOpen, onEdit, onLetter }: Props) {
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const [isShown, setShown] = useState(isOpen);
  const [isCancelling, setCancelling] = useState(false);
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
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mt: 1 }}>
        <Button size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Cacher les documents' : `Voir les documents (${items.length})`}
        </Button>
        {mayWrite && state === 'draft' && (
          <Button
            size="small"
            variant="contained"
            loading={busy}
            onClick={() => void letter(() => call(sendRequest, { params: { id } }))}
          >
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

function Item({
  requestId,
  item,
  mayWrite,
  supplier,
}: {
  requestId: string;
  item: RequestItem;
  mayWrite: boolean;
  supplier: string;
}) {
  const { act, busy } = useAction();
  const [isRefusing, setRefusing] = useState(false);
  const { n, label, for: of, required, state, reason, files } = item;
  const params = { id: requestId, n: String(n) };
  const isToDecide = mayWrite && (state === 'received' || state === 'absent');
  const says = files
    .filter((file) => file.state === 'waiting')
    .flatMap((file) => file.says.map((text) => `${file.file_name} : ${text}`));
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider', pt: 1, display: 'grid', gap: 0.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{label}</Typography>
        <Chip size="small" variant="outlined" color={ITEM_COLOURS[state]} label={ITEM_STATES[state]} />
      </Box>
      <Typography color="textSecondary" sx={{ fontSize: '0.9rem', overflowWrap: 'anywhere' }}>
        <MuiLink
          component={Link}
          to={of.type === 'product' ? `/products/${of.id}` : `/materials?fiche=${of.id}`}
          color="inherit"
        >
          {of.label}
        </MuiLink>
        {required ? '' : ', si le fournisseur l’a'}
      </Typography>
      {reason && (
        <Typography sx={{ fontSize: '0.92rem', overflowWrap: 'anywhere' }}>
          {state === 'refused' ? `Refusé : ${reason}` : `${supplier} dit : ${reason}`}
        </Typography>
      )}
      {files.map((file) => (
        <Box key={file.id}>
          {mayWrite && file.state === 'waiting' ? (
            <MuiLink
              component="button"
              onClick={() => void act(() => download(readIntake, { id: file.id }, file.file_name))}
              sx={{ textAlign: 'left', overflowWrap: 'anywhere' }}
            >
              {file.file_name}
            </MuiLink>
          ) : (
            <Typography color="textSecondary" sx={{ fontSize: '0.9rem', overflowWrap: 'anywhere' }}>
              {`${file.file_name}, ${FILE_STATES[file.state]}`}
            </Typography>
          )}
        </Box>
      ))}
      {isToDecide &&
        says.map((text) => (
          <Alert key={text} severity="warning">
            {text}
          </Alert>
        ))}
      {isToDecide && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            size="small"
            variant="contained"
            loading={busy}
            onClick={() =>
              void act(() => call(acceptItem, { params }), {
                done: state === 'absent' ? 'C’est pris en compte.' : `Accepté, et joint à « ${of.label} ».`,
                refresh: REFRESH,
              })
            }
          >
            Accepter
          </Button>
          <Button size="small" onClick={() => setRefusing(true)}>
            Refuser…
          </Button>
        </Box>
      )}
      {isRefusing && <RefuseDialog params={params} label={label} onClose={() => setRefusing(false)} />}
    </Box>
  );
}
const FILE_STATES = { waiting: 'à lire', filed: 'joint', left: 'mis de côté' } as const;

function RefuseDialog({
  params,
  label,
  onClose,
}: {
  params: { id: string; n: string };
  label: string;
  onClose: () => void;
}) {
  const { act, busy } = useAction();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (reason.trim().length < REQUEST_LIMITS.reason) {
      setFault(`Dites pourquoi au fournisseur : ${REQUEST_LIMITS.reason} caractères au moins.`);
      return;
    }
    const done = await act(() => call(refuseItem, { params, body: { reason } }), {
      done: 'Le refus et sa raison sont sur la page du fournisseur.',
      refresh: REFRESH,
    });
    if (done) onClose();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="refuse-item">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id="refuse-item">{`Refuser : ${label}`}</DialogTitle>
        <DialogContent>
          <TextField
            required
            autoFocus
            fullWidth
            multiline
            minRows={3}
            label="Pourquoi"
            value={reason}
            error={fault !== null}
            helperText={fault ?? 'Le fournisseur le lit, et peut envoyer autre chose.'}
            onChange={(event) => setReason(event.target.value)}
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogButtons submit="Refuser" busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
