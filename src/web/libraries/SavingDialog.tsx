import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog, { type DialogProps } from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { useMay } from '../auth/account.tsx';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { DIALOG_FORM, UnsavedQuestion } from '../ui/UnsavedQuestion.tsx';
import { type RecordDoors, useRecordSave } from './useRecordSave.ts';
import { useUnsaved } from './useUnsaved.ts';

interface Props {
  /** As it was when the dialog opened; `null` for a new one. */
  record: { id: string; revision: number } | null;
  title: string;
  doors: RecordDoors;
  /** « La substance est enregistrée. » */
  saved: string;
  /** The nouns in which it is read. */
  refresh: readonly string[];
  /** What is typed, as the server takes it. */
  read: (form: FormData) => Promise<object> | object;
  /** What is typed outside of the form’s own fields. */
  typed?: unknown;
  invalid?: boolean;
  maxWidth?: Exclude<DialogProps['maxWidth'], undefined>;
  onSaved?: () => void;
  onClose: () => void;
  children: (faults: Record<string, string>) => ReactNode;
}

/** A record in a dialog: typed, saved over what others saved meanwhile, never left with something unsaved unasked. */
export function SavingDialog({
  record,
  title,
  doors,
  saved,
  refresh,
  read,
  typed,
  invalid = false,
  maxWidth = 'md',
  onSaved,
  onClose,
  children,
}: Props) {
  const mayWrite = useMay('write');
  const saving = useRecordSave({ record, doors, saved, refresh });
  const form = useRef<HTMLFormElement | null>(null);
  /** What stands in the dialog, to be compared. */
  const standing = (): string =>
    JSON.stringify([
      form.current ? [...new FormData(form.current)].map(([key, value]) => [key, String(value)]) : [],
      typed,
    ]);
  const opened = useRef<string | null>(null);
  /** What the form gives of the record as it was opened, in its own writing. */
  const base = useRef<Promise<object> | null>(null);
  const isDirty = (): boolean => mayWrite && opened.current !== null && standing() !== opened.current;
  const unsaved = useUnsaved(isDirty, onClose);
  const save = async (over: boolean): Promise<void> => {
    const typedIn = form.current;
    if (invalid || !typedIn) return;
    const both = async () => ({ mine: await read(new FormData(typedIn)), base: (await base.current) ?? {} });
    if (!(await saving.save(both, over))) return;
    onSaved?.();
    unsaved.close();
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void save(false);
  };
  return (
    <Dialog open onClose={unsaved.cancel} fullWidth maxWidth={maxWidth} aria-labelledby="record-title">
      <Box
        component="form"
        onSubmit={submit}
        sx={DIALOG_FORM}
        ref={(element: HTMLFormElement | null) => {
          form.current = element;
          if (!element || opened.current !== null) return;
          opened.current = standing();
          if (record) base.current = Promise.resolve(read(new FormData(element)));
        }}
      >
        <DialogTitle id="record-title">{title}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 1 }}>{children(saving.faults)}</Stack>
        </DialogContent>
        {/* Beside the button that was pressed. */}
        {saving.clash && (
          <Alert
            severity="warning"
            sx={{ mx: 3, mt: 1 }}
            action={
              <Button color="inherit" onClick={() => void save(true)} disabled={saving.busy}>
                Enregistrer ma saisie
              </Button>
            }
          >
            {saving.clash}
          </Alert>
        )}
        {mayWrite ? (
          <DialogButtons submit="Enregistrer" busy={saving.busy} disabled={invalid} onCancel={unsaved.cancel} />
        ) : (
          <DialogActions>
            <Button onClick={unsaved.close}>Fermer</Button>
          </DialogActions>
        )}
      </Box>
      <UnsavedQuestion open={unsaved.asks} onStay={unsaved.stay} onLeave={unsaved.leave} />
    </Dialog>
  );
}
