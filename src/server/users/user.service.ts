import { randomBytes, randomUUID } from 'node:crypto';
import type { AuditAction } from '#shared/audit/audit.contract.ts';
import type { Account } from '#shared/auth/auth.contract.ts';
import { ROLE_LABELS, type Role } from '#shared/contract/rights.ts';
import type { User } from '#shared/users/user.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { columnsOfTables } from '../db/columns.ts';
import { type Database, type Executor, inTransaction, isDuplicate } from '../db/open.ts';
import type { UserRow } from '../db/tables.ts';
import { conflict, notFound } from '../errors.ts';
import { ANONYMOUS_NAME, anonymousEmail, replacePerson } from './anonymous.store.ts';
import { hashPassword } from './password.service.ts';
import { endSessions, removeSessions } from './session.service.ts';
import * as store from './user.store.ts';

interface PasswordChange {
  userId: string;
  password: string;
  by: Actor;
  action: AuditAction;
  /** The session that stays; all others end. */
  keep?: string;
  /** Somebody else chose it: it is changed at the next sign-in. */
  temporary: boolean;
}

interface NewUser {
  email: string;
  password: string;
  role: Role;
  name?: string | null;
  /** It waits until an administrator accepts it. */
  pending?: boolean;
  temporary?: boolean;
  by: Actor;
  action?: AuditAction;
}

interface UserChange {
  role?: Role | undefined;
  active?: boolean | undefined;
  name?: string | null | undefined;
}

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
});

/** Easy to dictate: no 0/O, 1/l/I. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
export const temporaryPassword = (): string =>
  Array.from(randomBytes(16), (byte) => LETTERS[byte % LETTERS.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: () => Date;
}

export function createUsers({ database, audit, clock }: Dependencies) {
  const { db } = database;
  const get = async (trx: Executor, id: string): Promise<UserRow> => {
    const row = await store.find(trx, id);
    if (!row) throw notFound('compte');
    return row;
  };
  const getSomebodys = async (trx: Executor, id: string): Promise<UserRow> => {
    const row = await get(trx, id);
    if (row.anonymous === 1) throw conflict(NOBODYS);
    return row;
  };

  const setPassword = async ({ userId, password, by, action, keep, temporary }: PasswordChange): Promise<void> => {
    const passwordHash = await hashPassword(password);
    await inTransaction(
      db,
      async (trx) => {
        const row = await getSomebodys(trx, userId);
        await store.update(trx, userId, { password_hash: passwordHash, must_change_password: temporary ? 1 : 0 });
        await endSessions(trx, { userId, now: clock().toISOString(), ...(keep ? { except: keep } : {}) });
        await audit.record(trx, { action, by, object: { type: 'user', id: userId, label: row.email } });
      },
      'users',
    );
  };

  const create = async ({ email, password, role, by, ...more }: NewUser): Promise<User | null> => {
    const row: UserRow = {
      id: randomUUID(),
      email: email.toLowerCase(),
      password_hash: await hashPassword(password),
      role,
      name: more.name ?? null,
      active: more.pending ? 0 : 1,
      pending: more.pending ? 1 : 0,
      must_change_password: more.temporary ? 1 : 0,
      created_at: clock().toISOString(),
      last_login_at: null,
      anonymous: 0,
    };
    try {
      await inTransaction(db, async (trx) => {
        await store.insert(trx, row);
        await audit.record(trx, {
          action: more.action ?? 'auth.signup',
          by,
          object: { type: 'user', id: row.id, label: row.email },
        });
      });
    } catch (error) {
      if (isDuplicate(error)) return null;
      throw error;
    }
    return present(row);
  };

  /** The journal says what an account was and what it is. */
  const recordChange = async (
    trx: Executor,
    { before, after, by }: { before: UserRow; after: UserRow; by: Actor },
  ): Promise<void> => {
    const changes = changesBetween(before, after);
    if (changes === '') return;
    await audit.record(trx, {
      action: 'user.update',
      by,
      object: { type: 'user', id: before.id, label: `${before.email} : ${changes}` },
    });
  };

  return {
    /** @returns `null` when the e-mail is taken. */
    create,

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

    profile: async (id: string): Promise<Account & { name: string | null }> => profileOf(await get(db, id)),

    rename: (id: string, name: string | null, by: Actor): Promise<Account & { name: string | null }> =>
      inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id);
          await store.update(trx, id, { name });
          await recordChange(trx, { before: row, after: { ...row, name }, by });
          return profileOf({ ...row, name });
        },
        'users',
      ),

    /** Whether this account may still do anything. */
    isActive: async (id: string): Promise<boolean> => (await store.find(db, id))?.active === 1,

    find: (id: string): Promise<UserRow | undefined> => store.find(db, id),
    findByEmail: (email: string): Promise<UserRow | undefined> => store.findByEmail(db, email),
    hasAdmin: async (): Promise<boolean> => (await store.countOtherAdmins(db, '')) > 0,
    /** @returns whether the account is still open, with the password that was checked */
    markLogin: store.markLogin,
    setPassword,
    /** Who has given a name. */
    names: async (): Promise<{ email: string; name: string }[]> =>
      (await store.list(db)).flatMap(({ email, name }) => (name ? [{ email, name }] : [])),
    list: async (): Promise<User[]> => (await store.list(db)).map(present),

    update: (id: string, { role, active, name }: UserChange, by: Actor): Promise<User> =>
      inTransaction(
        db,
        async (trx) => {
          const row = await getSomebodys(trx, id);
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
          if (next.active === 0) await endSessions(trx, { userId: id, now: clock().toISOString() });
          await recordChange(trx, { before: row, after: next, by });
          return present(next);
        },
        'users',
      ),

    async resetPassword(id: string, by: Actor): Promise<{ id: string; password: string }> {
      const password = temporaryPassword();
      await setPassword({ userId: id, password, by, action: 'user.password', temporary: true });
      return { id, password };
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
          await audit.record(trx, { action: 'user.anonymise', by, object: { type: 'user', id, label: email } });
          return present(next);
        },
        'users',
      );
    },
  };
}

export type UserService = ReturnType<typeof createUsers>;
const NOBODYS = 'Ce compte est anonyme : il n’est plus à personne.';

const profileOf = ({ id, email, role, name }: UserRow): Account & { name: string | null } => ({
  id,
  email,
  role: role as Role,
  name,
});

/** What changes in an account, as the journal says it. */
function changesBetween(before: UserRow, after: UserRow): string {
  const stateOf = ({ active, pending }: UserRow): string =>
    active === 1 ? 'actif' : pending === 1 ? 'en attente' : 'désactivé';
  const parts: [what: string, from: string, to: string][] = [
    ['rôle', ROLE_LABELS[before.role as Role], ROLE_LABELS[after.role as Role]],
    ['compte', stateOf(before), stateOf(after)],
    ['nom', before.name ?? 'aucun', after.name ?? 'aucun'],
  ];
  return parts
    .filter(([, from, to]) => from !== to)
    .map(([what, from, to]) => `${what} « ${from} » devenu « ${to} »`)
    .join(', ');
}
