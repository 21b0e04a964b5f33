import type { Account } from '#shared/auth/auth.contract.ts';
import type { Actor } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { SecondFactorRow } from '../db/tables.ts';
import { bodyFault, invalid } from '../errors.ts';
import { secretHash } from '../http/secrets.ts';
import { createVault, VAULTS, type Vault } from '../http/vault.ts';
import { verifyPassword } from '../users/password.service.ts';
import { ACCOUNT_TRIES, ACCOUNT_TURNS, OTP_TRIES } from './auth.limits.ts';
import type { AuthDependencies } from './auth.service.ts';
import * as store from './factor.store.ts';
import { stepOf } from './totp.ts';

export const otpVault = (secretKey: Buffer): Vault<string> => createVault(secretKey, VAULTS.otp);
/** Whether it asks for codes: a first one has shown that the telephone has its secret. */
export const isOn = (factor: SecondFactorRow | undefined): factor is SecondFactorRow & { confirmed_at: string } =>
  typeof factor?.confirmed_at === 'string';
export const wrongCode = (sentence: string) => invalid([bodyFault('code', sentence)]);

/** How a code was right. */
export type CodeUsed = 'totp' | 'recovery';
export const CODES_SAID: Record<CodeUsed, string> = {
  totp: ', avec son second facteur',
  recovery: ', avec un code de secours',
};

/** What shows that it is still oneself. */
export interface Proof {
  current_password: string;
  code?: string | undefined;
}
type UseCode = (trx: Executor) => Promise<CodeUsed>;

/** Checks codes, and who it is that asks for what only oneself may. */
export function createFactorChecks({ db, config, users, tries, audit, clock }: AuthDependencies) {
  const vault = otpVault(config.secretKey);

  /** Uses a code up. @throws 422 with why it is none that serves */
  const use = async (trx: Executor, personId: string, typed: string): Promise<CodeUsed> => {
    const code = typed.replace(/[\s-]/g, '').toUpperCase();
    if (!/^\d{6}$/.test(code)) {
      if (await store.takeRecoveryCode(trx, personId, secretHash(code))) return 'recovery';
      throw wrongCode('Ce code de secours n’est pas l’un des vôtres, ou il a déjà servi.');
    }
    const factor = await store.find(trx, personId);
    const secret = factor ? vault.unlock(factor.secret) : null;
    if (secret === null) throw wrongCode(UNREADABLE);
    const step = stepOf(secret, code, clock());
    if (step === null) throw wrongCode(WRONG_CODE);
    if (!(await store.takeStep(trx, personId, step))) throw wrongCode('Ce code a déjà servi : attendez le suivant.');
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

  return { check, prove };
}

const WRONG_CODE =
  'Ce code n’est pas le bon. Attendez le suivant, et vérifiez que l’heure de votre téléphone est exacte.';
const UNREADABLE =
  'Votre second facteur ne peut plus être lu : la clé secrète du serveur a changé. Entrez un code de secours, ou demandez à un administrateur de le retirer.';
