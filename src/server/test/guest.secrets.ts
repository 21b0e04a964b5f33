/** What a guest may never read, wherever it was typed. */
export const SECRETS = {
  client: 'SECRET-CLIENT-4711',
  notes: 'SECRET-NOTES-4711',
  other: 'SECRET-AUTRE-PRODUIT-4711',
  inner: 'SECRET-COMMENTAIRE-4711',
  case: 'SECRET-CAS-4711',
  account: 'secret-compte',
} as const;
