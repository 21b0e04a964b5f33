import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { stateEffects } from '#shared/effects/effect.contract.ts';
import { dayOf, printDay } from '#shared/fields/date.ts';
import { call } from '../api/client.ts';
import { refreshFileOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useProduct } from '../products/useProduct.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

/** Makes the counts of today the declaration of the conformity: only when somebody says so. */
export function StatementButton() {
  const { id } = useProduct();
  const client = useQueryClient();
  const { act, busy } = useAction();
  const [isAsked, setAsked] = useState(false);
  const today = dayOf(new Date());
  const state = async (): Promise<void> => {
    await act(() => call(stateEffects, { params: { id }, body: { at: today } }), {
      done: 'Le relevé est arrêté : il est la déclaration de la conformité.',
      refresh: ['products'],
    });
    refreshFileOf(client, id);
    setAsked(false);
  };
  return (
    <Box>
      <Button variant="outlined" onClick={() => setAsked(true)}>
        Arrêter le relevé
      </Button>
      <ConfirmDialog
        open={isAsked}
        busy={busy}
        title={`Arrêter le relevé au ${printDay(today)} ?`}
        text="Ce texte remplace la déclaration et sa date dans la conformité (point A9). L’historique garde celles d’avant. Un relevé vaut douze mois."
        confirmLabel="Arrêter le relevé"
        onConfirm={() => void state()}
        onCancel={() => setAsked(false)}
      />
    </Box>
  );
}
