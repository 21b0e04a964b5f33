import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cellLabel } from '#shared/regulation/export.read.ts';
import { getEntry, type LawEntry, setEntryWarning } from '#shared/regulation/regulation.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';

/** An entry of the annexes, all its cells as they are published, and its warning in French. */
export function EntryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isPending, refetch } = useQuery(queryOf(getEntry, { params: { id } }));
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="entry-title">
      <DialogTitle id="entry-title">
        {data ? `Annexe ${data.data.annex}, entrée ${data.data.ref}` : 'Entrée'}
      </DialogTitle>
      <DialogContent>
        {isPending ? (
          <Loading />
        ) : error ? (
          <LoadError message="L’entrée n’a pas pu être lue." detail={error.message} onRetry={() => void refetch()} />
        ) : (
          <Entry key={data.data.warning} entry={data.data} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fermer</Button>
      </DialogActions>
    </Dialog>
  );
}

function Entry({ entry }: { entry: LawEntry }) {
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const [text, setText] = useState(entry.warning ?? '');
  const cells = Object.entries(entry.cells).filter(([, value]) => value.trim() !== '');
  return (
    <>
      <Typography color="textSecondary" sx={{ fontSize: '0.88rem', mb: 1.5 }}>
        Texte de la Commission, tel que publié (en anglais).
        {entry.annex === 'IV' && ' Ses colonnes y sont décalées d’un rang.'}
      </Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1, gridTemplateColumns: { sm: '220px minmax(0, 1fr)' } }}>
        {cells.map(([name, value]) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <Typography component="dt" sx={{ fontWeight: 600, fontSize: '0.9rem' }}>
              {cellLabel(name)}
            </Typography>
            <Typography
              component="dd"
              lang={name === 'ref' || name === 'cas' || name === 'ec' ? undefined : 'en'}
              sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {value.trim()}
            </Typography>
          </Box>
        ))}
      </Box>
      {entry.wording_text && (
        <Box sx={{ mt: 2.5 }}>
          <TextField
            multiline
            minRows={2}
            label="Avertissement en français"
            helperText="Le texte à imprimer sur le produit. Écrit une fois, il sert à tous les dossiers."
            value={text}
            disabled={!mayWrite}
            onChange={(event) => setText(event.target.value)}
          />
          {mayWrite && text !== (entry.warning ?? '') && (
            <Button
              variant="outlined"
              loading={busy}
              sx={{ mt: 1 }}
              onClick={() =>
                void act(
                  () => call(setEntryWarning, { params: { id: entry.id }, body: { text: text.trim() || null } }),
                  {
                    done: 'L’avertissement est enregistré.',
                    refresh: ['regulation', 'products'],
                  },
                )
              }
            >
              Enregistrer l’avertissement
            </Button>
          )}
        </Box>
      )}
    </>
  );
}
