import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Effect, ERASABLE, eraseEffect } from '#shared/effects/effect.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { call } from '../api/client.ts';
import { refreshFileOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useProduct } from '../products/useProduct.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

/** An identity that slipped in goes, from the case and from its history. */
export function EraseTexts({ effect, onErased }: { effect: Effect; onErased: () => void }) {
  const { id } = useProduct();
  const client = useQueryClient();
  const { act, busy } = useAction();
  const [isAsked, setAsked] = useState(false);
  const filled = ERASABLE.filter((name) => effect[name] !== null);
  const erase = async (): Promise<void> => {
    const done = await act(
      () => call(eraseEffect, { params: { id, effectId: effect.id }, body: { champs: [...ERASABLE] } }),
      { done: 'Les textes du cas et de son histoire sont effacés.', refresh: ['products'] },
    );
    refreshFileOf(client, id);
    setAsked(false);
    if (done) onErased();
  };
  return (
    <Box>
      <Button color="error" size="small" onClick={() => setAsked(true)}>
        Effacer les textes de ce cas
      </Button>
      <ConfirmDialog
        open={isAsked}
        danger
        busy={busy}
        title="Effacer les textes de ce cas ?"
        text={`${counted(filled.length, 'texte')} et toute leur histoire seront effacés pour de bon ; les jours, la gravité et l’imputabilité restent, et le journal dit que vous l’avez fait. Les sauvegardes déjà faites les gardent jusqu’à leur fin.`}
        confirmLabel="Effacer"
        onConfirm={() => void erase()}
        onCancel={() => setAsked(false)}
      />
    </Box>
  );
}
