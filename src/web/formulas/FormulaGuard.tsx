import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { isSigningOut } from '../api/session.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { Editing } from './useFormula.ts';

/** Saves the lines before one goes elsewhere; where that cannot be, asks. */
export function FormulaGuard({ editing: { isDirty, saveAll, abandon } }: { editing: Editing }) {
  const [asks, setAsks] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty() &&
      // A session that ended leaves what was typed in this tab.
      (nextLocation.pathname !== '/login' || isSigningOut(nextLocation.state)) &&
      (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search),
  );
  const isBlocked = blocker.state === 'blocked';
  // As it is once the lines are saved: another way may have been taken meanwhile.
  const latest = useRef<typeof blocker | null>(blocker);
  latest.current = blocker;
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that somebody wants to leave
  useEffect(() => {
    if (!isBlocked) return setAsks(false);
    void saveAll().then((isSaved) => {
      if (latest.current?.state !== 'blocked') return;
      if (isSaved) latest.current.proceed();
      else setAsks(true);
    });
  }, [isBlocked]);
  return (
    <ConfirmDialog
      open={isBlocked && asks}
      danger
      title="Quitter sans enregistrer ?"
      text="Des lignes de cette formule n’ont pas pu être enregistrées."
      confirmLabel="Quitter sans enregistrer"
      cancelLabel="Rester"
      onCancel={() => blocker.reset?.()}
      onConfirm={() => {
        abandon();
        blocker.proceed?.();
      }}
    />
  );
}
