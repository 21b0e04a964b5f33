import { z } from 'zod';
import { LENGTHS } from './field.reading.ts';
import { fieldRule } from './field.rule.ts';
import { type FieldDefinition, type FieldKind, kindOf } from './field.ts';

/** What a program writes in a field of each kind (a measure may be `< 10` or `Absence`). */
const WRITTEN: Record<FieldKind, z.core.GlobalMeta> = {
  text: { type: ['string', 'null'], maxLength: LENGTHS.text },
  longtext: { type: ['string', 'null'], maxLength: LENGTHS.longtext },
  date: { type: ['string', 'null'] },
  number: { type: ['number', 'string', 'null'] },
  measure: { type: ['number', 'string', 'null'] },
  choice: { type: ['string', 'null'] },
  yesno: { type: ['boolean', 'null'] },
};

/** The field as OpenAPI tells it: its name for people, its type, its unit, why it is asked for. */
const describedInput = (field: FieldDefinition): z.core.GlobalMeta => {
  const kind = kindOf(field);
  const form = kind === 'date' ? 'AAAA-MM-JJ' : field.unit;
  return {
    title: form ? `${field.label} (${form})` : field.label,
    ...(field.reason ? { description: field.reason } : {}),
    ...WRITTEN[kind],
    ...(field.choices ? { enum: [...Object.keys(field.choices), null] } : {}),
  };
};

/** The rules of the fields, by name. @param kept stored texts that their fields no longer take, and that may stay */
export const inputShape = <F extends FieldDefinition>(
  fields: readonly F[],
  { isRequired, kept = {} }: { isRequired: (field: F) => boolean; kept?: Readonly<Record<string, string>> },
): Record<string, z.ZodType> =>
  Object.fromEntries(
    fields.map((field) => [
      field.name,
      fieldRule(field, isRequired(field), kept[field.name]).meta(describedInput(field)),
    ]),
  );

/** What is answered of the fields, by name: of their kind, or a text that the field no longer takes. */
export const answerShape = (fields: readonly FieldDefinition[]): Record<string, z.ZodType> =>
  Object.fromEntries(
    fields.map((field) => [
      field.name,
      kindOf(field) === 'number' || kindOf(field) === 'measure'
        ? z.union([z.number(), z.string()]).nullable()
        : kindOf(field) === 'yesno'
          ? z.boolean().nullable()
          : z.string().nullable(),
    ]),
  );
