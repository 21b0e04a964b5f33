import { startTransition, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { Resolver, UseFormReturn } from 'react-hook-form';
import type { RecordField, Texts } from './record.ts';

interface Options {
  form: UseFormReturn<Texts>;
  resolver: Resolver<Texts>;
  fields: readonly RecordField[];
  initialStep: number;
  /** The field, or what is attached under this key, that one came for. */
  initialField: string | null;
  /** Another step is about to be shown. */
  onLeaveStep: () => void;
}

/** Which step of a record is shown, and how one gets to a field of another one. */
export function useEditorSteps({ form, resolver, fields, initialStep, initialField, onLeaveStep }: Options) {
  const [step, setStep] = useState(initialStep);
  /** Tabs and heading answer at once; the fields of a step follow. */
  const shown = useDeferredValue(step);
  const heading = useRef<HTMLHeadingElement>(null);
  /** The field to go to once its step is there. */
  const awaited = useRef<string | null>(null);

  const goTo = (next: number): void => {
    onLeaveStep();
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: one comes for a field once
  useEffect(() => {
    if (initialField === null) return;
    if (fields.some(({ name }) => name === initialField)) goToField(initialField);
    else document.getElementById(`file-${initialField}`)?.scrollIntoView({ block: 'center' });
  }, []);

  return { step, shown, heading, goTo, goToField, isStepRight };
}
