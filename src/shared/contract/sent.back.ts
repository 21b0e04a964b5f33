import { z } from 'zod';

/**
 * The body that replaces a record: a client may send back what it was answered, with what the server adds to it. What is
 * added is not read; a name that is neither a value nor added is refused.
 */
export function sentBack<I extends z.ZodType>(input: I, answer: z.ZodObject): I {
  const taken = new Set(Object.keys((input as unknown as z.ZodObject).shape));
  const added = new Set(Object.keys(answer.shape).filter((name) => !taken.has(name)));
  const withoutAdded = (value: unknown): unknown =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).filter(([name]) => !added.has(name)));
  return z.preprocess(withoutAdded, input) as unknown as I;
}
