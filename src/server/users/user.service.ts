import { randomUUID } from 'node:crypto';
import { ROLE_LABELS, type Role } from '#shared/contract/rights.ts';
import { DIGESTS, type Digest } from '#shared/notices/digest.ts';
import type { User } from '#shared/users/user.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Database, type Executor, inTransaction, isDuplicate } from '../db/open.ts';
import type { UserRow } from '../db/tables.ts';
import { conflict, notFound } from '../errors.ts';
import { hashPassword, NO_PASSWORD, type PasswordCost } from './password.service.ts';
import { endSessions, endTokens } from './session.service.ts';
import { createAccounts, type NewUser, type PasswordChange, present } from './user.accounts.ts';
import { createOwn } from './user.own.ts';
import * as store from './user.store.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: () => Date;
  passwordCost?: PasswordCost | undefined;
}

export function createUsers(deps: Dependencies) {
  const { database, audit, clock, passwordCost } = deps;
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
    const passwordHash = await hashPassword(password, passwordCost);
    await inTransaction(
      db,
      async (trx) => {
        const row = await getSomebodys(trx, userId);
        await store.update(trx, userId, { password_hash: passwordHash, must_change_password: temporary ? 1 : 0 });
        await endSessions(trx, { userId, now: clock().toISOString(), ...(keep ? { except: keep } : {}) });
        await endTokens(trx, userId);
        await audit.record(trx, { action, by, object: { type: 'user', id: userId, label: row.email } });
      },
      'users',
    );
  };

  const create = async ({ email, password, role, by, ...more }: NewUser): Promise<User | null> => {
    const row: UserRow = {
      id: randomUUID(),
      email: email.toLowerCase(),
      password_hash: password === null ? NO_PASSWORD : await hashPassword(password, passwordCost),
      role,
      name: more.name ?? null,
      active: more.pending ? 0 : 1,
      pending: more.pending ? 1 : 0,
      must_change_password: more.temporary ? 1 : 0,
      created_at: clock().toISOString(),
      last_login_at: null,
      anonymous: 0,
      digest: 'jamais',
      digest_day: null,
    };
    try {
      await inTransaction(db, async (trx) => {
        await store.insert(trx, row);
        await more.within?.(trx, row);
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
  const { invite, update, resetPassword, resetOtp, anonymise } = createAccounts({
    ...deps,
    db,
    getSomebodys,
    setPassword,
    create,
    recordChange,
  });

  return {
    /** @returns `null` when the e-mail is taken. */
    create,
    invite,
    async update(...said: Parameters<typeof update>): Promise<User> {
      const user = await update(...said);
      return { ...user, ...(await store.waysOf(db)).get(user.id) };
    },
    resetPassword,
    resetOtp,
    anonymise,

    ...createOwn({ db, clock, get, recordChange }),

    /** Whether this account may still do anything. */
    isActive: async (id: string): Promise<boolean> => (await store.find(db, id))?.active === 1,

    find: (id: string): Promise<UserRow | undefined> => store.find(db, id),
    findByEmail: (email: string): Promise<UserRow | undefined> => store.findByEmail(db, email),
    hasAdmin: async (): Promise<boolean> => (await store.countOtherAdmins(db, '')) > 0,
    /** Whether an active administrator can sign in without the provider of the firm. */
    hasAdminWithPassword: (): Promise<boolean> => store.hasAdminWithPassword(db, NO_PASSWORD),
    /** @returns whether the account is still open, with the password that was checked */
    markLogin: store.markLogin,
    setPassword,
    /** Who has given a name. */
    names: async (): Promise<{ email: string; name: string }[]> =>
      (await store.list(db)).flatMap(({ email, name }) => (name ? [{ email, name }] : [])),
    /** Everybody that there is or was, by id: a name, and whether they are still there. */
    people: (executor: Executor = db): Promise<ReadonlyMap<string, Person>> => peopleOf(executor),
    list: async (executor: Executor = db): Promise<User[]> => {
      const ways = await store.waysOf(executor);
      return (await store.list(executor)).map((row) => ({ ...present(row), ...ways.get(row.id) }));
    },
  };
}

/** Somebody of the house, as others read it. */
export interface Person {
  id: string;
  email: string;
  /** The one that was typed, or the address. */
  name: string;
  /** The one that was typed: what people outside read. */
  given: string | null;
  active: boolean;
  role: Role;
}

const peopleOf = async (db: Executor): Promise<ReadonlyMap<string, Person>> =>
  new Map(
    (await store.list(db)).map(({ id, email, name, active, role, anonymous }) => [
      id,
      {
        id,
        email,
        name: anonymous === 1 ? 'une personne partie' : name || email,
        given: anonymous === 1 ? null : name || null,
        active: active === 1,
        role: role as Role,
      },
    ]),
  );

export type { Profile } from './user.own.ts';
export type UserService = ReturnType<typeof createUsers>;
const NOBODYS = 'Ce compte est anonyme : il n’est plus à personne.';

/** What changes in an account, as the journal says it. */
function changesBetween(before: UserRow, after: UserRow): string {
  const stateOf = ({ active, pending }: UserRow): string =>
    active === 1 ? 'actif' : pending === 1 ? 'en attente' : 'désactivé';
  const parts: [what: string, from: string, to: string][] = [
    ['rôle', ROLE_LABELS[before.role as Role], ROLE_LABELS[after.role as Role]],
    ['compte', stateOf(before), stateOf(after)],
    ['nom', before.name ?? 'aucun', after.name ?? 'aucun'],
    ['résumé par courriel', DIGESTS[before.digest as Digest].label, DIGESTS[after.digest as Digest].label],
  ];
  return parts
    .filter(([, from, to]) => from !== to)
    .map(([what, from, to]) => `${what} « ${from} » devenu « ${to} »`)
    .join(', ');
}
