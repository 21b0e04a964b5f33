import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { removeDecision, setFunctions, type Verdict } from '#shared/regulation/regulation.contract.ts';
import { isVerified } from '#shared/regulation/regulation.print.ts';
import { call } from '../api/client.ts';
import type { useAction } from '../api/useAction.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';

/** What a person may say a substance is there for. */
const FUNCTIONS = ['Conservateur', 'Filtre UV', 'Colorant', 'Parfum', 'Colorant capillaire', 'Autre fonction'];

/** What a person is about to answer. */
export interface Deciding {
  verdict: Verdict;
  /** « Oui, c’est elle »: the entry applies. */
  applies: boolean;
}

export function DecisionDialog({
  deciding: { verdict, applies },
  busy,
  onSave,
  onClose,
}: {
  deciding: Deciding;
  busy: boolean;
  onSave: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const title = !verdict.asks
    ? `Vérifier « ${verdict.inci} »`
    : applies
      ? `Oui, l’entrée s’applique à « ${verdict.inci} »`
      : `Non, l’entrée ne s’applique pas à « ${verdict.inci} »`;
  return (
    <FormDialog
      onClose={onClose}
      maxWidth="sm"
      aria-labelledby="decision-title"
      native
      onSubmit={(event) => {
        event.preventDefault();
        onSave(reason.trim());
      }}
    >
      <DialogTitle id="decision-title">{title}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>{verdict.why}</Typography>
        <TextField
          autoFocus
          fullWidth
          multiline
          minRows={3}
          required
          label={
            !verdict.asks
              ? 'Ce que vous avez vérifié, et ce que vous en concluez'
              : applies
                ? 'Ce qui le montre'
                : 'Pourquoi elle ne s’applique pas'
          }
          helperText={`${applies ? 'L’entrée s’appliquera, avec son verdict. ' : ''}Gardé avec votre nom et la date ; retiré si la ligne, le cas ou l’entrée changent.`}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </DialogContent>
      <DialogButtons submit="Enregistrer" busy={busy} disabled={reason.trim().length < 3} onCancel={onClose} />
    </FormDialog>
  );
}

interface AnswersProps {
  productId: string;
  verdict: Verdict;
  act: ReturnType<typeof useAction>['act'];
  busy: boolean;
  onDecide: (deciding: Deciding) => void;
}

/** What a person answers of one verdict: its function, and that it was looked at. */
export function Answers({ productId, verdict, act, busy, onDecide }: AnswersProps) {
  const params = { id: productId, key: verdict.key };
  const [withdrawing, setWithdrawing] = useState(false);
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      {(verdict.entries.length > 0 || verdict.functions !== null || verdict.state === 'a_verifier') && (
        <TextField
          select
          size="small"
          label="Fonction confirmée"
          value={verdict.functions?.[0] ?? ''}
          disabled={busy}
          onChange={(event) =>
            void act(
              () =>
                call(setFunctions, {
                  params,
                  body: { functions: event.target.value ? [event.target.value] : null },
                }),
              REFRESH,
            )
          }
          sx={{ minWidth: 190, maxWidth: 240 }}
        >
          <MenuItem value="">À confirmer</MenuItem>
          {[...new Set([...FUNCTIONS, ...(verdict.functions ?? [])])].map((one) => (
            <MenuItem key={one} value={one}>
              {one}
            </MenuItem>
          ))}
        </TextField>
      )}
      {verdict.decision ? (
        <>
          <Button size="small" disabled={busy} onClick={() => setWithdrawing(true)}>
            Retirer la réponse
          </Button>
          <ConfirmDialog
            open={withdrawing}
            title={`Retirer la réponse sur « ${verdict.inci} » ?`}
            text={`${verdict.decision.by ?? 'Quelqu’un'} a écrit : « ${verdict.decision.reason} ». Le point sera de nouveau à vérifier ; le journal garde la réponse.`}
            confirmLabel="Retirer"
            onConfirm={() => {
              setWithdrawing(false);
              void act(() => call(removeDecision, { params }), REFRESH);
            }}
            onCancel={() => setWithdrawing(false)}
          />
        </>
      ) : verdict.asks ? (
        <>
          <Button size="small" variant="outlined" disabled={busy} onClick={() => onDecide({ verdict, applies: true })}>
            Oui, c’est elle…
          </Button>
          <Button size="small" variant="outlined" disabled={busy} onClick={() => onDecide({ verdict, applies: false })}>
            Non, parce que…
          </Button>
        </>
      ) : null}
      {verdict.state === 'a_verifier' && !verdict.asks && !isVerified(verdict) && (
        <Button size="small" disabled={busy} onClick={() => onDecide({ verdict, applies: false })}>
          Vérifié par moi…
        </Button>
      )}
    </Box>
  );
}

export const REFRESH = { refresh: ['products'] };
