import { printValueWithUnit } from '../fields/field.text.ts';
import type { FieldDefinition, FieldValue } from '../fields/field.ts';
import type { Change } from './product.contract.ts';

/** What differs of some fields, as people read it. */
export function changesOfFields(
  fields: readonly FieldDefinition[],
  was: Readonly<Record<string, unknown>>,
  is: Readonly<Record<string, unknown>>,
): Change[] {
  return fields.flatMap((field) => {
    const [from, to] = [was[field.name] ?? null, is[field.name] ?? null] as FieldValue[];
    const say = (value: FieldValue | undefined): string | null => printValueWithUnit(field, value) || null;
    return from === to ? [] : [{ field: field.name, label: field.label, from: say(from), to: say(to) }];
  });
}
