import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { printInstant } from '#shared/fields/date.ts';
import { eraseFoundDraft, findDrafts, writeDraft } from '../api/drafts.ts';
import { useAccount } from '../auth/account.tsx';
import type { Texts } from './record.ts';
import type { RecordSaving } from './useRecordSaving.ts';

/** How often what is typed is kept, while it is being typed (ms). */
const EVERY_MS = 1_000;

interface Props {
  /** The name of its copy on this computer. */
  name: string | null;
  saving: RecordSaving;
  abandoned: RefObject<boolean>;
}

/** Keeps what is typed on this computer, and offers it back when it was never saved. */
export function LocalCopy({ name, saving, abandoned }: Props) {
  const { id: accountId } = useAccount();
  const { subscribe, getValues } = useFormContext<Texts>();
  // Under the name the form was opened with: a record that is created meanwhile gets another.
  const openedAs = useRef(name);
  const [copies, setCopies] = useState(() => findDrafts<Texts>(accountId, name));
  const [found] = copies;
  // A record that has just been created goes on under its own name.
  const latest = useRef({ name, saving });
  latest.current = { name, saving };

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = (): void => {
      clearTimeout(timer);
      timer = undefined;
      const { name: current, saving: server } = latest.current;
      if (abandoned.current || server.isSaved()) return;
      writeDraft<Texts>(accountId, current, {
        at: new Date().toISOString(),
        ...server.ground(),
        values: getValues(),
      });
    };
    const stop = subscribe({
      formState: { values: true },
      callback: () => {
        // Not put off by the next key: who types without a pause is kept too.
        timer ??= setTimeout(write, EVERY_MS);
      },
    });
    window.addEventListener('pagehide', write);
    return () => {
      stop();
      window.removeEventListener('pagehide', write);
      // A session that ends, or another screen: the last second counts.
      write();
    };
  }, [subscribe, getValues, accountId, abandoned]);

  /** Brought back, with something to choose: kept until that is done, whatever comes in between. */
  const choosing = useRef<(typeof copies)[number] | null>(null);
  const kind = saving.conflict?.kind ?? null;
  useEffect(() => {
    if (kind === 'copy' || !choosing.current) return;
    // Another question took its place: the copy is offered again the next time.
    if (kind === null) eraseFoundDraft(accountId, openedAs.current, choosing.current);
    choosing.current = null;
  }, [kind, accountId]);

  // What was typed for one that was never made is none of a record that was made since on the same page.
  if (!found || name !== openedAs.current) return null;
  const forget = (): void => eraseFoundDraft(accountId, openedAs.current, found);
  const hide = (): void => setCopies((before) => before.slice(1));
  const restore = (): void => {
    saving.restore(found);
    if (saving.conflictNow()?.kind === 'copy') choosing.current = found;
    else forget();
    hide();
  };
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        <>
          <Button color="inherit" size="small" onClick={restore}>
            Restaurer
          </Button>
          <Button
            color="inherit"
            size="small"
            onClick={() => {
              forget();
              hide();
            }}
          >
            Ignorer
          </Button>
        </>
      }
    >
      Une saisie du {printInstant(found.at)} n’a pas été enregistrée sur le serveur. Elle est gardée sur cet ordinateur.
      {found.revision !== saving.ground().revision && ' La fiche a changé depuis : les deux seront réunies.'}
    </Alert>
  );
}
