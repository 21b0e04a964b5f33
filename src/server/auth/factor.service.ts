import { randomBytes } from 'node:crypto';
import type { AuditAction } from '#shared/audit/audit.contract.ts';
import type { Account } from '#shared/auth/auth.contract.ts';
import { RECOVERY_CODES } from '#shared/auth/sign.in.contract.ts';
import type { Actor, Signed } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import { conflict } from '../errors.ts';
import { secretHash } from '../http/secrets.ts';
import { endFactor, endSessions } from '../users/session.service.ts';
import { sessionsLock } from './auth.opening.ts';
import type { AuthDependencies } from './auth.service.ts';
import {
  createFactorChecks,
  isOn,
  otpVault,
  type Proof,
  plainCode,
  RECOVERY_BYTES,
  wrongCode,
} from './factor.checking.ts';
import * as store from './factor.store.ts';
import { newSecret, stepOf, uriOf } from './totp.ts';

/** 80 bits, as 16 letters. */
/** RFC 4648, section 6: none that is taken for another. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A second factor: what the telephone counts, and the codes kept on paper for when it is lost. */
export function createFactors(deps: AuthDependencies) {
  const { db, config, audit, clock } = deps;
  const { attempt, prove, check } = createFactorChecks(deps);
  const vault = otpVault(config.secretKey);
  const now = (): string => clock().toISOString();
  const tell = (trx: Executor, action: AuditAction, { account, by }: Told): Promise<void> =>
    audit.record(trx, { action, by, object: { type: 'user', id: account.id, label: account.email } });

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
    isOn: async (personId: string, executor: Executor = db): Promise<boolean> =>
      isOn(await store.find(executor, personId)),

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
    async confirm({ account, sessionId }: Signed, code: string, by: Actor): Promise<{ codes: string[] }> {
      const factor = await store.find(db, account.id);
      if (!factor) throw conflict('Commencez par donner le secret à votre téléphone.');
      if (isOn(factor)) throw conflict(HAS_ONE);
      return attempt(account, by.ip, async () => {
        const secret = vault.unlock(factor.secret);
        const step = secret === null ? null : stepOf(secret, plainCode(code), clock());
        if (step === null) throw wrongCode(NOT_THIS_SECRET);
        return inTransaction(
          db,
          async (trx) => {
            if (!(await store.confirm(trx, factor, { at: now(), step }))) throw conflict(BEGUN_AGAIN);
            // Whoever came in by the password alone shows both from now on.
            await endSessions(trx, { userId: account.id, now: now(), except: sessionId });
            await tell(trx, 'auth.otp_on', { account, by });
            return newCodes(trx, account.id);
          },
          sessionsLock(account.id),
        );
      });
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
  };
}

interface Told {
  account: Pick<Account, 'id' | 'email'>;
  by: Actor;
}

export type Factors = ReturnType<typeof createFactors>;

const HAS_ONE = 'Vous avez déjà un second facteur : retirez-le d’abord.';
const HAS_NONE = 'Vous n’avez pas de second facteur.';
const NOT_THIS_SECRET =
  'Ce code n’est pas celui de la dernière image montrée. Vérifiez l’heure de votre téléphone ; si vous avez recommencé, effacez l’ancienne entrée de votre application.';
const BEGUN_AGAIN = 'Le second facteur a été préparé ailleurs entre-temps : recommencez.';

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
 * @returns how many are locked with it now, and whose open with neither key: those are as they were
 */
export async function relockFactors(
  trx: Executor,
  keys: { from: Buffer; to: Buffer },
): Promise<{ locked: number; unreadable: string[] }> {
  const [from, to] = [otpVault(keys.from), otpVault(keys.to)];
  const unreadable: string[] = [];
  const factors = await store.list(trx);
  for (const factor of factors) {
    const { person_id, secret } = factor;
    if (to.unlock(secret) !== null) continue;
    const plain = from.unlock(secret);
    if (plain !== null) await store.relock(trx, person_id, to.lock(plain));
    // One that was only begun asks for nothing, and is begun again.
    else if (isOn(factor)) unreadable.push(person_id);
    else await endFactor(trx, person_id);
  }
  return { locked: factors.length - unreadable.length, unreadable };
}

/** Whether this key opens every secret in force. */
export async function opensFactors(db: Executor, secretKey: Buffer): Promise<boolean> {
  const vault = otpVault(secretKey);
  return (await store.list(db)).filter(isOn).every(({ secret }) => vault.unlock(secret) !== null);
}
