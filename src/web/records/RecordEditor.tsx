import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type ReactNode, startTransition, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { FieldValue } from '#shared/fields/field.ts';
import { progressOf, stepProgressOf } from '#shared/fields/record.ts';
import { ApiError, faultsByField } from '../api/client.ts';
import { eraseDraft } from '../api/drafts.ts';
import { useAccount } from '../auth/account.tsx';
import { usePersonName } from '../auth/people.ts';
import { Page } from '../ui/Page.tsx';
import { type ToastAction, useToast } from '../ui/toast.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FinishDialog } from './FinishDialog.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { LocalCopy } from './LocalCopy.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { keptTexts } from './record.form.ts';
import type { Held, RecordField, Texts } from './record.ts';
import { AutosaveNote, ConflictNote, type ConflictWords } from './SavingNotes.tsx';
import { StepButtons } from './StepButtons.tsx';
import { StepTabs } from './StepTabs.tsx';
import { UnreadNote } from './UnreadNote.tsx';
import { type RecordCalls, type RecordKind, useRecordSaving } from './useRecordSaving.ts';
import { useStepKeys } from './useStepKeys.ts';

/** What the editor says of a kind of record. */
export interface EditorWords<As> extends ConflictWords {
  title: string;
  readOnly: string;
  save: string;
  finish: string;
  /** What the buttons say while it is being done. */
  saving: string;
  finishing: string;
  /** The question when there is something to know before. */
  finishTitle: string;
  saved: (as: As) => string;
  failed: (as: As) => string;
}

/** What the one who saved may do with the editor. */
export interface Editor {
  goTo(step: number): void;
  isSaved(): boolean;
  /** Another record, from an empty form. */
  startAnew(): void;
  /** From now on this is that record, at its own address: saving again does not make another. */
  goOn(id: string): void;
}

interface Props<H extends Held, As extends string> extends RecordCalls<H> {
  kind: RecordKind<H, As>;
  held: (H & { readonly unread: readonly string[] }) | null;
  mayWrite: boolean;
  steps: readonly { title: string; short?: string | undefined }[];
  initialStep: number;
  /** The field, or what is attached under this key, that one came for. */
  initialField?: string | null;
  words: EditorWords<As>;
  /** What « finish » makes of it. */
  finishAs: As;
  isRequired: (field: RecordField) => boolean;
  /** What fills a field without a value of its own. */
  standsIn: (field: RecordField) => boolean;
  /** What somebody should know before it is finished, in sentences; nothing when the server would refuse it anyway. */
  reviewOf: (values: Record<string, FieldValue>) => readonly string[];
  /** What the tab of the browser is called. */
  tab?: string | undefined;
  subtitle: ReactNode;
  /** What is to be known before one types. */
  notes?: ReactNode;
  addressOf: (id: string) => string;
  onCreated: (id: string) => void;
  onSaved: (saved: H, as: As, editor: Editor) => void;
  /** Where one goes on from a save asked for by hand. */
  waysOn: (saved: H, as: As) => readonly ToastAction[];
  /** What a step holds. `ensureHeld` saves a new record and gives its id; `null` when it could not be saved. */
  children: (step: number, ensureHeld: () => Promise<string | null>) => ReactNode;
}

