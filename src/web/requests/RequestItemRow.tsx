import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MuiLink from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { readIntake } from '#shared/intake/intake.contract.ts';
import {
  acceptItem,
  ITEM_STATES,
  REQUEST_LIMITS,
  type RequestItem,
  refuseItem,
} from '#shared/requests/request.contract.ts';
import { ACCEPTED_AS_ABSENT, isAcceptedAsAbsent } from '#shared/requests/request.ts';
import { call, download } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';

const ITEM_COLOURS = {
  waiting: 'warning',
  received: 'info',
  accepted: 'success',
  refused: 'error',
  absent: 'info',
} as const;
export const REFRESH = ['requests', 'products', 'intake', 'materials', 'deadlines'];

/** One document that is asked for: what came, and what is decided. */
export function Item({
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
  const isToDecide =
    mayWrite && (state === 'received' || state === 'absent' || files.some((file) => file.state === 'waiting'));
  const waiting = files.filter((file) => file.state === 'waiting');
  const seen = waiting.map((file) => file.id);
  const says = waiting.flatMap((file) => file.says.map((text) => `${file.file_name} : ${text}`));
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider', pt: 1, display: 'grid', gap: 0.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{label}</Typography>
        {isAcceptedAsAbsent(item) ? (
          <Chip size="small" variant="outlined" label={ACCEPTED_AS_ABSENT} />
        ) : (
          <Chip size="small" variant="outlined" color={ITEM_COLOURS[state]} label={ITEM_STATES[state]} />
        )}
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
              void act(() => call(acceptItem, { params, body: { seen } }), {
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
      {isRefusing && <RefuseDialog params={params} seen={seen} label={label} onClose={() => setRefusing(false)} />}
    </Box>
  );
}
const FILE_STATES = { waiting: 'à lire', filed: 'joint', left: 'mis de côté' } as const;

function RefuseDialog({
  params,
  seen,
  label,
  onClose,
}: {
  params: { id: string; n: string };
  seen: string[];
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
    const done = await act(() => call(refuseItem, { params, body: { reason, seen } }), {
      done: 'Le refus et sa raison sont sur la page du fournisseur.',
      refresh: REFRESH,
    });
    if (done) onClose();
  };
  return (
    <FormDialog onClose={onClose} maxWidth="xs" aria-labelledby="refuse-item" onSubmit={(event) => void submit(event)}>
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
    </FormDialog>
  );
}
