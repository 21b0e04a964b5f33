import type { Ref } from 'react';
import type { FieldDefinition } from '#shared/fields/field.ts';

/** What the input of any kind of field is given. */
export interface FieldInputProps {
  field: FieldDefinition;
  value: string;
  required: boolean;
  disabled: boolean;
  error?: string | undefined;
  /** What to look at, though it may stay. */
  warning?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
  onBlur: () => void;
}
