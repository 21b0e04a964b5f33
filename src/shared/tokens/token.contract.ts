import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';
import { TOKEN_SCOPES } from '../contract/scopes.ts';

const api = endpointsOf('Jetons', { token: 'never' });

export const TOKEN_LIMITS = {
  /** Of one person, in force. */
  each: 20,
  /** How long one lasts (days). */
  daysMax: 365,
  days: 90,
  name: 100,
  /** Requests that one makes in a minute. */
  perMinute: 600,
} as const;

/** What every token begins with: people and programs that look for secrets know it by that. */
export const TOKEN_PREFIX = 'dpl_';

export const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  created_at: z.string(),
  expires_at: z.string(),
  /** To the hour; `null` for one that has never served. */
  last_used_at: z.string().nullable(),
});
export type AccessToken = z.output<typeof accessToken>;

const { name: NAME_MAX, daysMax: DAYS_MAX } = TOKEN_LIMITS;
const DAYS = `La durée est un nombre entier de jours, de 1 à ${DAYS_MAX}.`;
const tokenBody = z.strictObject({
  name: z
    .string({ error: 'Donnez un nom à ce jeton.' })
    .trim()
    .min(1, { error: 'Donnez un nom à ce jeton.' })
    .max(NAME_MAX, { error: `${NAME_MAX} caractères au plus.` }),
  scopes: z
    .array(z.enum(TOKEN_SCOPES, { error: `Une portée est ${TOKEN_SCOPES.join(', ')}.` }), {
      error: 'Dites ce que ce jeton permet.',
    })
    .min(1, { error: 'Dites ce que ce jeton permet.' })
    .max(TOKEN_SCOPES.length, { error: 'Dites chaque portée une fois.' }),
  expires_in_days: z
    .number({ error: DAYS })
    .int({ error: DAYS })
    .min(1, { error: DAYS })
    .max(DAYS_MAX, { error: DAYS })
    .default(TOKEN_LIMITS.days),
});
export type TokenRequest = z.output<typeof tokenBody>;

export const listTokens = api('GET /tokens', 'member', {
  summary: 'Mes jetons d’accès, sans leur secret',
  output: z.array(accessToken),
});

export const createToken = api('POST /tokens', 'member', {
  summary: 'Faire un jeton d’accès pour un programme ; son secret n’est montré que là',
  body: tokenBody,
  output: accessToken.extend({ token: z.string() }),
  status: 201,
});

export const revokeToken = api('DELETE /tokens/{id}', 'member', {
  summary: 'Révoquer un jeton : il ne sert plus à rien, à l’instant',
  output: 'nothing',
});
