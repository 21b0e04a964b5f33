import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { printInstant } from '#shared/fields/date.ts';
import { cancelReview, endReview, getReview, type Reviews } from '#shared/reviews/review.contract.ts';
import { sayReview } from '#shared/reviews/review.ts';
import { call } from '../api/client.ts';
import { queryOf, refreshFileOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useAccount, useMay } from '../auth/account.tsx';
import { useProduct } from '../products/useProduct.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Fold } from '../ui/Fold.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { SourcedCard } from '../ui/SourcedCard.tsx';
import { AskDialog, ReturnDialog } from './ReviewDialogs.tsx';

/** Who is asked to read the product again, and what they answered. */
export function ReviewCard() {
  const { id } = useProduct();
  const { data, error, refetch } = useQuery({ ...queryOf(getReview, { params: { id } }), staleTime: 0 });
  if (error && !data)
    return (
      <LoadError message="La relecture n’a pas pu être lue." detail={error.message} onRetry={() => void refetch()} />
    );
  if (!data) return <Loading label="Lecture de la relecture…" />;
  return <Card reviews={data.data} />;
}

type Asked = 'ask' | 'return' | 'cancel' | null;

function Card({ reviews: { current, history, changed, own } }: { reviews: Reviews }) {
  const { id } = useProduct();
  const client = useQueryClient();
  const mayWrite = useMay('write');
  const me = useAccount();
  const { act, busy } = useAction();
  const [asked, setAsked] = useState<Asked>(null);
  const isOpen = current?.state === 'asked';
  const isMine = isOpen && current.reviewer_id === me.id;
  const close = (): void => setAsked(null);
  const done = async (work: () => Promise<unknown>, said: string): Promise<void> => {
    const isDone = await act(
      async () => {
        await work();
        return true;
      },
      {
        done: said,
        refresh: ['products', 'deadlines', 'dashboard'],
      },
    );
    refreshFileOf(client, id);
    // What was refused stays as it was typed.
    if (isDone) close();
  };
  const others = history.filter((one) => one.id !== current?.id);
  return (
    <SourcedCard
      title="Relecture"
      source="Une relecture ne bloque rien : le produit se valide et se scelle sans elle, et le journal le dit."
    >
      {current ? (
        <Box>
          <Typography sx={{ fontSize: '1.05rem' }}>{`${sayReview(current, changed)}.`}</Typography>
          <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
            {[
              `Demandée par ${current.asked_by ?? 'une personne partie'} le ${printInstant(current.at)}`,
              current.ended_at && `rendue le ${printInstant(current.ended_at)}`,
            ]
              .filter(Boolean)
              .join(', ')}
          </Typography>
          {current.note && <Said title="Note" text={current.note} />}
          {current.reason && (
            <Said title={current.state === 'returned' ? 'À reprendre' : 'Remarque'} text={current.reason} />
          )}
        </Box>
      ) : (
        <Typography>Personne n’est chargé de relire ce produit.</Typography>
      )}
      {isMine && own && (
        <Alert severity="info">
          Vous avez vous-même enregistré cette fiche en dernier : vous relisez ce que vous avez écrit.
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {isMine && (
          <>
            <Button
              variant="contained"
              loading={busy}
              onClick={() => void done(() => call(endReview, { params: { id }, body: {} }), 'Le produit est relu.')}
            >
              C’est relu
            </Button>
            <Button variant="outlined" onClick={() => setAsked('return')}>
              À reprendre…
            </Button>
          </>
        )}
        {mayWrite && !isOpen && (
          <Button variant={current ? 'outlined' : 'contained'} onClick={() => setAsked('ask')}>
            {current ? 'Demander une autre relecture' : 'Demander une relecture'}
          </Button>
        )}
        {mayWrite && isOpen && <Button onClick={() => setAsked('cancel')}>Annuler la demande</Button>}
      </Box>
      {others.length > 0 && (
        <Fold title={`Relectures précédentes (${others.length})`}>
          <List dense disablePadding>
            {others.map((one) => (
              <ListItem key={one.id} disableGutters>
                <ListItemText
                  primary={sayReview(one)}
                  secondary={[printInstant(one.ended_at ?? one.at), one.reason].filter(Boolean).join(' : ')}
                />
              </ListItem>
            ))}
          </List>
        </Fold>
      )}
      {asked === 'ask' && <AskDialog onClose={close} onDone={done} busy={busy} />}
      {asked === 'return' && <ReturnDialog onClose={close} onDone={done} busy={busy} />}
      <ConfirmDialog
        open={asked === 'cancel'}
        busy={busy}
        title="Annuler cette demande de relecture ?"
        text={`${current?.reviewer ?? 'La personne chargée'} n’aura plus à relire ce produit, et en est prévenu.`}
        confirmLabel="Annuler la demande"
        cancelLabel="Garder"
        onConfirm={() =>
          void done(() => call(cancelReview, { params: { id }, body: {} }), 'La demande de relecture est annulée.')
        }
        onCancel={close}
      />
    </SourcedCard>
  );
}

const Said = ({ title, text }: { title: string; text: string }) => (
  <Typography sx={{ mt: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    <Box component="span" sx={{ fontWeight: 600 }}>{`${title} : `}</Box>
    {text}
  </Typography>
);
