import { z } from 'zod';

/** A field of a form that carries a value as JSON text. @param error what is told of any other text */
export const jsonText = <S extends z.ZodType>(schema: S, error: string) =>
  z
    .string()
    .max(50_000, { error })
    .transform((given, context): z.output<S> => {
      try {
        return schema.parse(JSON.parse(given));
      } catch {
        context.addIssue({ code: 'custom', message: error });
        return z.NEVER;
      }
    });
