import { randomBytes, randomUUID } from 'node:crypto';
import type { AuditAction } from '#shared/audit/audit.contract.ts';
import type { Account } from '#shared/auth/auth.contract.ts';
import type { Role } from '#shared/contract/rights.ts';
import type { User } from '#shared/users/user.contract.ts';
import type { Actor, AuditService } from '../audit/audit.service.ts';
import { hashPassword } from '../auth/password.service.ts';
import { endSessions } from '../auth/session.service.ts';
import { type Db, type Executor, inTransaction, isDuplicate } from '../db/open.ts';
import type { UserRow } from '../db/tables.ts';
import { conflict, notFound } from '../errors.ts';
import * as store from './user.store.ts';

interface PasswordChange {
  userId: string;
  password: string;
  by: Actor;
  action: AuditAction;
  /** The session that stays; all others end. */
  keep?: string;
}

export interface UserService {
  /** @returns `null` when the e-mail is taken. */
  create(input: { email: string; password: string; role: Role; by: Actor }): Promise<Account | null>;
  find(id: string): Promise<UserRow | undefined>;
  findByEmail(email: string): Promise<UserRow | undefined>;
  hasAdmin(): Promise<boolean>;
  markLogin(trx: Executor, id: string, at: string): Promise<void>;
  setPassword(change: PasswordChange): Promise<void>;
  list(): Promise<User[]>;
  update(id: string, change: { role?: Role | undefined; active?: boolean | undefined }, by: Actor): Promise<User>;
  resetPassword(id: string, by: Actor): Promise<{ id: string; password: string }>;
}

export const present = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  role: row.role as Role,
  active: row.active === 1,
  created_at: row.created_at,
  last_login_at: row.last_login_at,
});

/** Easy to dictate: no 0/O, 1/l/I. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
export const temporaryPassword = (): string =>
  Array.from(randomBytes(16), (byte) => LETTERS[byte % LETTERS.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

export function createUsers({ db, audit, clock }: { db: Db; audit: AuditService; clock: () => Date }): UserService {
  const get = async (trx: Executor, id: string): Promise<UserRow> => {
    const row = await store.find(trx, id);
    if (!row) throw notFound('compte');
    return row;
  };

  const setPassword: UserService['setPassword'] = async ({ userId, password, by, action, keep }) => {
    const passwordHash = await hashPassword(password);
    await inTransaction(db, async (trx) => {
      const row = await get(trx, userId);
      await store.update(trx, userId, { password_hash: passwordHash });
      await endSessions(trx, { userId, now: clock().toISOString(), ...(keep ? { except: keep } : {}) });
      await audit.record(trx, { action, by, object: { type: 'user', id: userId, label: row.email } });
    });
  };

  return {
    async create({ email, password, role, by }) {
      const row: UserRow = {
        id: randomUUID(),
        email: email.toLowerCase(),
        password_hash: await hashPassword(password),
        role,
        active: 1,
        name: null,
        pending: 0,
        must_change_password: 0,
        created_at: clock().toISOString(),
        last_login_at: null,
      };
      try {
        await inTransaction(db, async (trx) => {
          await store.insert(trx, row);
          await audit.record(trx, {
            action: 'auth.signup',
            by,
            object: { type: 'user', id: row.id, label: row.email },
          });
        });
      } catch (error) {
        if (isDuplicate(error)) return null;
        throw error;
      }
      return { id: row.id, email: row.email, role };
    },

    find: (id) => store.find(db, id),
    findByEmail: (email) => store.findByEmail(db, email),
    hasAdmin: async () => (await store.countOtherAdmins(db, '')) > 0,
    markLogin: (trx, id, at) => store.update(trx, id, { last_login_at: at }),
    setPassword,
    list: async () => (await store.list(db)).map(present),

    update: (id, { role, active }, by) =>
      inTransaction(db, async (trx) => {
        const row = await get(trx, id);
        const next = { role: role ?? row.role, active: (active ?? row.active === 1) ? 1 : 0 };
        const loses = row.role === 'admin' && row.active === 1 && (next.role !== 'admin' || next.active === 0);
        if (loses && (await store.countOtherAdmins(trx, id)) === 0)
          throw conflict('Le dernier administrateur actif ne peut être ni rétrogradé ni désactivé.');
        await store.update(trx, id, next);
        if (next.active === 0) await endSessions(trx, { userId: id, now: clock().toISOString() });
        await audit.record(trx, { action: 'user.update', by, object: { type: 'user', id, label: row.email } });
        return present({ ...row, ...next });
      }),

    async resetPassword(id, by) {
      const password = temporaryPassword();
      await setPassword({ userId: id, password, by, action: 'user.password' });
      return { id, password };
    },
  };
}
