import type { FieldErrors, Resolver } from 'react-hook-form';
import { readField } from '#shared/fields/field.reading.ts';
import { printValue } from '#shared/fields/field.text.ts';
import { type FieldDefinition, type FieldValue, kindOf } from '#shared/fields/field.ts';
import type { RecordField, Texts } from './record.ts';

/** Everything a form knows of a record, computed from its catalogue of fields. */
export interface RecordForm<F extends RecordField = RecordField> {
  fields: readonly F[];
  getField(name: string): F;
  /** The texts of a record as the server gave it; all empty for `null`. */
  toTexts(held: Readonly<Record<string, unknown>> | null): Texts;
  /** The stored values these texts stand for; a text that cannot be read is left out. */
  toValues(texts: Texts): Record<string, FieldValue>;
  /** What is sent: read values, and texts that cannot be read as they are, so that the server says why. */
  toPayload(texts: Texts): Record<string, unknown>;
  /** Texts as they will be printed once saved, so that `5.50` and `5,5` are not a difference. */
  tidy(texts: Texts): Texts;
  /** The same texts, those that cannot be read taken from `base`: what can be saved by itself. */
  readable(texts: Texts, base: Texts): Texts;
  /** The fields whose texts cannot be read and differ from `base`: what no save can take. */
  unreadable(texts: Texts, base: Texts): F[];
  /**
   * The rules of the catalogue for react-hook-form; only the fields being checked are read.
   * @param kept texts of another day, by field: as they are, they may stay
   */
  resolver(options: { isRequired: (field: F) => boolean; kept: Readonly<Record<string, string>> }): Resolver<Texts>;
}

interface Reading {
  text: string;
  value: FieldValue;
  /** Why the text cannot be read, if so. */
  message?: string;
}

/** The stored texts that today's catalogue does not take, by field, as the form shows them. */
export const keptTexts = (held: { readonly unread: readonly string[] } | null): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (held?.unread ?? []).map((name) => [name, String((held as unknown as Record<string, unknown>)[name])]),
  );

const textOf = (field: FieldDefinition, value: FieldValue): string =>
  // What is chosen is held by its key, whatever it is called.
  kindOf(field) === 'date' || kindOf(field) === 'choice'
    ? String(value ?? '')
    : typeof value === 'boolean'
      ? value
        ? 'oui'
        : 'non'
      : printValue(field, value);

/** @param isLeftOut fields that are not sent while they are empty */
export function recordForm<F extends RecordField>(
  fields: readonly F[],
  { isLeftOut = () => false }: { isLeftOut?: (field: F) => boolean } = {},
): RecordForm<F> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const getField = (name: string): F => {
    const field = byName.get(name);
    if (!field) throw new Error(`There is no field ${name}`);
    return field;
  };

  /** The last text read of each field: a key press changes one of many. */
  const lastRead = new Map<string, Reading>();
  const read = (field: F, text: string): Reading => {
    const last = lastRead.get(field.name);
    if (last?.text === text) return last;
    const { value, faults } = readField(field, text);
    const [message] = faults;
    const reading: Reading = message === undefined ? { text, value } : { text, value: text, message };
    lastRead.set(field.name, reading);
    return reading;
  };
  const each = <T>(make: (field: F) => T): Record<string, T> =>
    Object.fromEntries(fields.map((field) => [field.name, make(field)])) as Record<string, T>;

  /** What is wrong with one text, if anything. */
  const faultOf = (field: F, text: string, required: boolean): string | undefined => {
    const { value, message } = read(field, text);
    return message ?? (required && value === null ? field.message : undefined);
  };

  return {
    fields,
    getField,
    toTexts: (held) => each((field) => (held ? textOf(field, held[field.name] as FieldValue) : '')),
    toValues(texts) {
      const values: Record<string, FieldValue> = {};
      for (const field of fields) {
        const { value, message } = read(field, texts[field.name] ?? '');
        if (message === undefined) values[field.name] = value;
      }
      return values;
    },
    toPayload(texts) {
      const payload: Record<string, unknown> = {};
      for (const field of fields) {
        const { value } = read(field, texts[field.name] ?? '');
        if (value !== null || !isLeftOut(field)) payload[field.name] = value;
      }
      return payload;
    },
    tidy: (texts) =>
      each((field) => {
        const { value, message } = read(field, texts[field.name] ?? '');
        return message === undefined ? textOf(field, value) : (texts[field.name] ?? '');
      }),
    readable: (texts, base) =>
      each((field) => (read(field, texts[field.name] ?? '').message === undefined ? texts : base)[field.name] ?? ''),
    unreadable: (texts, base) =>
      fields.filter(
        (field) => texts[field.name] !== base[field.name] && read(field, texts[field.name] ?? '').message !== undefined,
      ),
    resolver:
      ({ isRequired, kept }) =>
      (texts, _, { names }) => {
        const errors: Record<string, { type: string; message: string }> = {};
        for (const name of names ?? fields.map((field) => field.name)) {
          if (texts[name] === kept[name]) continue;
          const field = getField(name);
          const message = faultOf(field, texts[name] ?? '', isRequired(field));
          if (message !== undefined) errors[name] = { type: 'rule', message };
        }
        type Resolved = Awaited<ReturnType<Resolver<Texts>>>;
        return { values: Object.keys(errors).length === 0 ? texts : {}, errors: errors as FieldErrors } as Resolved;
      },
  };
}
