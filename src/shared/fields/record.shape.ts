import { z } from 'zod';
import { fieldRule } from './field.rule.ts';
import { type FieldDefinition, kindOf } from './field.ts';

/** The rules of the fields, by name. @param kept stored texts that their fields no longer take, and that may stay */
export const inputShape = <F extends FieldDefinition>(
  fields: readonly F[],
  { isRequired, kept = {} }: { isRequired: (field: F) => boolean; kept?: Readonly<Record<string, string>> },
): Record<string, z.ZodType> =>
  Object.fromEntries(fields.map((field) => [field.name, fieldRule(field, isRequired(field), kept[field.name])]));

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
