import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { printPercent } from '#shared/fields/percent.ts';
import { confirmFormula } from '#shared/formulas/formula.contract.ts';
import { gapSentence, type Shelf, totalsOf } from '#shared/formulas/formula.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { usePersonName } from '../auth/people.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { Editing } from './useFormula.ts';

/** The total, always in sight, what it misses, and whether all is kept. */
export function Totals({ editing, productId, mayWrite }: { editing: Editing; productId: string; mayWrite: boolean }) {
  const { formula, lines, saving } = editing;
  const { act, busy } = useAction();
  const nameOf = usePersonName();
  const [asking, setAsking] = useState(false);
  const totals = useMemo(() => totalsOf(lines), [lines]);
  const sentence = lines.length > 0 ? gapSentence(totals) : null;
  const words =
    saving.state === 'failed'
      ? `Pas enregistré : ${saving.why}`
      : {
          saved: formula.revision > 0 ? 'Enregistré' : '',
          dirty: 'Modifications à enregistrer…',
          saving: 'Enregistrement…',
        }[saving.state];
  return (
    <Box
      sx={{
        position: 'sticky',
        top: { xs: 56, md: 0 },
        zIndex: 3,
        bgcolor: 'background.default',
        py: 1,
        mb: 1,
        display: 'flex',
        gap: 2,
        alignItems: 'center',
        flexWrap: 'wrap',
      }}
    >
      {/* What is missing says the total too. */}
      <Typography sx={{ fontWeight: 600 }} role="status">
        {sentence && totals.gap > 0 ? sentence : `Total ${printPercent(totals.total)}`}
      </Typography>
      {sentence && totals.gap <= 0 && <Typography color="warning">{sentence}</Typography>}
      {sentence && formula.confirmed_by && saving.state === 'saved' && (
        <Typography color="textSecondary">{`Confirmé par ${nameOf(formula.confirmed_by)}`}</Typography>
      )}
      {sentence && mayWrite && !formula.confirmed_by && saving.state === 'saved' && totals.gap !== 0 && (
        <Button size="small" loading={busy} onClick={() => setAsking(true)}>
          Confirmer ce total
        </Button>
      )}
      <Box sx={{ flexGrow: 1 }} />
      <Typography color={saving.state === 'failed' ? 'error' : 'textSecondary'} role="status">
        {words}
      </Typography>
      {saving.state === 'failed' && (
        <Button size="small" onClick={() => void editing.saveNow()}>
          Réessayer
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title="Confirmer un total qui ne fait pas 100 % ?"
        text={`${sentence ?? ''} Votre nom et la date seront gardés avec cette confirmation, jusqu’à ce que les lignes changent.`}
        confirmLabel="Confirmer ce total"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void act(() => call(confirmFormula, { params: { id: productId }, body: { kind: 'total' } }), {
            done: 'Le total est confirmé.',
            refresh: ['products'],
          });
        }}
      />
    </Box>
  );
}

export function Clash({ editing, shelf }: { editing: Editing; shelf: Shelf }) {
  const { clash, settle } = editing;
  if (!clash) return null;
  const names = clash.theirs.lines
    .filter(({ id }) => clash.ids.includes(id))
    .map(
      (line) =>
        shelf.substances.get(line.substance_id ?? '')?.inci ??
        shelf.materials.get(line.material_id ?? '')?.trade_name ??
        line.label ??
        'une ligne retirée',
    );
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button color="inherit" size="small" onClick={() => settle('theirs')}>
            Prendre l’autre version
          </Button>
          <Button color="inherit" size="small" onClick={() => settle('mine')}>
            Garder la mienne
          </Button>
        </Box>
      }
    >
      {`Quelqu’un a modifié les mêmes lignes que vous : ${names.join(', ') || 'une ligne retirée'}. Rien n’est enregistré tant que vous n’avez pas choisi ; les autres lignes sont réunies.`}
    </Alert>
  );
}
