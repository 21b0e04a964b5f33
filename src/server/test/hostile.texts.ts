import { z } from 'zod';
import { type Endpoint, pathOf } from '#shared/contract/endpoint.ts';

/** Texts made to keep an expression busy, put into every text that a declaration takes. */

/** What is repeated: what the readers of formulas, measures and the law look for. */
export const UNITS = [' ', '1 ', '(', '[', '-', 'a ', '1 %', 'a, ', '; ', '1-', '\n', 'and ', '<', '1 à '] as const;

export const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

type Schema = Record<string, unknown>;

/** A text where the declaration gives no limit. */
const UNLIMITED = 6_000;

/** A value of that schema, each of its texts as long as it may be. @param beyond how much longer */
function filled(schema: Schema, unit: string, beyond: number): unknown {
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) {
    const text = choices.find(({ type }) => type !== 'null') ?? {};
    return filled(text, unit, beyond);
  }
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ('const' in schema) return schema.const;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, inner]) => [
          name,
          filled(inner, unit, beyond),
        ]),
      );
    case 'array':
      return Array.from({ length: 3 }, () => filled(schema.items as Schema, unit, beyond));
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return repeated(unit, Math.min(Number(schema.maxLength ?? UNLIMITED), 20_000) + beyond);
  }
}

/** Bodies for one declaration: its texts as long as they may be, longer, nested, and objects in their place. */
export function* bodiesOf(declaration: Endpoint): Generator<unknown> {
  if (!declaration.body) return;
  const schema = z.toJSONSchema(declaration.body, { io: 'input', unrepresentable: 'any' }) as Schema;
  for (const unit of UNITS) {
    yield filled(schema, unit, 0);
    yield filled(schema, unit, 1);
  }
  const names = Object.keys((schema.properties ?? {}) as object);
  for (const odd of [{ toString: 1 }, { length: 1e9 }, [[[[[[[]]]]]]], Array.from({ length: 500 }, () => '( '), 1e308])
    yield Object.fromEntries(names.map((name) => [name, odd]));
}

/** Where it is sent, each id being this one. */
export const addressOf = (declaration: Endpoint, id: string): string =>
  pathOf(
    declaration,
    Object.fromEntries([...declaration.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, id])),
  );
