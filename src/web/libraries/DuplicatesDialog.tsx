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
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { LoadError, Loading } from '../ui/Page.tsx';

type Endpoints = Pick<RecordEndpoints, 'duplicates' | 'merge' | 'unmerge'>;

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
  const merge = (records: Duplicate['records'], into: string): void =>
    void act(
      async () => {
        for (const { id } of records) if (id !== into) await call(endpoints.merge, { params: { id }, body: { into } });
      },
      { done: 'Les fiches sont fusionnées. Aucune formule n’a été réécrite.', refresh },
    );
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
                onMerge={(into) => merge(group.records, into)}
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
    </Dialog>
  );
}

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
