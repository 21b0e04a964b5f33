import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { FieldValue } from '#shared/fields/field.ts';
import { progressOf, stepProgressOf } from '#shared/fields/record.ts';
import { eraseDraft } from '../api/drafts.ts';
import { useAccount } from '../auth/account.tsx';
import { Page } from '../ui/Page.tsx';
import type { ToastAction } from '../ui/toast.tsx';
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
import { StepPanel } from './StepPanel.tsx';
import { StepTabs } from './StepTabs.tsx';
import { UnreadNote } from './UnreadNote.tsx';
import { useEditorSaving } from './useEditorSaving.ts';
import { useEditorSteps } from './useEditorSteps.ts';
import type { RecordCalls, RecordKind } from './useRecordSaving.ts';
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
  /** `before`: the record as it was, `null` for a new one. */
  saved: (as: As, before: Held | null) => string;
  failed: (as: As) => string;
  /** What saving it so, to leave, makes of the record besides; nothing where it only saves. */
  leaving?: (before: Held) => string | null;
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

export interface EditorProps<H extends Held, As extends string> extends RecordCalls<H> {
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
  /** Whether a field is asked of this record; all of them otherwise. */
  isAsked?: (field: RecordField) => boolean;
  /** What somebody should know before it is finished, in sentences; nothing when the server would refuse it anyway. */
  reviewOf: (values: Record<string, FieldValue>) => readonly string[];
  /** What the tab of the browser is called. */
  tab?: string | undefined;
  subtitle?: ReactNode;
  /** It stands in the tab of another screen, which bears the title. */
  isPart?: boolean;
  /** What is to be known before one types. */
  notes?: ReactNode;
  addressOf: (id: string) => string;
  onCreated: (id: string) => void;
  onSaved: (saved: H, as: As, editor: Editor) => void;
  /** Where one goes on from a save asked for by hand. */
  waysOn: (saved: H, as: As) => readonly ToastAction[];
  /**
   * What a step holds. `ensureHeld` saves a new record and gives its id, `null` when it could not be saved; `toLeave` saves
   * what is typed of an older one too, before one goes elsewhere.
   */
  children: (step: number, ensureHeld: (toLeave?: boolean) => Promise<string | null>) => ReactNode;
}

const ALL = (): boolean => true;

/** How much of a record is filled, whole and step by step. */
function useProgress<H extends Held, As extends string>(
  kind: RecordKind<H, As>,
  steps: readonly unknown[],
  standsIn: (field: RecordField) => boolean,
  isAsked: (field: RecordField) => boolean,
) {
  return useMemo(() => {
    const { fields } = kind.form;
    const values = (texts: Texts) => kind.form.toValues(texts);
    return {
      // What is asked decides what each step counts, and a form that watches its values is not told of it.
      asked: fields.filter(isAsked).length,
      percent: (texts: Texts) => progressOf(fields, values(texts), standsIn),
      steps: (texts: Texts) => {
        const read = values(texts);
        return steps.map((_, index) =>
          stepProgressOf(
            fields.filter((one) => one.step === index && isAsked(one)),
            read,
            standsIn,
          ),
        );
      },
    };
  }, [kind, steps, standsIn, isAsked]);
}

/** One record of a catalogue of fields, step by step: typed, kept, saved, brought together with what others save. */
export function RecordEditor<H extends Held, As extends string>(props: EditorProps<H, As>) {
  const { kind, held, mayWrite, steps, words, isRequired, standsIn, isAsked = ALL, children } = props;
  const { fields } = kind.form;
  const account = useAccount();
  const id = held?.id ?? null;
  /** What is to be read before it is finished. */
  const [reviewed, setReviewed] = useState<readonly string[] | null>(null);
  /** The person chose to lose what is not saved: no copy is kept of it. */
  const abandoned = useRef(false);

  const resolver = useMemo(() => kind.form.resolver({ isRequired, kept: keptTexts(held) }), [kind, isRequired, held]);
  const form = useForm<Texts>({
    defaultValues: kind.form.toTexts(held as Readonly<Record<string, unknown>> | null),
    mode: 'onChange',
    resolver,
  });
  const progress = useProgress(kind, steps, standsIn, isAsked);

  const { step, shown, heading, goTo, goToField, isStepRight } = useEditorSteps({
    form,
    resolver,
    fields,
    initialStep: props.initialStep,
    initialField: props.initialField ?? null,
    onLeaveStep: () => saving.saveItself(),
  });

  const { saving, leaving, ensureHeld } = useEditorSaving({ props, form, goTo, goToField });
  const busy = saving.saving !== null;
  // Drawn again when the step or what is held changes, not with what stands around it.
  const body = useMemo(() => children(shown, ensureHeld), [children, shown, ensureHeld]);
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

  return (
    <FormProvider {...form}>
      <Frame title={words.title} {...props}>
        <LeaveGuard
          busy={busy}
          passing={leaving}
          besides={(held && words.leaving?.(held)) ?? null}
          savesFirst={props.isPart ?? false}
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
          <StepTabs key={progress.asked} {...{ steps, step, faulty }} progressOf={progress.steps} onSelect={goTo} />
          <StepPanel step={step} title={steps[step]?.title ?? ''} heading={heading}>
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
              note={<AutosaveNote note={saving.note} faulty={faulty} typedSince={saving.typedSince} onGo={goToField} />}
              onSave={save}
              onBack={() => goTo(step - 1)}
              onNext={() => void next()}
              onFinish={() => void finish()}
            />
          </StepPanel>
        </Box>
        <Questions
          saving={saving}
          steps={steps}
          words={words}
          reviewed={reviewed}
          onReviewed={(sure) => {
            setReviewed(null);
            if (sure) void saving.save(props.finishAs);
          }}
        />
      </Frame>
    </FormProvider>
  );
}

interface FrameProps extends Pick<EditorProps<Held, string>, 'tab' | 'subtitle' | 'isPart'> {
  title: string;
  children: ReactNode;
}

/** A screen of its own, or a part of another. */
const Frame = ({ title, tab, subtitle, isPart, children }: FrameProps) =>
  isPart ? (
    <section aria-label={title}>{children}</section>
  ) : (
    <Page title={title} tab={tab} subtitle={subtitle}>
      {children}
    </Page>
  );

interface QuestionsProps<H extends Held, As extends string> {
  saving: ReturnType<typeof useEditorSaving<H, As>>['saving'];
  steps: EditorProps<H, As>['steps'];
  words: EditorWords<As>;
  reviewed: readonly string[] | null;
  onReviewed: (sure: boolean) => void;
}

/** What is asked before it is finished, and when somebody else changed it meanwhile. */
function Questions<H extends Held, As extends string>({
  saving,
  steps,
  words,
  reviewed,
  onReviewed,
}: QuestionsProps<H, As>) {
  return (
    <>
      {reviewed && (
        <FinishDialog
          title={words.finishTitle}
          points={reviewed}
          onCancel={() => onReviewed(false)}
          onConfirm={() => onReviewed(true)}
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
    </>
  );
}
