import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createCalendar, getCalendar, removeCalendar } from '#shared/deadlines/deadline.contract.ts';
import { printDayOf } from '#shared/fields/date.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { useCopy } from '../ui/useCopy.ts';

/** The address under which one’s own calendar reads the deadlines. */
export function CalendarCard() {
  const { act, busy } = useAction();
  const write = useCopy();
  const { data, error, isPending, refetch } = useQuery(queryOf(getCalendar));
  /** Shown once, here, and never again. */
  const [url, setUrl] = useState<string | null>(null);
  const [isEnding, setEnding] = useState(false);
  const since = data?.data.created_at ?? null;
  const make = async (): Promise<void> => {
    const made = await act(() => call(createCalendar), { refresh: ['auth'] });
    if (made) setUrl(new URL(made.url, location.origin).href);
  };
  const end = async (): Promise<void> => {
    await act(() => call(removeCalendar), { done: 'L’adresse n’ouvre plus rien.', refresh: ['auth'] });
    setUrl(null);
    setEnding(false);
  };
  const copy = (): void => {
    write(url ?? '', 'L’adresse est copiée.');
  };
  return (
    <Card component="section" aria-labelledby="calendar-title" sx={{ p: 3 }}>
      <Typography variant="h2" id="calendar-title" sx={{ mb: 1 }}>
        Calendrier
      </Typography>
      <Typography color="textSecondary" sx={{ fontSize: '0.9rem' }}>
        Votre agenda (Outlook, Google, Apple) peut lire l’échéancier à une adresse secrète. Qui a cette adresse lit les
        titres des échéances ; d’un effet indésirable elle ne dit que le produit.
      </Typography>
      {isPending && <Loading />}
      {error && (
        <LoadError message="L’adresse n’a pas pu être lue." detail={error.message} onRetry={() => void refetch()} />
      )}
      {url && (
        <Box sx={{ mt: 2, display: 'grid', gap: 1 }}>
          <Alert severity="warning">Copiez-la maintenant : elle ne sera plus montrée.</Alert>
          <TextField
            label="Adresse du calendrier"
            value={url}
            onFocus={(event) => event.target.select()}
            slotProps={{ htmlInput: { readOnly: true, spellCheck: false } }}
          />
          <Button variant="outlined" onClick={copy} sx={{ justifySelf: 'start' }}>
            Copier l’adresse
          </Button>
        </Box>
      )}
      {data && (
        <Box sx={{ mt: 1.5, display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <Button variant="outlined" loading={busy} onClick={() => void make()}>
            {since ? 'Faire une autre adresse' : 'Faire une adresse'}
          </Button>
          {since && (
            <Button color="error" onClick={() => setEnding(true)}>
              Finir l’adresse
            </Button>
          )}
          {since && (
            <Typography color="textSecondary" sx={{ fontSize: '0.9rem' }}>
              {`Une adresse est ouverte depuis le ${printDayOf(since)} ; une autre la remplacerait.`}
            </Typography>
          )}
        </Box>
      )}
      <ConfirmDialog
        open={isEnding}
        danger
        busy={busy}
        title="Finir l’adresse du calendrier ?"
        text="Votre agenda ne lira plus rien. Pour reprendre, il faudra lui donner une autre adresse."
        confirmLabel="Finir"
        onConfirm={() => void end()}
        onCancel={() => setEnding(false)}
      />
    </Card>
  );
}
