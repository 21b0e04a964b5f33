/** Who may do what: the one table. The server enforces it, the web app shows by it, the documentation prints it. */

export const ROLES = ['admin', 'editor', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_LABELS: Record<Role, string> = { admin: 'Administrateur', editor: 'Éditeur', viewer: 'Lecteur' };

/** Roles a person may take when signing up. Nobody becomes administrator by signing up. */
export const SIGNUP_ROLES = ['editor', 'viewer'] as const;

/** `guest`: holds a link to one product, or to one request, and no account. */
export type Caller = Role | 'nobody' | 'guest';

interface RightRow {
  readonly label: string;
  readonly callers: readonly Caller[];
}

const EVERYBODY: readonly Caller[] = [...ROLES, 'nobody'];

export const RIGHTS = {
  public: { label: 'Tout le monde, sans connexion', callers: EVERYBODY },
  /** The address itself carries a short-lived signature: whoever holds it may read that one file. */
  link: { label: 'Porteur d’une adresse signée', callers: EVERYBODY },
  /** `MENUS_ACCESS=members` takes `nobody` away. */
  menus: { label: 'Menus (selon MENUS_ACCESS)', callers: EVERYBODY },
  member: { label: 'Toute personne connectée', callers: ROLES },
  write: { label: 'Éditeurs et administrateurs', callers: ['admin', 'editor'] },
  admin: { label: 'Administrateurs', callers: ['admin'] },
  /** What the link says decides the rest: no endpoint of theirs takes the id of a product. */
  guest: { label: 'Invité, par le lien de son dossier', callers: ['guest'] },
  /** A program that shows the token of METRICS counts too. */
  metrics: { label: 'Administrateurs, ou le jeton de METRICS', callers: ['admin'] },
} as const satisfies Record<string, RightRow>;

export type Right = keyof typeof RIGHTS;

/** Whether the caller holds the right. `menusPublic` is the setting MENUS_ACCESS. */
export function isAllowed(right: Right, caller: Caller, menusPublic: boolean): boolean {
  if (right === 'menus' && caller === 'nobody') return menusPublic;
  const callers: readonly Caller[] = RIGHTS[right].callers;
  return callers.includes(caller);
}
