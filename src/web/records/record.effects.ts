import type { UseFormReturn } from 'react-hook-form';
import { ApiError } from '../api/client.ts';
import { eraseDraft, writeDraft } from '../api/drafts.ts';
import type { Fault, SavingEffect, SavingEvent } from './record.saving.ts';
import type { Held, RecordField, Texts } from './record.ts';
import type { Options, useRecordSaving } from './useRecordSaving.ts';

interface Around<H extends Held, As extends string> {
  options: Options<H, As>;
  accountId: string;
  ground: ReturnType<typeof useRecordSaving<H, As>>['ground'];
  dispatch: (event: SavingEvent<Texts, H, As>) => void;
  /** Tells those who wait for a save asked for by hand. */
  answer: (saved: boolean) => void;
  setAsking: (asking: boolean) => void;
}

/** Types into the form what differs from what it holds. */
function fill(form: UseFormReturn<Texts>, fields: readonly RecordField[], doc: Texts, now: Texts): void {
  for (const { name } of fields)
    if (doc[name] !== now[name]) form.setValue(name, doc[name] ?? '', { shouldDirty: true });
}

/** Does what a step of the saving asks for: calls, the form, the copy on this computer. */
export function runEffect<H extends Held, As extends string>(
  effect: SavingEffect<Texts, H, As>,
  { options, accountId, ground, dispatch, answer, setAsking }: Around<H, As>,
): void {
  const { kind, form, create, update, read, onSaved, onRefused, onMerged } = options;
  const { fields } = kind.form;
  const then = (work: Promise<H>, type: 'saved' | 'read'): void => {
    work.then(
      (one) => dispatch({ type, held: one, doc: form.getValues() }),
      (error: unknown) => dispatch({ type: 'failed', fault: faultOf(error), error, doc: form.getValues() }),
    );
  };
  switch (effect.type) {
    case 'create':
      then(create(effect), 'saved');
      break;
    case 'send':
      then(update(effect), 'saved');
      break;
    case 'read':
      then(read(effect.id), 'read');
      break;
    case 'show':
      form.reset(effect.base, { keepErrors: true });
      fill(form, fields, effect.doc, effect.base);
      break;
    case 'fill':
      fill(form, fields, effect.doc, form.getValues());
      break;
    case 'keep':
      writeDraft<Texts>(accountId, kind.copyOf(null), {
        at: new Date().toISOString(),
        ...ground(),
        values: form.getValues(),
      });
      break;
    case 'erase':
      eraseDraft(accountId, kind.copyOf(effect.id));
      // Just created, its address has not followed: what is typed is still kept under the name of a new one.
      if (options.held === null) eraseDraft(accountId, kind.copyOf(null));
      break;
    case 'done':
      form.clearErrors();
      onSaved(effect.held, effect.as, { wasNew: effect.wasNew });
      answer(true);
      break;
    case 'refused':
      onRefused(effect.error, effect.as);
      answer(false);
      break;
    case 'choose':
      if (!effect.asked) break;
      setAsking(true);
      answer(false);
      break;
    case 'merged':
      onMerged(effect.held);
      break;
  }
}

export function faultOf(error: unknown): Fault {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return 'lost';
  if (error.status === 412) return 'stale';
  return [400, 413, 422].includes(error.status) ? 'invalid' : 'refused';
}
