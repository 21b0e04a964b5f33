/** Where the browser goes to sign in by the provider of the firm, and where the provider sends it back. */
export const OIDC_START = '/auth/oidc/start';
export const OIDC_CALLBACK = '/auth/oidc/callback';

/** The page says by a `meta` of this name how one signs in here, where it is not by password alone: `SignInWays`, as JSON. */
export const SIGN_IN_META = 'diplo-sign-in';
export interface SignInWays {
  /** What the provider of the firm is called: « Google ». */
  label: string;
  /** Passwords are for administrators alone. */
  only: boolean;
}

/** How one comes back from the provider: what follows `#` in the address of `/login`, or of `/account` after linking. */
export const SIGN_IN_CODE = 'code';
export const SIGN_IN_REFUSAL = 'refus';
export const SIGN_IN_LINKED = 'relie';

/** Why signing in by the provider did not come to an end, and what to do about it. `{label}` is the provider. */
export const SIGN_IN_REFUSALS = {
  refused: '{label} n’a pas donné son accord. Recommencez, ou choisissez un autre compte.',
  begun_elsewhere: 'Cette connexion a expiré, ou a commencé dans un autre navigateur. Recommencez d’ici.',
  unreachable:
    '{label} ne répond pas comme il faut pour le moment. Réessayez dans un instant, ou entrez votre mot de passe.',
  unproven:
    'Ce que {label} a répondu ne prouve pas qui vous êtes. Recommencez ; si cela dure, prévenez votre administrateur.',
  clock:
    'L’horloge du serveur et celle du fournisseur d’identité ne disent pas la même heure\u00a0: prévenez votre administrateur.',
  no_email: '{label} ne donne pas votre adresse email. Prévenez votre administrateur.',
  unverified: '{label} n’a pas vérifié votre adresse email. Vérifiez-la chez lui, puis recommencez.',
  waiting:
    'Un administrateur doit d’abord accepter votre compte. Si vous en avez déjà un ici, connectez-vous avec son mot de passe, puis reliez-le à {label} depuis « Mon compte ».',
  closed: 'Ce compte est désactivé. Adressez-vous à votre administrateur.',
  busy: 'Trop d’essais viennent de votre adresse. Réessayez dans quelques minutes.',
  taken: 'Ce compte {label} est déjà relié à un autre compte de Diplo.',
  already: 'Votre compte est déjà relié à un compte {label}\u00a0: détachez-le d’abord.',
} as const;
export type SignInRefusal = keyof typeof SIGN_IN_REFUSALS;

/** @returns the sentence for what follows `#`, whatever it is: an address is anybody's to write */
export function refusalSentence(reason: string, label: string): string {
  const said = (SIGN_IN_REFUSALS as Record<string, string>)[
    Object.hasOwn(SIGN_IN_REFUSALS, reason) ? reason : 'unproven'
  ];
  return (said ?? '').replaceAll('{label}', label);
}
