import { z } from 'zod';
import { readField } from './field.reading.ts';
import type { FieldDefinition, FieldValue } from './field.ts';

/**
 * The rule of one field: reads what a person or a client writes (`"5,5"`, `"< 10"`, `""`) and gives the stored value,
 * `null` when empty. With `required`, an empty value is a fault with the field's own message.
 * @param kept a stored text that the rule no longer takes: sent back as it is, it stays
 */
export function fieldRule(field: FieldDefinition, required: boolean, kept?: string) {
  return z
    .unknown()
    .optional()
    .transform((raw, context): FieldValue => {
      if (kept !== undefined && raw === kept) return kept;
      const { value, faults } = readField(field, raw);
      for (const message of faults) context.addIssue({ code: 'custom', message });
      if (value === null && required && faults.length === 0 && field.message)
        context.addIssue({ code: 'custom', message: field.message, params: { type: 'missing' } });
      return value;
    });
}
