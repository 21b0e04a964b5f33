import type { Account } from '#shared/auth/auth.contract.ts';
import type { Actor } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { SecondFactorRow } from '../db/tables.ts';
import { bodyFault, invalid, Refusal } from '../errors.ts';
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

/** Random bytes of a recovery code, and its characters: base 32, five bits each (RFC 4648, 6). */
export const RECOVERY_BYTES = 10;
const RECOVERY_LENGTH = (RECOVERY_BYTES * 8) / 5;

/** Checks codes, and who it is that asks for what only oneself may. */
export function createFactorChecks({ db, config, users, tries, audit, mail, clock }: AuthDependencies) {
  const vault = otpVault(config.secretKey);

  /** Uses a code up. @throws 422 with why it is none that serves */
  const use = async (trx: Executor, personId: string, typed: string): Promise<CodeUsed> => {
    const code = plainCode(typed);
    if (!/^\d{6}$/.test(code)) {
      if (await store.takeRecoveryCode(trx, personId, secretHash(code))) return 'recovery';
      // What is neither six digits nor as long as a recovery code is a slip of the hand.
      throw wrongCode(
        code.length === RECOVERY_LENGTH
          ? 'Ce code de secours n’est pas l’un des vôtres, ou il a déjà servi.'
          : 'Ce n’est pas un code : celui de votre application a six chiffres, un code de secours seize caractères.',
      );
    }
    const factor = await store.find(trx, personId);
    if (!isOn(factor)) throw wrongCode(GONE);
    const secret = vault.unlock(factor.secret);
    if (secret === null) throw wrongCode(UNREADABLE);
    const step = stepOf(secret, code, clock());
    if (step === null) throw wrongCode(WRONG_CODE);
    if (!(await store.takeStep(trx, personId, step))) throw wrongCode('Ce code a déjà servi : attendez le suivant.');
    return 'totp';
  };

  /** Says in the journal, and to the person, that one of the codes on paper was used. */
  const recovered = async (trx: Executor, { id, email }: Pick<Account, 'id' | 'email'>, by: Actor): Promise<void> => {
    const left = await store.countRecoveryCodes(trx, id);
    const more = left === 0 ? '\u00a0: il n’en reste aucun' : `\u00a0: il en reste ${left}`;
    await audit.record(trx, {
      action: 'auth.otp_recovery',
      by,
      object: { type: 'user', id, label: `${email}${more}` },
    });
    if (!mail.isSet) return;
    await mail.queue(trx, {
      key: `otp code ${id} ${clock().toISOString()}`,
      to: { personId: id },
      subject: 'Diplo\u00a0: un de vos codes de secours a servi',
      text: 'Bonjour,\n\nUn de vos codes de secours vient de servir, pour entrer dans votre compte ou pour changer la façon d’y entrer.\nSi ce n’était pas vous, changez votre mot de passe et vos codes depuis «\u00a0Mon compte\u00a0».\n',
    });
  };

  /** One try of a code, no more often than may be; a wrong one is told in the journal. @throws 429, and what the work does */
  const attempt = async <T>(
    { id, email }: Pick<Account, 'id' | 'email'>,
    ip: string | null,
    work: () => Promise<T>,
  ): Promise<T> => {
    const bucket = `otp:${id}`;
    // Counted before it is looked at: many at once are many.
    await tries.countWithin(bucket, OTP_TRIES);
    try {
      const done = await work();
      await tries.clear(bucket);
      return done;
    } catch (error) {
      if (error instanceof Refusal && error.status === 422)
        await audit.note({
          action: 'auth.otp_failed',
          by: { id, email, ip },
          object: { type: 'user', id, label: email },
        });
      throw error;
    }
  };

  /** Checks a code of an account; `finish` uses it up in a transaction of its own. @throws 422, 429 */
  const check = <T>(
    { id, email }: Pick<Account, 'id' | 'email'>,
    { code, ip, finish }: { code: string; ip: string | null; finish: (within: UseCode) => Promise<T> },
  ): Promise<T> =>
    attempt({ id, email }, ip, () =>
      finish(async (trx) => {
        const used = await use(trx, id, code);
        if (used === 'recovery') await recovered(trx, { id, email }, { id, email, ip });
        return used;
      }),
    );

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

  return { attempt, check, prove };
}

/** As people type it: spaces and dashes say nothing, nor does case. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

const GONE = 'Ce compte n’a plus de second facteur\u00a0: entrez de nouveau votre mot de passe.';
const WRONG_CODE =
  'Ce code n’est pas le bon. Attendez le suivant, et vérifiez que l’heure de votre téléphone est exacte.';
const UNREADABLE =
  'Votre second facteur ne peut plus être lu : la clé secrète du serveur a changé. Entrez un code de secours, ou demandez à un administrateur de le retirer.';
