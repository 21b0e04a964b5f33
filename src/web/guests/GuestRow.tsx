import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { ProductKind } from '#shared/contract/product.kinds.ts';
import { printDay, printInstant } from '#shared/fields/date.ts';
import { PART_LABELS } from '#shared/findings/stamp.ts';
import {
  extendGuest,
  GUEST_ACTS,
  GUEST_LIMITS,
  GUEST_ROLES_OF,
  GUEST_STATES,
  type Guest,
  type GuestSignature,
  readSignature,
  recordSignature,
  refuseSignature,
  revokeGuest,
  unlockGuest,
} from '#shared/guests/guest.contract.ts';
import { isGuestLive } from '#shared/guests/guest.state.ts';
import { call, download } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

const COLOURS = {
  live: 'success',
  locked: 'error',
  closed: 'warning',
  revoked: 'default',
  expired: 'default',
} as const;

/** One link: whose, until when, what it lets do, and what came by it. @param kind of the product that it opens */
export function GuestRow({ guest, kind }: { guest: Guest; kind: ProductKind }) {
  const { act, busy } = useAction();
  const [isRevoking, setRevoking] = useState(false);
  const { id, number, name, email, state, may, expires_at, last_seen, digits, signatures } = guest;
  const who = name || `Invité effacé, lien ${number}`;
  const refresh = ['products', 'guests'];
  const isLive = isGuestLive(state);
  return (
    <Box
      component="article"
      aria-label={who}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, display: 'grid', gap: 1, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{who}</Typography>
        <Chip size="small" variant="outlined" color={COLOURS[state]} label={GUEST_STATES[state]} />
        <Chip size="small" variant="outlined" label={GUEST_ROLES_OF[kind][guest.as]} />
      </Box>
      <Typography color="textSecondary" sx={{ fontSize: '0.88rem', overflowWrap: 'anywhere' }}>
        {[
          email,
          `lien ${number}, jusqu’au ${printInstant(expires_at)}`,
          last_seen ? `vu le ${printInstant(last_seen)}` : 'pas encore ouvert',
          may.length > 0 ? `peut ${may.map((one) => GUEST_ACTS[one].toLowerCase()).join(', ')}` : 'lit seulement',
        ]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
      {digits && (
        <Alert severity="info">
          {`Code à lire à ${who} : `}
          <Box component="strong" sx={{ fontSize: '1.15rem', letterSpacing: 2 }}>
            {`${digits.slice(0, 3)} ${digits.slice(3)}`}
          </Box>
        </Alert>
      )}
      {signatures.map((one) => (
        <Signature key={one.id} signature={one} />
      ))}
      {isLive && (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {state === 'locked' && (
            <Button
              size="small"
              variant="contained"
              loading={busy}
              onClick={() =>
                void act(() => call(unlockGuest, { params: { id } }), { done: 'Le lien est déverrouillé.', refresh })
              }
            >
              Déverrouiller
            </Button>
          )}
          <Button
            size="small"
            loading={busy}
            onClick={() =>
              void act(() => call(extendGuest, { params: { id }, body: { days: GUEST_LIMITS.days } }), {
                done: `Le lien est valable ${GUEST_LIMITS.days} jours au moins, à compter d’aujourd’hui.`,
                refresh,
              })
            }
          >
            {`Prolonger de ${GUEST_LIMITS.days} jours`}
          </Button>
          <Button size="small" color="error" onClick={() => setRevoking(true)}>
            Révoquer
          </Button>
        </Box>
      )}
      <ConfirmDialog
        open={isRevoking}
        danger
        busy={busy}
        title={`Révoquer le lien de ${who} ?`}
        text="Il ne s’ouvre plus, tout de suite, même pour une lecture en cours. Ce qui a été envoyé reste. Il faudra un autre lien pour revenir."
        confirmLabel="Révoquer"
        onConfirm={() =>
          void act(() => call(revokeGuest, { params: { id } }), { done: 'Le lien est révoqué.', refresh }).then(() =>
            setRevoking(false),
          )
        }
        onCancel={() => setRevoking(false)}
      />
    </Box>
  );
}

function Signature({ signature }: { signature: GuestSignature }) {
  const { act, busy } = useAction();
  const { id, name, qualification, signed_on, at, file_name, state, settled_by, changed } = signature;
  const refresh = ['products'];
  const said = `${name} (${qualification}) dit avoir signé la partie B le ${printDay(signed_on)}.`;
  if (state !== 'waiting')
    return (
      <Typography sx={{ fontSize: '0.9rem' }}>
        {`${said} ${state === 'recorded' ? 'Enregistrée' : 'Écartée'}${settled_by ? ` par ${settled_by}` : ''}.`}
      </Typography>
    );
  return (
    <Alert severity={changed.length > 0 ? 'warning' : 'success'} sx={{ '& .MuiAlert-message': { minWidth: 0 } }}>
      <Typography sx={{ fontWeight: 600 }}>Signature reçue</Typography>
      <Typography sx={{ fontSize: '0.95rem' }}>{`${said} Envoyée le ${printInstant(at)}.`}</Typography>
      {changed.length > 0 && (
        <Typography sx={{ fontSize: '0.95rem' }}>
          {`Depuis ce qui a été lu, a changé : ${changed.map((part) => PART_LABELS[part]).join(', ')}.`}
        </Typography>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mt: 1 }}>
        <Button
          size="small"
          variant="contained"
          loading={busy}
          onClick={() =>
            void act(() => call(recordSignature, { params: { id } }), {
              done: 'La signature est enregistrée, son fichier est joint.',
              refresh,
            })
          }
        >
          Enregistrer
        </Button>
        {file_name && (
          <Button size="small" onClick={() => void act(() => download(readSignature, { id }, file_name))}>
            {`Lire « ${file_name} »`}
          </Button>
        )}
        <Button
          size="small"
          onClick={() =>
            void act(() => call(refuseSignature, { params: { id } }), { done: 'La signature est écartée.', refresh })
          }
        >
          Écarter
        </Button>
      </Box>
    </Alert>
  );
}
