import type { z } from 'zod';

/** The body of every error, and the French texts that several places say. */

/** One fault of an invalid input: where (`["body", "ph"]`), what, and of which kind. */
export interface Fault {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** One thing to look at before going on. */
export interface ErrorFinding {
  code: string;
  message: string;
  context: string | null;
}

export interface ErrorBody {
  detail: string | Fault[];
  /** What a program does about it, where the sentence alone does not tell. */
  code?: ErrorCode;
  /** What a document shows that is about to be sealed. */
  findings?: readonly ErrorFinding[];
  /** Of a sign-in that a code ends: what is shown with it. */
  ticket?: string;
}

/**
 * `account_pending`: the account waits for an administrator; `password_change_required`: the password was given by
 * somebody else, and is changed first; `otp_required`: the password is right, a code of the second factor ends the sign-in
 * (`ticket`); `merge_loses`: the record that goes says what the kept one does not; `otp_setup_required`: the firm asks administrators for a second factor, which is set up first;
 * `link_required`: people sign in by the provider of the firm here, and this account is first linked to it; `not_cosmetic`, `not_detergent`: what is written belongs to the law of the other kind of
 * product.
 */
export type ErrorCode =
  | 'account_pending'
  | 'password_change_required'
  | 'otp_required'
  | 'otp_setup_required'
  | 'link_required'
  | 'drive_test_failed'
  | 'merge_loses'
  | 'not_cosmetic'
  | 'not_detergent';

export const GENERIC_ERROR = 'Une erreur est survenue';
export const SESSION_EXPIRED = 'Votre session a expiré. Merci de vous reconnecter.';
export const BAD_CREDENTIALS = 'Identifiants invalides';

/** True when `value` is an error body as the API answers it. */
export function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== 'object' || value === null || !('detail' in value)) return false;
  return typeof value.detail === 'string' || Array.isArray(value.detail);
}

/** A zod error as the faults the API answers, all of them. */
export function faultsOf(error: z.ZodError, place: 'body' | 'query'): Fault[] {
  return error.issues.flatMap((issue): Fault[] => {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ loc: [place, ...path, key], msg: 'Champ inconnu.', type: 'extra_forbidden' }));
    const missing = issue.code === 'custom' && issue.params?.type === 'missing';
    return [{ loc: [place, ...path], msg: issue.message, type: missing ? 'missing' : issue.code }];
  });
}
