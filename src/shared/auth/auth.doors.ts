/**
 * The two endpoints that the sign-in page and every call know of, without their schemas: that page comes sooner without the
 * library that reads them. `auth.contract.ts` declares them whole.
 */
const common = { method: 'POST', right: 'public', tag: 'Comptes', bodyMaxBytes: 16_384 } as const;

export const tokenDoor = {
  ...common,
  path: '/auth/token',
  summary: 'Se connecter',
  consumes: ['form', 'json'],
} as const;

export const refreshDoor = { ...common, path: '/auth/refresh', summary: "Obtenir un nouveau jeton d'accès" } as const;
