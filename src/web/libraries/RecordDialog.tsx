import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { anyRecords } from '#shared/records/any.records.ts';
import type { RecordEndpoints } from '#shared/records/record.contract.ts';
import { RecordDocuments } from '../attachments/RecordDocuments.tsx';
import { useMay } from '../auth/account.tsx';
import { SavingDialog } from './SavingDialog.tsx';
import { UsedIn } from './UsedIn.tsx';
import { libraryDoors } from './useRecordSave.ts';

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
  return (
    <SavingDialog
      record={record}
      title={name ?? words.add}
      doors={libraryDoors(endpoints)}
      saved={words.saved}
      refresh={refresh}
      read={read}
      typed={typed}
      invalid={invalid}
      onClose={onClose}
    >
      {(faults) => (
        <>
          {record && <UsedIn endpoints={endpoints} id={record.id} count={record.used_in} what={words.this} />}
          {record?.warnings?.map((warning) => (
            <Alert key={warning} severity="warning">
              {warning}
            </Alert>
          ))}
          {children(faults)}
          {record && <RecordDocuments endpoints={endpoints} id={record.id} mayWrite={mayWrite} {...words.documents} />}
        </>
      )}
    </SavingDialog>
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
