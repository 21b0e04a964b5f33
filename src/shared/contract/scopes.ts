import type { Endpoint } from './endpoint.ts';

/** What a program may do with a token: what its person may, and of that only what the token says. */
export const TOKEN_SCOPES = ['read', 'write', 'intake'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const SCOPE_LABELS: Record<TokenScope, string> = {
  read: 'Lire',
  write: 'Lire et écrire',
  intake: 'Donner des fichiers à classer',
};

/**
 * The scopes that let a token in. None for what asks for a person: accounts, administration, tokens, signing, sealing. Whoever
 * writes has read what it writes on: `write` reads too.
 */
export function scopesFor({
  method,
  right,
  token,
}: Pick<Endpoint, 'method' | 'right' | 'token'>): readonly TokenScope[] {
  if (token === 'never' || right === 'admin' || right === 'metrics') return [];
  const scopes: TokenScope[] = method === 'GET' || token === 'read' ? ['read', 'write'] : ['write'];
  return token === 'intake' ? [...scopes, 'intake'] : scopes;
}
