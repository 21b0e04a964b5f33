import type { FieldErrors, Resolver } from 'react-hook-form';
import { fieldRule } from '#shared/fields/field.rule.ts';
import { printValue } from '#shared/fields/field.text.ts';
import { type FieldValue, kindOf } from '#shared/fields/field.ts';
import type { Product } from '#shared/products/product.contract.ts';
import {
  FIELDS,
  type FieldName,
  getField,
  isStoodForByFile,
  type ProductField,
  type ProductValues,
} from '#shared/products/product.fields.ts';
import { isRequired, type ProductDemand, type ProductStatus } from '#shared/products/product.schema.ts';

/** What the form holds: every field as the text a person types; days as `YYYY-MM-DD`. */
export type FormValues = Record<FieldName, string>;

const textOf = (field: ProductField, value: FieldValue): string =>
  kindOf(field) === 'date' ? String(value ?? '') : printValue(field, value);

export const toFormValues = (product: Product | null): FormValues =>
  Object.fromEntries(
    FIELDS.map((field) => [field.name, product ? textOf(field, product[field.name]) : '']),
  ) as FormValues;

/** The stored texts that today's catalogue does not take, by field, as the form shows them. */
export const keptTexts = (product: Product | null): Readonly<Record<string, string>> =>
  Object.fromEntries((product?.unread ?? []).map((name) => [name, String(product?.[name as FieldName])]));

interface Reading {
  value: FieldValue;
  /** Why the text cannot be read, if so. */
  message?: string;
}

/** The last text read of each field: a key press changes one of seventy. */
const lastRead = new Map<FieldName, Reading & { text: string }>();

/** Reads one text by the rule of its field, empty or not. */
function readField(name: FieldName, text: string): Reading {
  const last = lastRead.get(name);
  if (last?.text === text) return last;
  const parsed = fieldRule(getField(name), false).safeParse(text);
  const reading = parsed.success
    ? { text, value: parsed.data }
    : { text, value: text, message: parsed.error.issues[0]?.message ?? '' };
  lastRead.set(name, reading);
  return reading;
}

/** What is wrong with one text, if anything. */
function faultOf(name: FieldName, text: string, required: boolean): string | undefined {
  if (!required) return readField(name, text).message;
  return fieldRule(getField(name), true).safeParse(text).error?.issues[0]?.message;
}

/** The stored values these texts stand for; a text that cannot be read is left out. */
export function toValues(values: FormValues): Partial<ProductValues> {
  const read: Partial<Record<FieldName, FieldValue>> = {};
  for (const field of FIELDS) {
    const { value, message } = readField(field.name, values[field.name]);
    if (message === undefined) read[field.name] = value;
  }
  return read as Partial<ProductValues>;
}

/** The same texts, those that cannot be read taken from `base`: what can be saved by itself. */
export const readableValues = (values: FormValues, base: FormValues): FormValues =>
  Object.fromEntries(
    FIELDS.map(({ name }) => [name, readField(name, values[name]).message === undefined ? values[name] : base[name]]),
  ) as FormValues;

/** Texts as they will be printed once saved, so that `5.50` and `5,5` are not a difference. */
export const tidyValues = (values: FormValues): FormValues =>
  Object.fromEntries(
    FIELDS.map((field) => {
      const { value, message } = readField(field.name, values[field.name]);
      return [field.name, message === undefined ? textOf(field, value) : values[field.name]];
    }),
  ) as FormValues;

/** What is sent: read values, and texts that cannot be read as they are, so that the server says why. */
export function toPayload(values: FormValues, status: ProductStatus): Record<string, unknown> {
  const payload: Record<string, unknown> = { status };
  for (const field of FIELDS) {
    const { value } = readField(field.name, values[field.name]);
    // An empty list of ingredients is left out, as specified: a file may stand for it.
    if (isStoodForByFile(field) && value === null) continue;
    payload[field.name] = value;
  }
  return payload;
}

/**
 * The rules of the catalogue for react-hook-form; only the fields being checked are read.
 * @param kept texts of another day, by field: as they are, they may stay
 */
export const productResolver =
  (demand: ProductDemand, kept: Readonly<Record<string, string>>): Resolver<FormValues> =>
  (values, _, { names }) => {
    const errors: FieldErrors<FormValues> = {};
    for (const name of names ?? FIELDS.map((field) => field.name)) {
      if (values[name] === kept[name]) continue;
      const message = faultOf(name, values[name], isRequired(getField(name), demand));
      if (message !== undefined) errors[name] = { type: 'rule', message };
    }
    return { values: Object.keys(errors).length === 0 ? values : {}, errors } as Awaited<
      ReturnType<Resolver<FormValues>>
    >;
  };
