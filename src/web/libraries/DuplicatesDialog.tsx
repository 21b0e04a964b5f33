import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Duplicate, RecordEndpoints } from '#shared/records/record.contract.ts';
import { ApiError, call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { LoadError, Loading } from '../ui/Page.tsx';

type Endpoints = Pick<RecordEndpoints, 'duplicates' | 'merge' | 'unmerge'>;

interface Merge {
  /** Those that are still to be merged into it. */
  ids: readonly string[];
  /** The one that is kept. */
  into: string;
}

const REASONS: Record<Duplicate['reason'], string> = {
  name: 'Le même nom, écrit autrement',
  cas: 'Le même numéro CAS ou CE',
  trade_name: 'Le même nom commercial, du même fournisseur',
};

/** Records that are probably one: which to keep is said by a person, and may be taken back. */
export function DuplicatesDialog({ endpoints, onClose }: { endpoints: Endpoints; onClose: () => void }) {
  const { data, error, isLoading, refetch } = useQuery(queryOf(endpoints.duplicates));
  const { act, busy } = useAction();
  const refresh = ['substances', 'materials', 'products'];
  /** What would be lost, and how the merge goes on once somebody has said what becomes of it. */
  const [loss, setLoss] = useState<(Merge & { said: string }) | null>(null);
  const merge = (one: Merge, lacking?: 'take' | 'leave'): void => {
    const { ids, into } = one;
    let left = ids;
    setLoss(null);
    void act(
      async () => {
        // What somebody says of one is said of that one.
        for (const [at, id] of ids.entries()) {
          left = ids.slice(at);
          await call(endpoints.merge, { params: { id }, body: { into, ...(lacking && at === 0 ? { lacking } : {}) } });
        }
      },
      {
        done: 'Les fiches sont fusionnées. Aucune formule n’a été réécrite.',
        refresh,
        refused: (problem) => {
          if (!(problem instanceof ApiError) || problem.code !== 'merge_loses') return false;
          setLoss({ ids: left, into, said: problem.message });
          return true;
        },
      },
    );
  };
  const { probable, merged } = data?.data ?? { probable: [], merged: [] };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="duplicates-title">
      <DialogTitle id="duplicates-title">Doublons probables</DialogTitle>
      <DialogContent>
        {isLoading ? (
          <Loading />
        ) : error ? (
          <LoadError message="Les doublons n’ont pas pu être cherchés." onRetry={() => void refetch()} />
        ) : (
          <Stack sx={{ gap: 2 }}>
            {probable.length === 0 && <Typography>Aucun doublon : chaque fiche est seule de son nom.</Typography>}
            {probable.length > 0 && (
              <Alert severity="info">
                Choisissez la fiche à garder. Les formules qui emploient l’autre prendront ses valeurs, sans être
                réécrites, et la fusion s’annule.
              </Alert>
            )}
            {probable.map((group) => (
              <Group
                key={group.records.map(({ id }) => id).join(' ')}
                group={group}
                busy={busy}
                onMerge={(into) => merge({ ids: group.records.map(({ id }) => id).filter((id) => id !== into), into })}
              />
            ))}
            {merged.length > 0 && (
              <Box component="section" aria-label="Fiches fusionnées">
                <Typography variant="h3" sx={{ mb: 1 }}>
                  Fiches fusionnées
                </Typography>
                {merged.map(({ id, label, into }) => (
                  <Box key={id} sx={{ display: 'flex', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
                    <Typography sx={{ overflowWrap: 'anywhere' }}>{`« ${label} » est « ${into.label} »`}</Typography>
                    <Button
                      size="small"
                      disabled={busy}
                      aria-label={`Annuler la fusion de ${label}`}
                      onClick={() =>
                        void act(() => call(endpoints.unmerge, { params: { id } }), {
                          done: 'La fusion est annulée.',
                          refresh,
                        })
                      }
                    >
                      Annuler la fusion
                    </Button>
                  </Box>
                ))}
              </Box>
            )}
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fermer</Button>
      </DialogActions>
      {loss && (
        <LossQuestion
          said={loss.said}
          onClose={() => setLoss(null)}
          onTake={() => merge(loss, 'take')}
          onLeave={() => merge(loss, 'leave')}
        />
      )}
    </Dialog>
  );
}

interface LossProps {
  said: string;
  onClose: () => void;
  onTake: () => void;
  onLeave: () => void;
}

/** What the record that goes says and the other does not: taken, or left behind on purpose. */
const LossQuestion = ({ said, onClose, onTake, onLeave }: LossProps) => (
  <Dialog open onClose={onClose} aria-labelledby="loss-title">
    <DialogTitle id="loss-title">Que devient ce que l’autre fiche dit seule ?</DialogTitle>
    <DialogContent>
      <Typography>{said}</Typography>
    </DialogContent>
    <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
      <Button onClick={onClose}>Annuler</Button>
      <Button color="warning" onClick={onLeave}>
        Fusionner sans le reprendre
      </Button>
      <Button variant="contained" onClick={onTake} autoFocus>
        Reprendre et fusionner
      </Button>
    </DialogActions>
  </Dialog>
);

function Group({ group, busy, onMerge }: { group: Duplicate; busy: boolean; onMerge: (into: string) => void }) {
  const { records, reason } = group;
  const [into, setInto] = useState(records[0]?.id ?? '');
  return (
    <Card variant="outlined" sx={{ p: 2 }}>
      <Typography sx={{ fontWeight: 600 }}>{REASONS[reason]}</Typography>
      <RadioGroup aria-label="Fiche à garder" value={into} onChange={(_, id) => setInto(id)}>
        {records.map(({ id, label, detail }) => (
          <FormControlLabel
            key={id}
            value={id}
            control={<Radio size="small" />}
            label={detail ? `${label} (${detail})` : label}
          />
        ))}
      </RadioGroup>
      <Button variant="outlined" size="small" disabled={busy} onClick={() => onMerge(into)} sx={{ mt: 1 }}>
        Garder celle-ci et fusionner
      </Button>
    </Card>
  );
}
