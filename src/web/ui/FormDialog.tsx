import Box from '@mui/material/Box';
import type { DialogProps } from '@mui/material/Dialog';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { AskingDialog } from './AskingDialog.tsx';
import { DIALOG_FORM } from './UnsavedQuestion.tsx';

interface Props {
  /** Id of the title. */
  'aria-labelledby': string;
  maxWidth: Exclude<DialogProps['maxWidth'], undefined>;
  busy?: boolean;
  /** The browser itself says what is missing. */
  native?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  /** A `DialogTitle`, a `DialogContent`, and its buttons. */
  children: ReactNode;
  /** Below the form, and no part of it. */
  below?: ReactNode;
}

/** What stands in the fields, to be compared: numbers are grouped when one leaves them. */
const standingIn = (form: HTMLFormElement): string =>
  JSON.stringify(
    Array.from(form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'), (field) =>
      field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)
        ? field.checked
        : field.value.replace(/[\u00a0\u202f]/g, ''),
    ),
  );
/** Keys that change nothing of a form. */
const PASSING = new Set(['Tab', 'Shift', 'Escape', 'Control', 'Alt', 'Meta']);

/** Shows the first field that is wrong to who sent the form: it may stand above what is in sight. */
function showFault(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
  (field ?? form?.querySelector('[role="alert"]'))?.scrollIntoView({ block: 'center' });
}

/**
 * A form in a dialog: a click beside it closes nothing, Escape asks once something is typed; its title and its buttons stay in sight,
 * and the first field that is wrong is shown.
 */
export function FormDialog({ busy = false, native = false, onSubmit, onClose, children, below, ...dialog }: Props) {
  const form = useRef<HTMLFormElement | null>(null);
  /** What stood in it before anybody touched it: what comes later than the dialog itself is nobody’s typing. */
  const before = useRef<string | null>(null);
  const touch = (known: string | null = form.current && standingIn(form.current)): void => {
    before.current ??= known;
  };
  /** Sent, and not answered yet. */
  const isSent = useRef(false);
  useEffect(() => {
    if (busy || !isSent.current) return;
    isSent.current = false;
    showFault(form.current);
  });
  const isTouched = (): boolean =>
    form.current !== null && before.current !== null && standingIn(form.current) !== before.current;
  return (
    <AskingDialog busy={busy} isTouched={isTouched} onClose={onClose} {...dialog}>
      <Box
        component="form"
        noValidate={!native}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          isSent.current = true;
          onSubmit(event);
        }}
        sx={DIALOG_FORM}
        ref={form}
        onPointerDownCapture={() => touch()}
        onKeyDownCapture={({ key }: KeyboardEvent) => {
          if (!PASSING.has(key)) touch();
        }}
        // Typed by something that presses no key: nobody knows what stood there.
        onInputCapture={() => touch('')}
      >
        {children}
      </Box>
      {below}
    </AskingDialog>
  );
}
