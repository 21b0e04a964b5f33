import type { AuditAction } from '#shared/audit/audit.contract.ts';
import type { Role } from '#shared/contract/rights.ts';
import type { User } from '#shared/users/user.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { columnsOfTables } from '../db/columns.ts';
import { type Database, type Db, type Executor, inTransaction } from '../db/open.ts';
import type { UserRow } from '../db/tables.ts';
import { conflict } from '../errors.ts';
import { ANONYMOUS_NAME, anonymousEmail, removeOwn, replacePerson } from './anonymous.store.ts';
import { hashPassword, NO_PASSWORD, temporaryPassword } from './password.service.ts';
import { endCalendar, endFactor, endSessions, endTokens, removeSessions } from './session.service.ts';
import * as store from './user.store.ts';

interface UserChange {
  role?: Role | undefined;
  active?: boolean | undefined;
  name?: string | null | undefined;
}

interface AccountsDeps {
  database: Database;
  audit: AuditService;
  clock: () => Date;
  db: Db;
  getSomebodys: (trx: Executor, id: string) => Promise<UserRow>;
  setPassword: (input: PasswordChange) => Promise<void>;
  create: (input: NewUser) => Promise<User | null>;
  recordChange: (trx: Executor, input: { before: UserRow; after: UserRow; by: Actor }) => Promise<void>;
}

/** What an administrator does with accounts. */
export function createAccounts({
  database,
  audit,
  clock,
  db,
  getSomebodys,
  setPassword,
  create,
  recordChange,
}: AccountsDeps) {
  return {
    /** Makes an account for somebody else, with a temporary password. @throws 409 when the e-mail is taken */
    async invite({
      email,
      role,
      name,
      by,
    }: {
      email: string;
      role: Role;
      name: string | null;
      by: Actor;
    }): Promise<User & { password: string }> {
      const password = temporaryPassword();
      const user = await create({ email, role, name, password, temporary: true, by, action: 'user.invite' });
      if (!user) throw conflict('Un compte existe déjà avec cette adresse email.');
      return { ...user, password };
    },

    /** @param unless a role whose holder stays as they are */
    update: (id: string, { role, active, name }: UserChange, by: Actor, unless?: Role): Promise<User> =>
      inTransaction(
        db,
        async (trx) => {
          const row = await getSomebodys(trx, id);
          if (row.role === unless) return present(row);
          const next: UserRow = {
            ...row,
            role: role ?? row.role,
            name: name === undefined ? row.name : name,
            active: (active ?? row.active === 1) ? 1 : 0,
            // Making an account active accepts it; refusing it leaves it disabled, and waiting no more.
            pending: active === undefined ? row.pending : 0,
          };
          const loses = row.role === 'admin' && row.active === 1 && (next.role !== 'admin' || next.active === 0);
          if (loses && (await store.countOtherAdmins(trx, id)) === 0)
            throw conflict('Le dernier administrateur actif ne peut être ni rétrogradé ni désactivé.');
          const { role: newRole, name: newName, active: newActive, pending } = next;
          await store.update(trx, id, { role: newRole, name: newName, active: newActive, pending });
          if (next.active === 0) {
            await endSessions(trx, { userId: id, now: clock().toISOString() });
            await endTokens(trx, id);
            await endCalendar(trx, id);
          }
          await recordChange(trx, { before: row, after: next, by });
          return present(next);
        },
        'users',
      ),

    async resetPassword(id: string, by: Actor): Promise<{ id: string; password: string }> {
      if (id === by.id) throw conflict(ONES_OWN);
      const { active } = await getSomebodys(db, id);
      if (active !== 1)
        throw conflict('Ce compte est désactivé : réactivez-le d’abord, puis réinitialisez son mot de passe.');
      const password = temporaryPassword();
      await setPassword({ userId: id, password, by, action: 'user.password', temporary: true });
      return { id, password };
    },

    /**
     * The telephone is lost, and so are the codes: the password is enough again.
     * @param tell what else is said of it, in the same transaction
     * @throws 404, 409 where there is no second factor
     */
    async resetOtp(id: string, by: Actor, tell?: (trx: Executor, row: UserRow) => Promise<void>): Promise<void> {
      if (id === by.id) throw conflict(ONES_OWN);
      await inTransaction(
        db,
        async (trx) => {
          const row = await getSomebodys(trx, id);
          if (!(await endFactor(trx, id))) throw conflict('Ce compte n’a pas de second facteur.');
          await audit.record(trx, { action: 'user.otp', by, object: { type: 'user', id, label: row.email } });
          await tell?.(trx, row);
        },
        'users',
      );
    },

    /** Takes a person out of a closed account and of all it did, but the journal. @throws 409 when it is open */
    async anonymise(id: string, by: Actor): Promise<User> {
      const tables = await columnsOfTables(database);
      // Long enough that nobody guesses it, and nobody knows it.
      const password_hash = await hashPassword(temporaryPassword() + temporaryPassword());
      return inTransaction(
        db,
        async (trx) => {
          const row = await getSomebodys(trx, id);
          if (row.active === 1 || row.pending === 1)
            throw conflict('Ce compte est encore ouvert : désactivez-le d’abord.');
          const email = anonymousEmail();
          await replacePerson(trx, tables, { from: row.email, to: email });
          const next = { ...row, email, name: ANONYMOUS_NAME, password_hash, last_login_at: null, anonymous: 1 };
          await store.update(trx, id, next);
          await removeSessions(trx, id);
          await removeOwn(trx, tables, id);
          await audit.record(trx, { action: 'user.anonymise', by, object: { type: 'user', id, label: email } });
          return present(next);
        },
        'users',
      );
    },
  };
}

export interface PasswordChange {
  userId: string;
  password: string;
  by: Actor;
  action: AuditAction;
  /** The session that stays; all others end. */
  keep?: string;
  /** Somebody else chose it: it is changed at the next sign-in. */
  temporary: boolean;
}

export interface NewUser {
  email: string;
  /** `null`: the provider of the firm says who it is. */
  password: string | null;
  role: Role;
  name?: string | null;
  /** It waits until an administrator accepts it. */
  pending?: boolean;
  temporary?: boolean;
  by: Actor;
  action?: AuditAction;
  /** What is written with it, in the same transaction. */
  within?: (trx: Executor, row: UserRow) => Promise<void>;
}

/** Who holds a session has not shown the password: one's own goes by « Mon compte », which asks for it. */
const ONES_OWN = 'C’est votre propre compte\u00a0: faites-le depuis «\u00a0Mon compte\u00a0».';

export const present = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  role: row.role as Role,
  name: row.name,
  active: row.active === 1,
  pending: row.pending === 1,
  created_at: row.created_at,
  last_login_at: row.last_login_at,
  anonymous: row.anonymous === 1,
  has_password: row.password_hash !== NO_PASSWORD,
  otp: false,
  identity: null,
});
