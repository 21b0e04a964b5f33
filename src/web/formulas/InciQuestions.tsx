import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayOf, printInstant } from '#shared/fields/date.ts';
import { getFormula } from '#shared/formulas/formula.contract.ts';
import { FIRST_ALLERGENS_UNTIL } from '#shared/formulas/fragrance.allergens.ts';
import type { InciWarning } from '#shared/formulas/inci.list.ts';
import { queryOf } from '../api/query.ts';
import { usePersonName } from '../auth/people.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { Decide, Kind } from './InciTab.tsx';

/** What a person may answer to a warning. */
const QUESTIONS = {
  left_out: [{ kind: 'left_out', words: 'La laisser hors de la liste' }],
  allergen_included: [
    { kind: 'allergen_included', words: 'Déjà compris' },
    { kind: 'allergen_apart', words: 'Ajouté en plus' },
  ],
} as const satisfies Record<string, readonly { kind: Kind; words: string }[]>;

const CONFIRMED: Partial<Record<Kind, string>> = {
  left_out: 'laissé hors de la liste',
  allergen_included: 'déjà compris dans le parfum',
  allergen_apart: 'ajouté en plus du parfum',
  old_stock: 'Stock mis sur le marché avant le 01/08/2026 : 24 premiers allergènes',
};

interface WarningsProps {
  warnings: readonly InciWarning[];
  mayWrite: boolean;
  busy: boolean;
  onDecide: Decide;
}

/** What is to be looked at, with the answers that settle it. */
export function Warnings({ warnings, mayWrite, busy, onDecide }: WarningsProps) {
  if (warnings.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      <strong>À vérifier</strong>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {warnings.map(({ message, confirm }) => (
          <li key={message}>
            {message}
            {confirm && mayWrite && (
              <Box component="span" sx={{ ml: 1, display: 'inline-flex', gap: 0.5 }}>
                {QUESTIONS[confirm.kind].map(({ kind, words }) => (
                  <Button
                    key={kind}
                    size="small"
                    color="inherit"
                    disabled={busy}
                    aria-label={`${words} : ${confirm.about}`}
                    onClick={() => void onDecide(kind, confirm.about, true)}
                  >
                    {words}
                  </Button>
                ))}
              </Box>
            )}
          </li>
        ))}
      </Box>
    </Alert>
  );
}

/** What people confirmed about the list, and may take back; and the one thing that is asked by nothing. */
export function Confirmations({
  productId,
  mayWrite,
  busy,
  onDecide,
}: {
  productId: string;
  mayWrite: boolean;
  busy: boolean;
  onDecide: Decide;
}) {
  const { data } = useQuery(queryOf(getFormula, { params: { id: productId } }));
  const [asking, setAsking] = useState(false);
  const nameOf = usePersonName();
  const given = (data?.data.confirmations ?? []).filter(({ kind }) => kind in CONFIRMED);
  const isOld = given.some(({ kind }) => kind === 'old_stock');
  const ends = dayOf(new Date()) > FIRST_ALLERGENS_UNTIL;
  if (given.length === 0 && (!mayWrite || ends)) return null;
  return (
    <Box sx={{ mb: 2 }}>
      {given.map(({ kind, about, by, at }) => (
        <Box key={`${kind}${about}`} sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ fontSize: '0.9rem' }}>
            {`${about ? `« ${about} » : ` : ''}${CONFIRMED[kind]}. Confirmé${by ? ` par ${nameOf(by)}` : ''} le ${printInstant(at)}.`}
          </Typography>
          {mayWrite && (
            <Button size="small" disabled={busy} onClick={() => void onDecide(kind, about, false)}>
              Retirer
            </Button>
          )}
        </Box>
      ))}
      {mayWrite && !isOld && !ends && (
        <Button size="small" disabled={busy} onClick={() => setAsking(true)}>
          Ces unités sont du stock d’avant le 01/08/2026…
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title="Du stock mis sur le marché avant le 01/08/2026 ?"
        text="Seuls les 24 premiers allergènes seront alors cités. Cela ne vaut que pour des unités déjà mises sur le marché, jusqu’au 31/07/2028 (règlement (UE) 2023/1545) : une unité mise sur le marché aujourd’hui les doit tous. Votre nom et la date seront gardés."
        confirmLabel="Confirmer"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void onDecide('old_stock', null, true);
        }}
      />
    </Box>
  );
}
