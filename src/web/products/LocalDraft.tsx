import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { printInstant } from '#shared/fields/date.ts';
import { eraseDraft, readDraft, writeDraft } from '../api/drafts.ts';
import { useAccount } from '../auth/account.tsx';
import type { FormValues } from './product.values.ts';
import type { useProductSaving } from './useProductSaving.ts';

/** How long the typing must rest before it is kept (ms). */
const REST_MS = 1_000;

interface Props {
  productId: string | null;
  saving: Pick<ReturnType<typeof useProductSaving>, 'baseValues' | 'revision' | 'restore'>;
}

/** Keeps what is typed on this computer, and offers it back when it was never saved. */
export function LocalDraft({ productId, saving }: Props) {
  const { id: accountId } = useAccount();
  const { subscribe, getValues } = useFormContext<FormValues>();
  const { isDirty } = useFormState<FormValues>();
  const [found, setFound] = useState(() => readDraft<FormValues>(accountId, productId));

  const server = useRef(saving);
  server.current = saving;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribe({
      formState: { values: true, isDirty: true },
      callback: (state) => {
        clearTimeout(timer);
        if (!state.isDirty) return;
        timer = setTimeout(() => {
          setFound(null);
          writeDraft<FormValues>(accountId, productId, {
            at: new Date().toISOString(),
            revision: server.current.revision(),
            base: server.current.baseValues(),
            values: getValues(),
          });
        }, REST_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [subscribe, getValues, accountId, productId]);

  if (!found || isDirty) return null;
  const drop = (): void => {
    eraseDraft(accountId, productId);
    setFound(null);
  };
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        <>
          <Button
            color="inherit"
            size="small"
            onClick={() => {
              saving.restore(found);
              setFound(null);
            }}
          >
            Restaurer
          </Button>
          <Button color="inherit" size="small" onClick={drop}>
            Ignorer
          </Button>
        </>
      }
    >
      Une saisie du {printInstant(found.at)} n’a pas été enregistrée sur le serveur. Elle est gardée sur cet ordinateur.
      {found.revision !== saving.revision() && ' La fiche a changé depuis : les deux seront réunies.'}
    </Alert>
  );
}
