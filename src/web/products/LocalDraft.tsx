import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { printInstant } from '#shared/fields/date.ts';
import { eraseDraft, readDraft, writeDraft } from '../api/drafts.ts';
import { useAccount } from '../auth/account.tsx';
import type { FormValues } from './product.values.ts';

/** How long the typing must rest before it is kept (ms). */
const REST_MS = 1_000;

interface Props {
  productId: string | null;
  revision: number;
}

/** Keeps what is typed on this computer, and offers it back when it was never saved. */
export function LocalDraft({ productId, revision }: Props) {
  const { id: accountId } = useAccount();
  const { subscribe, getValues, reset } = useFormContext<FormValues>();
  const { isDirty } = useFormState<FormValues>();
  const [found, setFound] = useState(() => readDraft<FormValues>(accountId, productId));

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribe({
      formState: { values: true, isDirty: true },
      callback: (state) => {
        clearTimeout(timer);
        if (!state.isDirty) return;
        timer = setTimeout(() => {
          setFound(null);
          writeDraft(accountId, productId, { at: new Date().toISOString(), revision, values: getValues() });
        }, REST_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [subscribe, getValues, accountId, productId, revision]);

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
              reset(found.values, { keepDefaultValues: true });
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
      {found.revision !== revision && ' La fiche a changé depuis.'}
    </Alert>
  );
}
