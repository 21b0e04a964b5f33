import type { z } from 'zod';

const count = (value: number | bigint): string => Number(value).toLocaleString('fr-FR');

/** What is expected, by the kind that a schema names. */
const EXPECTED: Readonly<Record<string, string>> = {
  string: 'Un texte est attendu.',
  number: 'Un nombre est attendu.',
  int: 'Un nombre entier est attendu.',
  boolean: '«\u00a0true\u00a0» ou «\u00a0false\u00a0» est attendu.',
  array: 'Une liste est attendue.',
  object: 'Un objet est attendu\u00a0: des noms, et la valeur de chacun.',
};
const OTHERWISE = 'Cette valeur n’a pas la forme attendue.';

/** « admin », « editor » ou « viewer ». */
function oneOf(values: readonly unknown[]): string {
  const named = values.map((value) => `«\u00a0${String(value)}\u00a0»`);
  const last = named.pop() ?? '';
  return named.length > 0 ? `${named.join(', ')} ou ${last}` : last;
}

function sizeOf({ code, origin, ...issue }: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const isMost = code === 'too_big';
  const limit = isMost ? (issue as z.core.$ZodIssueTooBig).maximum : (issue as z.core.$ZodIssueTooSmall).minimum;
  const what = origin === 'string' ? ' caractères' : origin === 'array' || origin === 'set' ? ' éléments' : '';
  if (!isMost && what !== '' && Number(limit) === 1) return 'Cette valeur est requise.';
  return `${count(limit)}${what} au ${isMost ? 'plus' : 'moins'}.`;
}

/** What zod finds wrong, where a schema does not say it itself: a sentence that says what to send. */
export const sayIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Cette valeur est requise.';
      if (Array.isArray(issue.input) && issue.expected !== 'object')
        return 'Plusieurs valeurs sont données\u00a0: une seule est attendue.';
      return EXPECTED[issue.expected] ?? OTHERWISE;
    case 'invalid_value':
      return `${issue.values.length > 1 ? 'Valeurs attendues' : 'Valeur attendue'}\u00a0: ${oneOf(issue.values)}.`;
    case 'too_big':
    case 'too_small':
      return sizeOf(issue as z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall);
    default:
      return OTHERWISE;
  }
};
