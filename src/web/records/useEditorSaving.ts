import { useCallback, useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ApiError, faultsByField } from '../api/client.ts';
import { usePersonName } from '../auth/people.ts';
import { useToast } from '../ui/toast.tsx';
import type { EditorProps } from './RecordEditor.tsx';
import type { Held, RecordField, Texts } from './record.ts';
import { useRecordSaving } from './useRecordSaving.ts';

/** Says what the server refused where it belongs. Nothing typed is touched. */
function useRefusal<As>({
  form,
  fields,
  goToField,
  failed,
}: {
  form: UseFormReturn<Texts>;
  fields: readonly RecordField[];
  goToField: (name: string) => void;
  failed: (as: As) => string;
}) {
  const toast = useToast();
  return (error: unknown, as: As): void => {
    // The sign-in page says that the session is over, and what was typed is kept.
    if (error instanceof ApiError && error.status === 401) return;
    const faults = faultsByField(error);
    if (Object.keys(faults).length > 0) {
      const wrong = fields.filter(({ name }) => faults[name] !== undefined);
      for (const { name } of wrong) form.setError(name, { type: 'server', message: faults[name] ?? '' });
      toast({ severity: 'error', message: 'Merci de corriger les champs en erreur.' });
      if (wrong[0]) goToField(wrong[0].name);
      return;
    }
    const said = error instanceof ApiError && error.status > 0 ? error.message : null;
    toast({ severity: 'error', message: said ?? `${failed(as)} Rien n’est perdu : réessayez.` });
  };
}

interface Options<H extends Held, As extends string> {
  props: EditorProps<H, As>;
  form: UseFormReturn<Texts>;
  goTo: (step: number) => void;
  goToField: (name: string) => void;
}

/** The saving of a record, with what is said of it and where one goes on from it. */
export function useEditorSaving<H extends Held, As extends string>({ props, form, goTo, goToField }: Options<H, As>) {
  const { kind, held, mayWrite, words } = props;
  const { fields } = kind.form;
  const navigate = useNavigate();
  const toast = useToast();
  const nameOf = usePersonName();
  const id = held?.id ?? null;
  /** The record that the last save asked for by hand made. */
  const savedId = useRef(id);
  const leaving = useRef(false);
  const showRefusal = useRefusal({ form, fields, goToField, failed: words.failed });
  const saving = useRecordSaving<H, As>({
    kind,
    form,
    held,
    mayWrite,
    create: props.create,
    update: props.update,
    read: props.read,
    choice: props.choice,
    onSaved: (saved, as) => {
      savedId.current = saved.id;
      toast({ severity: 'success', message: words.saved(as, held), action: props.waysOn(saved, as) });
      props.onSaved(saved, as, {
        goTo,
        isSaved: saving.isSaved,
        startAnew: saving.startAnew,
        goOn(created) {
          leaving.current = true;
          props.onCreated(created);
          void navigate(props.addressOf(created), { replace: true });
        },
      });
    },
    onRefused: showRefusal,
    onMerged: ({ updated_by }) =>
      toast({
        severity: 'info',
        message: `${updated_by ? nameOf(updated_by) : 'Quelqu’un'} a modifié cette fiche entre-temps : ses changements sont maintenant à côté des vôtres.`,
      }),
  });
  const latest = useRef((_toLeave: boolean) => Promise.resolve(id));
  latest.current = async (toLeave) => {
    if (id !== null && !(toLeave && mayWrite && form.formState.isDirty)) return id;
    if (!(await saving.save(kind.plain))) return null;
    // What was typed is saved: nobody is asked whether to lose it.
    leaving.current = toLeave;
    return savedId.current;
  };
  const ensureHeld = useCallback((toLeave = false): Promise<string | null> => latest.current(toLeave), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: arrived under the new address, unsaved work is guarded again
  useEffect(() => {
    leaving.current = false;
  }, [id]);

  return { saving, leaving, ensureHeld };
}
