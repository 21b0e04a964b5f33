/**
 * What a field of a product is. A field is one line of the catalogue; everything else (rule, input, printed value,
 * placeholder, progression, guide) is computed from it.
 */

/**
 * `choice` is one of a closed list; `yesno` is true, false or not said. `measure` is a result as a laboratory writes it: a number, `< 10`, `10 à 20`, `Absence dans 1 g`, `ND` or `NA`.
 */
export type FieldKind = 'text' | 'longtext' | 'date' | 'number' | 'measure' | 'choice' | 'yesno';

export interface FieldDefinition {
  /** Name in the API, in templates and in the database: part of the contract, never translated. */
  readonly name: string;
  /** What the user reads. */
  readonly label: string;
  /** The same in a document in English, in the words of the Regulation and of the trade. */
  readonly label_en?: string;
  /** Short text unless said otherwise. */
  readonly kind?: FieldKind;
  /** Unit, printed beside the value. */
  readonly unit?: string;
  /** Step of the arrow keys for a number. */
  readonly increment?: number;
  readonly min?: number;
  readonly max?: number;
  /** A number of things, which has no decimals. */
  readonly whole?: boolean;
  /** A measure that is mostly a number: a limit or a range is the exception. */
  readonly ranges?: boolean;
  /** Height of a text area, in rows. */
  readonly rows?: number;
  /** What is said when the field is missing at validation. A field without a message is optional. */
  readonly message?: string;
  /** A step is complete without it. */
  readonly optional?: boolean;
  /** Heading of its column in the list, when it has one. */
  readonly grid?: string;
  /** The field whose column comes just before; its place in the form says otherwise. */
  readonly gridAfter?: string;
  /** Its values come back from one record to the next. */
  readonly repeats?: boolean;
  /** A file attached under this key stands for the field. */
  readonly fileKey?: string;
  /** A believable value, shown to authors of templates. */
  readonly example: string;
  /** Why the file asks for it, in a sentence. */
  readonly reason?: string;
  /** Where that is written: articles or annexes of Regulation (EC) 1223/2009. */
  readonly source?: string;
  /** What a `choice` may be, and how each is called. */
  readonly choices?: Readonly<Record<string, string>>;
  /** A day on which something was done: not in the future. */
  readonly past?: boolean;
  /** The first day that it may be, `YYYY-MM-DD`, and why there was none before. */
  readonly since?: { readonly day: string; readonly why: string };
  /** A declaration: its words, or simply that it is made. */
  readonly declaration?: boolean;
  /** Said of this very product, or found on it: a copy leaves it empty. */
  readonly ofItsOwn?: boolean;
  /** What it is called by where it is notified: its product is found by it. */
  readonly reference?: boolean;
  /** Its input takes the whole width: a name with an address. */
  readonly wide?: boolean;
}

/** A stored value: `null` when empty; a number where the input was one, a truth where it was asked. */
export type FieldValue = string | number | boolean | null;

/** The value of a field of kind K, as it is stored and answered. */
export type ValueOfKind<K extends FieldKind> = K extends 'number'
  ? number | null
  : K extends 'measure'
    ? number | string | null
    : K extends 'yesno'
      ? boolean | null
      : string | null;

export const kindOf = (field: FieldDefinition): FieldKind => field.kind ?? 'text';

export const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** A field that documents print: its label is in each of their languages. */
export type PrintedField = FieldDefinition & { readonly label_en: string };
