import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { OutputOf } from '#shared/contract/endpoint.ts';
import { printDay } from '#shared/fields/date.ts';
import { answerGuestRequest, readGuestRequest } from '#shared/guests/guest.contract.ts';
import { ACCEPTED_AS_ABSENT, isAcceptedAsAbsent } from '#shared/requests/request.ts';
import { call, faultsByField } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { FilePicker } from '../ui/FilePicker.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';

type Item = OutputOf<typeof readGuestRequest>['items'][number];

const STATES = {
  waiting: { label: 'Attendu', color: 'warning' },
  received: { label: 'Reçu, merci', color: 'info' },
  accepted: { label: 'Accepté', color: 'success' },
  refused: { label: 'À renvoyer', color: 'error' },
  absent: { label: 'Dit inexistant', color: 'default' },
} as const;

/** What a supplier is asked for: each document is sent, or said not to exist. */
export function GuestRequest() {
  const { data, error, refetch } = useQuery({ ...queryOf(readGuestRequest), staleTime: 0 });
  useEffect(() => {
    document.title = 'Documents demandés – Diplo';
  }, []);
  if (error && !data)
    return (
      <Box sx={{ p: 3 }}>
        <LoadError message="La demande n’a pas pu être lue." detail={error.message} onRetry={() => void refetch()} />
      </Box>
    );
  if (!data) return <Loading label="Lecture de la demande…" />;
  const { supplier, message, due_on, items } = data.data;
  const left = items.filter(({ state }) => state === 'waiting' || state === 'refused').length;
  return (
    <Box sx={{ p: { xs: 2, md: 4 }, maxWidth: 900, mx: 'auto', display: 'grid', gap: 2 }}>
      <Box>
        <Typography variant="h1" tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
          {`Documents demandés à ${supplier}`}
        </Typography>
        <Typography color="textSecondary">
          {left === 0 ? 'Tout a sa réponse, merci.' : `Pour le ${printDay(due_on)}.`}
        </Typography>
      </Box>
      {message && (
        <Card sx={{ p: 2 }}>
          <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message}</Typography>
        </Card>
      )}
      {items.map((item) => (
        <Asked key={item.n} item={item} onSent={() => void refetch()} />
      ))}
    </Box>
  );
}

function Asked({ item, onSent }: { item: Item; onSent: () => void }) {
  const { act, busy } = useAction();
  const [isAbsent, setAbsent] = useState(false);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ file_name: string; why: string }[]>([]);
  const { n, label, about, required, state, files } = item;
  const params = { n: String(n) };
  const send = async (given: File[]): Promise<void> => {
    const sent = await act(() => call(answerGuestRequest, { params, file: given }), {
      done: ({ received }) => ({
        message:
          received.length === 0 ? 'Aucun fichier n’a été pris : voyez pourquoi.' : 'Le document est reçu, merci.',
        severity: received.length === 0 ? 'warning' : 'success',
      }),
    });
    setRefused(sent?.refused ?? []);
    onSent();
  };
  const say = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const sent = await act(
      async () => {
        try {
          return await call(answerGuestRequest, { params, body: { absent: reason } });
        } catch (problem) {
          setFault(faultsByField(problem).absent ?? null);
          throw problem;
        }
      },
      { done: 'C’est noté, merci.' },
    );
    if (!sent) return;
    setAbsent(false);
    onSent();
  };
  return (
    <Card component="article" aria-label={label} sx={{ p: 2, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{label}</Typography>
        {isAcceptedAsAbsent(item) ? (
          <Chip size="small" variant="outlined" label={ACCEPTED_AS_ABSENT} />
        ) : (
          <Chip size="small" variant="outlined" label={STATES[state].label} color={STATES[state].color} />
        )}
      </Box>
      <Typography color="textSecondary" sx={{ fontSize: '0.9rem', overflowWrap: 'anywhere' }}>
        {[about, required ? null : 'si vous l’avez', ...files].filter(Boolean).join(' · ')}
      </Typography>
      {state === 'refused' && item.reason && <Alert severity="error">{item.reason}</Alert>}
      {state === 'absent' && item.reason && <Typography>{`Vous avez dit : ${item.reason}`}</Typography>}
      {refused.map(({ file_name, why }) => (
        <Alert key={`${file_name}${why}`} severity="warning">
          {`${file_name} : ${why}`}
        </Alert>
      ))}
      {state !== 'accepted' && !isAbsent && (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <FilePicker
            label={`Envoyer : ${label}`}
            variant={state === 'waiting' || state === 'refused' ? 'contained' : 'outlined'}
            multiple
            loading={busy}
            startIcon={<Paperclip size={18} />}
            onPickAll={(given) => void send(given)}
          >
            {state === 'received' ? 'Envoyer un autre fichier' : 'Envoyer le document'}
          </FilePicker>
          {state !== 'received' && <Button onClick={() => setAbsent(true)}>Ce document n’existe pas…</Button>}
        </Box>
      )}
      {isAbsent && (
        <Box component="form" noValidate onSubmit={(event) => void say(event)} sx={{ display: 'grid', gap: 1 }}>
          <TextField
            required
            autoFocus
            multiline
            minRows={2}
            label="Pourquoi il n’existe pas"
            value={reason}
            error={fault !== null}
            helperText={fault ?? 'En une phrase.'}
            onChange={(event) => setReason(event.target.value)}
          />
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Button type="submit" variant="contained" loading={busy}>
              Envoyer cette réponse
            </Button>
            <Button onClick={() => setAbsent(false)}>Annuler</Button>
          </Box>
        </Box>
      )}
    </Card>
  );
}