/** One record of a catalogue of fields, step by step: typed, kept, saved, brought together with what others save. */
export function RecordEditor<H extends Held, As extends string>(props: Props<H, As>) {
  const { kind, held, mayWrite, steps, words, isRequired, standsIn, children } = props;
  const { fields } = kind.form;
  const navigate = useNavigate();
  const toast = useToast();
  const account = useAccount();
  const nameOf = usePersonName();
  const id = held?.id ?? null;
  const [step, setStep] = useState(props.initialStep);
  /** Tabs and heading answer at once; the fields of a step follow. */
  const shown = useDeferredValue(step);
  /** What is to be read before it is finished. */
  const [reviewed, setReviewed] = useState<readonly string[] | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** The field to go to once its step is there. */
  const awaited = useRef<string | null>(null);
  /** The record that the last save asked for by hand made. */
  const savedId = useRef(id);
  const leaving = useRef(false);
  /** The person chose to lose what is not saved: no copy is kept of it. */
  const abandoned = useRef(false);

  const resolver = useMemo(() => kind.form.resolver({ isRequired, kept: keptTexts(held) }), [kind, isRequired, held]);
  const form = useForm<Texts>({
    defaultValues: kind.form.toTexts(held as Readonly<Record<string, unknown>> | null),
    mode: 'onChange',
    resolver,
  });
  const progress = useMemo(() => {
    const values = (texts: Texts) => kind.form.toValues(texts);
    return {
      percent: (texts: Texts) => progressOf(fields, values(texts), standsIn),
      steps: (texts: Texts) => {
        const read = values(texts);
        return steps.map((_, index) =>
          stepProgressOf(
            fields.filter((one) => one.step === index),
            read,
            standsIn,
          ),
        );
      },
    };
  }, [kind, fields, steps, standsIn]);

  const goTo = (next: number): void => {
    saving.saveItself();
    setStep(next);
    requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo({ top: 0 });
    });
  };
  const goToField = (name: string): void => {
    const field = fields.find((one) => one.name === name);
    if (!field) return;
    setStep(field.step);
    // The field is there once its step is.
    if (field.step === shown) form.setFocus(name);
    else awaited.current = name;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another step has come
  useEffect(() => {
    if (awaited.current !== null) form.setFocus(awaited.current);
    awaited.current = null;
  }, [shown]);
  const isStepRight = async (): Promise<boolean> => {
    const names = fields.filter((field) => field.step === step).map(({ name }) => name);
    const { errors } = await resolver(form.getValues(), undefined, {
      fields: {},
      names,
      shouldUseNativeValidation: undefined,
    });
    const wrong = names.filter((name) => name in errors);
    // One by one, and after the hand is answered: `trigger` draws every field of the step again, at once.
    startTransition(() => {
      for (const name of names)
        if (errors[name]) form.setError(name, { type: 'rule', message: String(errors[name].message ?? '') });
        else if (form.getFieldState(name).invalid) form.clearErrors(name);
    });
    if (wrong[0]) form.setFocus(wrong[0]);
    return wrong.length === 0;
  };

  /** What the server refused, said where it belongs. Nothing typed is touched. */
  const showRefusal = (error: unknown, as: As): void => {
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
    toast({ severity: 'error', message: said ?? `${words.failed(as)} Rien n’est perdu : réessayez.` });
  };

  const saving = useRecordSaving<H, As>({
    kind,
    form,
    held,
    mayWrite,
    create: props.create,
    update: props.update,
    read: props.read,
    onSaved: (saved, as) => {
      savedId.current = saved.id;
      toast({ severity: 'success', message: words.saved(as), action: props.waysOn(saved, as) });
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
  const busy = saving.saving !== null;
  const ensureHeld = async (): Promise<string | null> =>
    id ?? ((await saving.save(kind.plain)) ? savedId.current : null);
  const latestEnsure = useRef(ensureHeld);
  latestEnsure.current = ensureHeld;
  // Drawn again when the step or what is held changes, not with what stands around it.
  const body = useMemo(() => children(shown, () => latestEnsure.current()), [children, shown]);
  const faulty = (texts: Texts) => kind.form.unreadable(texts, saving.ground().base);
  const save = (): void => {
    if (mayWrite && !busy) void saving.save(kind.plain);
  };
  const next = async (): Promise<void> => {
    if (!mayWrite || (await isStepRight())) goTo(step + 1);
  };
  const finish = async (): Promise<void> => {
    if (!(await isStepRight())) return;
    const points = props.reviewOf(kind.form.toValues(form.getValues()));
    if (points.length > 0) setReviewed(points);
    else await saving.save(props.finishAs);
  };
  useStepKeys({
    onStep: (by) => {
      if (steps[step + by]) goTo(step + by);
    },
    onSave: save,
  });

  const { initialField = null } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one comes for a field once
  useEffect(() => {
    if (initialField === null) return;
    if (fields.some(({ name }) => name === initialField)) goToField(initialField);
    else document.getElementById(`file-${initialField}`)?.scrollIntoView({ block: 'center' });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: arrived under the new address, unsaved work is guarded again
  useEffect(() => {
    leaving.current = false;
  }, [id]);

  return (
    <FormProvider {...form}>
      <Page title={words.title} tab={props.tab} subtitle={props.subtitle}>
        <LeaveGuard
          busy={busy}
          passing={leaving}
          onSave={() => saving.save(kind.plain)}
          onAbandon={() => {
            abandoned.current = true;
            eraseDraft(account.id, kind.copyOf(id));
          }}
        />
        {!mayWrite && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {words.readOnly}
          </Alert>
        )}
        {props.notes}
        {held && <UnreadNote form={kind.form} held={held} onGo={goToField} />}
        {saving.conflict && (
          <ConflictNote conflict={saving.conflict} words={words} onChoose={() => saving.setAsking(true)} />
        )}
        {mayWrite && <LocalCopy name={kind.copyOf(id)} saving={saving} abandoned={abandoned} />}
        <ProgressBar percentOf={progress.percent} />
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', md: '265px minmax(0, 1fr)', lg: '300px minmax(0, 1fr)' },
            gap: { xs: 2, md: 3 },
          }}
        >
          <StepTabs steps={steps} step={step} progressOf={progress.steps} faulty={faulty} onSelect={goTo} />
          <Card
            component="form"
            role="tabpanel"
            id="step-panel"
            aria-labelledby={`step-tab-${step}`}
            noValidate
            onSubmit={(event) => event.preventDefault()}
            sx={{ p: { xs: 2, sm: 3 }, minWidth: 0, overflow: 'visible' }}
          >
            <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ mb: 2.5, outline: 'none' }}>
              <Typography component="span" color="textSecondary" sx={{ fontSize: 'inherit' }}>
                {step + 1}.{' '}
              </Typography>
              {steps[step]?.title}
            </Typography>
            <ErrorSummary fields={fields} steps={steps} onGo={goToField} />
            {body}
            <StepButtons
              step={step}
              last={steps.length - 1}
              mayWrite={mayWrite}
              busy={busy}
              words={{
                save: saving.saving === kind.plain ? words.saving : words.save,
                finish: saving.saving === props.finishAs ? words.finishing : words.finish,
              }}
              note={<AutosaveNote note={saving.note} faulty={faulty} onGo={goToField} />}
              onSave={save}
              onBack={() => goTo(step - 1)}
              onNext={() => void next()}
              onFinish={() => void finish()}
            />
          </Card>
        </Box>
        {reviewed && (
          <FinishDialog
            title={words.finishTitle}
            points={reviewed}
            onCancel={() => setReviewed(null)}
            onConfirm={() => {
              setReviewed(null);
              void saving.save(props.finishAs);
            }}
          />
        )}
        {saving.conflict && (
          <ConflictDialog
            conflict={saving.conflict}
            steps={steps}
            words={words}
            undoes={saving.undoes}
            open={saving.asking}
            onSettle={saving.settle}
            onClose={() => saving.setAsking(false)}
          />
        )}
      </Page>
    </FormProvider>
  );
}
