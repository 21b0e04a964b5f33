import type { Account } from '#shared/auth/auth.contract.ts';
import type { Access, Policy } from '#shared/auth/sign.in.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import type { Actor } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import { findSetting, writeSetting } from '../db/settings.ts';
import { conflict } from '../errors.ts';
import { NO_PASSWORD } from '../users/password.service.ts';
import type { AuthDependencies } from './auth.service.ts';
import type { SignOn } from './auth.sign.on.ts';
import { OTP_FOR_ADMINS } from './auth.store.ts';
import type { Factors } from './factor.service.ts';

const YES = '1';

/** What the firm asks for to sign in, and what each person has of it. */
export function createPolicy({
  db,
  users,
  audit,
  config,
  mail,
  clock,
  factors,
  signOn,
}: AuthDependencies & { factors: Factors; signOn: SignOn | null }) {
  const isAsked = async (): Promise<boolean> => (await findSetting(db, OTP_FOR_ADMINS)) === YES;

  return {
    policy: async (): Promise<Policy> => ({ otp_for_admins: await isAsked() }),

    /** Whoever asks for it has one: nobody shuts the door behind oneself. @throws 409 */
    async setPolicy({ otp_for_admins }: Policy, account: Account, by: Actor): Promise<Policy> {
      if (otp_for_admins && !(await factors.isOn(account.id)))
        throw conflict('Mettez d’abord votre propre second facteur en place, depuis « Mon compte ».');
      await inTransaction(
        db,
        async (trx) => {
          if (((await findSetting(trx, OTP_FOR_ADMINS)) === YES) === otp_for_admins) return;
          await writeSetting(trx, OTP_FOR_ADMINS, otp_for_admins ? YES : '0');
          const label = otp_for_admins ? 'demandé aux administrateurs' : 'laissé au choix de chacun';
          await audit.record(trx, {
            action: 'auth.policy',
            by,
            object: { type: 'user', id: null, label: `Second facteur ${label}` },
          });
        },
        OTP_FOR_ADMINS,
      );
      return { otp_for_admins };
    },

    /** How people sign in, for who looks after the server: a fault where the provider does not answer. */
    async signInState(): Promise<{ fault: string } | { fine: string }> {
      const active = (await users.list()).filter(({ active }) => active);
      const said = [
        counted(active.length, 'compte ouvert', 'comptes ouverts'),
        `${active.filter(({ otp }) => otp).length} avec un second facteur`,
        ...(signOn ? [`${active.filter(({ identity }) => identity !== null).length} par ${config.oidcLabel}`] : []),
      ].join(', ');
      if (signOn && !(await signOn.reach()))
        return { fault: `${config.oidcLabel} ne répond pas : on ne se connecte que par mot de passe. ${said}.` };
      return { fine: `${said}.` };
    },

    async access({ id, role }: Account): Promise<Access> {
      const user = await users.find(id);
      return {
        password: user !== undefined && user.password_hash !== NO_PASSWORD,
        otp: await factors.state(id),
        otp_required: role === 'admin' && (await isAsked()),
        provider: signOn ? config.oidcLabel : null,
        identity: signOn ? await signOn.identity(id) : null,
        only_provider: config.oidcOnly && role !== 'admin',
      };
    },

    /** By an administrator; the person is told. @throws 404, 409 */
    resetOtp: (id: string, by: Actor): Promise<void> =>
      users.resetOtp(id, by, async (trx, row) => {
        if (!mail.isSet) return;
        await mail.queue(trx, {
          key: `otp ${id} ${clock().toISOString()}`,
          to: { personId: id },
          subject: 'Diplo : votre second facteur a été retiré',
          text: `Bonjour,\n\n${by.email ?? 'L’administrateur du serveur'} a retiré le second facteur du compte ${row.email} : votre mot de passe suffit de nouveau.\nMettez-en un autre en place depuis « Mon compte ».\nSi vous ne l’avez pas demandé, prévenez-le sans attendre.\n`,
        });
      }),
  };
}
