import { randomBytes } from 'node:crypto';
import type { AuditAction } from '#shared/audit/audit.contract.ts';
import type { Account } from '#shared/auth/auth.contract.ts';
import { RECOVERY_CODES } from '#shared/auth/sign.in.contract.ts';
import type { Actor } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { SecondFactorRow } from '../db/tables.ts';
import { bodyFault, conflict, invalid } from '../errors.ts';
import { secretHash } from '../http/secrets.ts';
import { createVault, VAULTS, type Vault } from '../http/vault.ts';
import { verifyPassword } from '../users/password.service.ts';
import { endFactor } from '../users/session.service.ts';
import { ACCOUNT_TRIES, ACCOUNT_TURNS, OTP_TRIES } from './auth.limits.ts';
import type { AuthDependencies } from './auth.service.ts';
import * as store from './factor.store.ts';
import { newSecret, stepOf, uriOf } from './totp.ts';

/** 80 bits, as 16 letters. */
const RECOVERY_BYTES = 10;
/** RFC 4648, section 6: none that is taken for another. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const otpVault = (secretKey: Buffer): Vault<string> => createVault(secretKey, VAULTS.otp);
const isOn = (factor: SecondFactorRow | undefined): factor is SecondFactorRow & { confirmed_at: string } =>
  typeof factor?.confirmed_at === 'string';
const wrongCode = (sentence: string) => invalid([bodyFault('code', sentence)]);

/** How a code was right. */
export type CodeUsed = 'totp' | 'recovery';
export const CODES_SAID: Record<CodeUsed, string> = {
  totp: ', avec son second facteur',
  recovery: ', avec un code de secours',
};

/** A second factor: what the telephone counts, and the codes kept on paper for when it is lost. */
export function createFactors({ db, config, users, tries, audit, mail, clock }: AuthDependencies) {
  const vault = otpVault(config.secretKey);
  const now = (): string => clock().toISOString();
  const tell = (trx: Executor, action: AuditAction, { account, by, more = '' }: Told): Promise<void> =>
    audit.record(trx, { action, by, object: { type: 'user', id: account.id, label: `${account.email}${more}` } });

  /** Uses a code up. @throws 422 with why it is none that serves */
  const use = async (trx: Executor, personId: string, typed: string): Promise<CodeUsed> => {
    const code = typed.replace(/[\s-]/g, '').toUpperCase();
    if (!/^\d+$/.test(code)) {
      if (await store.takeRecoveryCode(trx, personId, secretHash(code))) return 'recovery';
      throw wrongCode('Ce code de secours n’est pas l’un des vôtres, ou il a déjà servi.');
    }
    const factor = await store.find(trx, personId);
    const secret = factor ? vault.unlock(factor.secret) : null;
    if (secret === null) throw wrongCode(UNREADABLE);
    const step = stepOf(secret, code, clock());
    if (step === null) throw wrongCode(WRONG_CODE);
    if (!(await store.takeStep(trx, personId, step))) throw wrongCode('Ce code a déjà servi : attendez le suivant.');
    return 'totp';
  };

  /** Checks a code of an account, no more often than may be; `finish` is done in the same transaction. @throws 422, 429 */
  const check = async <T>(
    { id, email }: Pick<Account, 'id' | 'email'>,
    { code, ip, finish }: { code: string; ip: string | null; finish: (within: UseCode) => Promise<T> },
  ): Promise<T> => {
    const bucket = `otp:${id}`;
    // Counted before it is looked at: many at once are many.
    await tries.countWithin(bucket, OTP_TRIES);
    try {
      const done = await finish((trx) => use(trx, id, code));
      await tries.clear(bucket);
      return done;
    } catch (error) {
      const by: Actor = { id, email, ip };
      await audit.note({ action: 'auth.otp_failed', by, object: { type: 'user', id, label: email } });
      throw error;
    }
  };

  /** That it is still oneself: the password, and a code where there is a second factor. @throws 422, 429 */
  const prove = async (account: Account, shown: Proof, { ip }: Actor): Promise<void> => {
    const bucket = `password:${account.id}`;
    await tries.inTurn(bucket, ACCOUNT_TURNS, async () => {
      await tries.refuseBeyond(bucket, ACCOUNT_TRIES);
      const user = await users.find(account.id);
      if (user && (await verifyPassword(shown.current_password, user.password_hash))) return;
      await tries.count(bucket);
      throw invalid([bodyFault('current_password', 'Le mot de passe actuel est inexact.')]);
    });
    if (!isOn(await store.find(db, account.id))) return;
    const { code } = shown;
    if (code === undefined) throw wrongCode('Entrez aussi un code de votre second facteur.');
    await check(account, { code, ip, finish: (within) => inTransaction(db, within) });
  };

  const newCodes = async (trx: Executor, personId: string): Promise<{ codes: string[] }> => {
    const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
    await store.replaceRecoveryCodes(
      trx,
      personId,
      codes.map((code) => secretHash(code.replaceAll('-', ''))),
    );
    return { codes };
  };

  return {
    prove,
    check,
    isOn: async (personId: string): Promise<boolean> => isOn(await store.find(db, personId)),

    /** What a person reads of one's own; `null` where there is none. */
    async state(personId: string): Promise<{ since: string; codes_left: number } | null> {
      const factor = await store.find(db, personId);
      if (!isOn(factor)) return null;
      return { since: factor.confirmed_at, codes_left: await store.countRecoveryCodes(db, personId) };
    },

    /** A secret that nothing asks for until a first code shows that the telephone has it. @throws 409 where there is one */
    async begin(account: Account, { current_password }: Proof, by: Actor): Promise<{ secret: string; uri: string }> {
      if (isOn(await store.find(db, account.id))) throw conflict(HAS_ONE);
      await prove(account, { current_password }, by);
      const secret = newSecret();
      const row = {
        person_id: account.id,
        secret: vault.lock(secret),
        created_at: now(),
        confirmed_at: null,
        last_step: 0,
      };
      await inTransaction(db, async (trx) => {
        if (!(await store.prepare(trx, row))) throw conflict(HAS_ONE);
        await tell(trx, 'auth.otp_begin', { account, by });
      });
      return { secret, uri: uriOf(secret, account.email) };
    },

    /** Puts it in force. @returns the recovery codes, which nobody is told again */
    async confirm(account: Account, code: string, by: Actor): Promise<{ codes: string[] }> {
      const factor = await store.find(db, account.id);
      if (!factor) throw conflict('Commencez par donner le secret à votre téléphone.');
      if (isOn(factor)) throw conflict(HAS_ONE);
      const bucket = `otp:${account.id}`;
      await tries.countWithin(bucket, OTP_TRIES);
      const secret = vault.unlock(factor.secret);
      const step = secret === null ? null : stepOf(secret, code.replace(/\s/g, ''), clock());
      if (step === null)
        throw wrongCode(
          'Ce code n’est pas celui de la dernière image montrée. Vérifiez l’heure de votre téléphone ; si vous avez recommencé, effacez l’ancienne entrée de votre application.',
        );
      const codes = await inTransaction(db, async (trx) => {
        if (!(await store.confirm(trx, factor, { at: now(), step }))) throw conflict(BEGUN_AGAIN);
        await tell(trx, 'auth.otp_on', { account, by });
        return newCodes(trx, account.id);
      });
      await tries.clear(bucket);
      return codes;
    },

    async renewCodes(account: Account, shown: Proof, by: Actor): Promise<{ codes: string[] }> {
      if (!isOn(await store.find(db, account.id))) throw conflict(HAS_NONE);
      await prove(account, shown, by);
      return inTransaction(db, async (trx) => {
        await tell(trx, 'auth.otp_codes', { account, by });
        return newCodes(trx, account.id);
      });
    },

    async remove(account: Account, shown: Proof, by: Actor): Promise<void> {
      if (!isOn(await store.find(db, account.id))) throw conflict(HAS_NONE);
      await prove(account, shown, by);
      await inTransaction(db, async (trx) => {
        if (await endFactor(trx, account.id)) await tell(trx, 'auth.otp_off', { account, by });
      });
    },

    /** Says in the journal, and to the person, that one of the codes on paper was used. */
    async recovered(trx: Executor, account: Pick<Account, 'id' | 'email'>, by: Actor): Promise<void> {
      const left = await store.countRecoveryCodes(trx, account.id);
      const more = left === 0 ? ' : il n’en reste aucun' : ` : il en reste ${left}`;
      await tell(trx, 'auth.otp_recovery', { account, by, more });
      await mail.queue(trx, {
        key: `otp code ${account.id} ${now()}`,
        to: { personId: account.id },
        subject: 'Diplo : un de vos codes de secours a servi',
        text: 'Bonjour,\n\nOn s’est connecté à votre compte avec un de vos codes de secours.\nSi ce n’était pas vous, changez votre mot de passe et vos codes depuis « Mon compte ».\n',
      });
    },
  };
}

