import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { anyRecords, type RecordEndpoints } from '#shared/records/record.contract.ts';
import { RecordDocuments } from '../attachments/RecordDocuments.tsx';
import { useMay } from '../auth/account.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { UsedIn } from './UsedIn.tsx';
import { useRecordSave } from './useRecordSave.ts';
import { useUnsaved } from './useUnsaved.ts';

/** What a dialog says of one kind of record. */
export interface RecordDialogWords {
  /** « Nouvelle substance » */
  add: string;
  /** « Cette substance » */
  this: string;
  /** « La substance est enregistrée. » */
  saved: string;
  /** Of the documents that stand on it; those of a supplier unless said otherwise. */
  documents?: { title: string; about: string };
}

interface Props<R> {
  /** `null` for a new one. */
  record: R | null;
  name: string | undefined;
  endpoints: Record<keyof RecordEndpoints, unknown>;
  words: RecordDialogWords;
  /** The nouns in which it is read. */
  refresh: readonly string[];
  /** What is typed, as the server takes it. */
  read: (form: FormData) => Promise<object> | object;
  /** What is typed outside of the form’s own fields. */
  typed?: unknown;
  invalid?: boolean;
  onClose: () => void;
  children: (faults: Record<string, string>) => ReactNode;
}

interface Known {
  id: string;
  revision: number;
  used_in: number;
  warnings?: readonly string[];
}

/** One record of a library: typed, saved over what others saved meanwhile, never left with something unsaved unasked. */
export function RecordDialog<R extends Known>({
  record,
  name,
  endpoints: declared,
  words,
  refresh,
  read,
  typed,
  invalid = false,
  onClose,
  children,
}: Props<R>) {
  const mayWrite = useMay('write');
  const endpoints = anyRecords(declared);
  const saving = useRecordSave({ record, endpoints, saved: words.saved, refresh });
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
    if (await saving.save(both, over)) unsaved.close();
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void save(false);
  };
  return (
    <Dialog open onClose={unsaved.cancel} fullWidth maxWidth="md" aria-labelledby="record-title">
      <Box
        component="form"
        onSubmit={submit}
        // The fields scroll, the buttons stay in sight.
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
        ref={(element: HTMLFormElement | null) => {
          form.current = element;
          if (!element || opened.current !== null) return;
          opened.current = standing();
          if (record) base.current = Promise.resolve(read(new FormData(element)));
        }}
      >
        <DialogTitle id="record-title">{name ?? words.add}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 1 }}>
            {record && <UsedIn endpoints={endpoints} id={record.id} count={record.used_in} what={words.this} />}
            {record?.warnings?.map((warning) => (
              <Alert key={warning} severity="warning">
                {warning}
              </Alert>
            ))}
            {children(saving.faults)}
            {record && (
              <RecordDocuments endpoints={endpoints} id={record.id} mayWrite={mayWrite} {...words.documents} />
            )}
          </Stack>
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
      <ConfirmDialog
        open={unsaved.asks}
        title="Fermer sans enregistrer ?"
        text="Ce que vous avez saisi dans cette fiche n’est pas encore enregistré."
        confirmLabel="Fermer sans enregistrer"
        cancelLabel="Continuer la saisie"
        danger
        onCancel={unsaved.stay}
        onConfirm={unsaved.leave}
      />
    </Dialog>
  );
}

interface TextProps {
  name: string;
  label: string;
  value: string | null | undefined;
  faults: Record<string, string>;
  help?: string;
  required?: boolean;
  /** Where one begins to type. */
  first?: boolean;
  multiline?: boolean;
  maxLength?: number;
}

/** A text of a record, with what is wrong with it. */
export function RecordText({ name, label, value, faults, help, required, first, multiline, maxLength }: TextProps) {
  return (
    <TextField
      name={name}
      label={label}
      defaultValue={value ?? ''}
      required={required ?? false}
      autoFocus={first ?? false}
      {...(multiline ? { multiline: true, minRows: 2 } : {})}
      error={Boolean(faults[name])}
      helperText={faults[name] ?? help}
      {...(maxLength ? { slotProps: { htmlInput: { maxLength } } } : {})}
    />
  );
}
