import type { Actor } from '../caller.ts';
import { forbidden } from '../errors.ts';

/** Who asks: what is somebody else's is an administrator's to stop. */
export interface Asker {
  by: Actor;
  isAdmin: boolean;
}

/** @throws 403 for what somebody else made, unless an administrator asks */
export function mustOwn(
  { created_by_id }: { created_by_id: string | null },
  { by, isAdmin }: Asker,
  what: string,
): void {
  if (!isAdmin && created_by_id !== by.id)
    throw forbidden(`${what} est à une autre personne : elle seule, ou un administrateur, y a accès.`);
}

/** Who makes a call that only a person who is signed in may make. */
export const askerOf = ({ by, signed }: { by: Actor; signed: { account: { role: string } } }): Asker => ({
  by,
  isAdmin: signed.account.role === 'admin',
});