interface Proof {
  current_password: string;
  code?: string | undefined;
}
interface Told {
  account: Pick<Account, 'id' | 'email'>;
  by: Actor;
  more?: string;
}
type UseCode = (trx: Executor) => Promise<CodeUsed>;

export type Factors = ReturnType<typeof createFactors>;

const HAS_ONE = 'Vous avez déjà un second facteur : retirez-le d’abord.';
const HAS_NONE = 'Vous n’avez pas de second facteur.';
const BEGUN_AGAIN = 'Le second facteur a été préparé ailleurs entre-temps : recommencez.';
const WRONG_CODE =
  'Ce code n’est pas le bon. Attendez le suivant, et vérifiez que l’heure de votre téléphone est exacte.';
const UNREADABLE =
  'Votre second facteur ne peut plus être lu : la clé secrète du serveur a changé. Entrez un code de secours, ou demandez à un administrateur de le retirer.';

/** `ABCD-EFGH-IJKL-MNOP`. */
function recoveryCode(): string {
  const bits = Array.from(randomBytes(RECOVERY_BYTES), (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five, 2)])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');
}

/**
 * Locks every secret with another key: part of changing SECRET_KEY.
 * @returns how many there are; `null` when one opens with neither, and nothing was changed
 */
export async function relockFactors(trx: Executor, keys: { from: Buffer; to: Buffer }): Promise<number | null> {
  const [from, to] = [otpVault(keys.from), otpVault(keys.to)];
  const factors = await store.list(trx);
  const locked = factors.map(({ person_id, secret }) => {
    if (to.unlock(secret) !== null) return { person_id, secret };
    const plain = from.unlock(secret);
    return { person_id, secret: plain === null ? null : to.lock(plain) };
  });
  if (locked.some(({ secret }) => secret === null)) return null;
  for (const { person_id, secret } of locked) await store.relock(trx, person_id, secret ?? '');
  return factors.length;
}
