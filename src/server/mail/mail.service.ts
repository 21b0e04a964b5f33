import { randomUUID } from 'node:crypto';
import { counted } from '#shared/fields/counted.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import type { Config } from '../config.ts';
import type { Db, Executor } from '../db/open.ts';
import type { MailRow } from '../db/tables.ts';
import { conflict, unavailable } from '../errors.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { UserService } from '../users/user.service.ts';
import { createSending } from './mail.sending.ts';
import * as store from './mail.store.ts';
import { type Letter, MailFault, PATIENCE, sendLetter } from './smtp.ts';

interface Dependencies {
  db: Db;
  users: Pick<UserService, 'find'>;
  audit: AuditService;
  jobs: Jobs;
  clock: () => Date;
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>;
  guestLetter: GuestLetter;
}

/** A message to one person, or to a guest by the link of theirs; `key` says which: none goes twice. */
export interface Message {
  key: string;
  to: { personId: string } | { guestId: string };
  subject: string;
  /** To a guest, `{lien}` and `{code}` are put in when it goes: neither is kept. */
  text: string;
}

/** What a message to a guest needs when it goes; `null` once it is for nobody any more. */
export type GuestLetter = (guestId: string, text: string) => Promise<{ email: string; text: string } | null>;

const DAY_MS = 86_400_000;
const KEPT_DAYS = 90;
/** How long one that has not gone is spoken of: beyond it, somebody has decided. */
const SAID_DAYS = 7;
/** How long a trial may take while a person waits for it (ms). */
const TRIAL_MS = 20_000;

/** Messages that go out by mail: kept until a server has taken them, each once. */
export function createMail({ db, users, audit, jobs, clock, config, guestLetter }: Dependencies) {
  const { smtpUrl, mailFrom, publicUrl } = config;
  const settings = { SMTP_URL: smtpUrl, MAIL_FROM: mailFrom, PUBLIC_URL: publicUrl };
  const missing = Object.entries(settings).flatMap(([name, value]) => (value === null ? [name] : []));
  const isSet = missing.length === 0;
  const now = (): string => clock().toISOString();

  const letterTo = (to: string, { id, subject, text }: Pick<MailRow, 'id' | 'subject' | 'text'>): Letter => ({
    from: mailFrom ?? '',
    to,
    subject,
    text,
    messageId: `<${id}@${publicUrl?.hostname ?? 'diplo'}>`,
  });

  const perform = createSending({ db, users, guestLetter, smtpUrl: smtpUrl ?? '', letterTo, now });
  jobs.handle('mail.send', { perform, isReady: async () => isSet, atOnce: AT_ONCE });
  jobs.handle('mail.sweep', {
    perform: async () => (trx) =>
      store.forgetBefore(trx, new Date(clock().getTime() - KEPT_DAYS * DAY_MS).toISOString()),
  });

  return {
    /** Whether messages go out. */
    isSet,
    /** The address of a screen, as a message says it. */
    linkTo: (path: string): string => new URL(path, publicUrl ?? undefined).toString(),

    /** Puts a message in line, in the transaction that has something to say; one whose key is known is there already. */
    async queue(trx: Executor, { key, to, subject, text }: Message): Promise<void> {
      const id = randomUUID();
      const row: MailRow = {
        id,
        key,
        person_id: 'personId' in to ? to.personId : '',
        guest_id: 'guestId' in to ? to.guestId : null,
        subject,
        text,
        state: 'waiting',
        error: null,
        created_at: now(),
        ended_at: null,
      };
      if (await store.insert(trx, row)) await jobs.add(trx, { kind: 'mail.send', key: id, title: subject });
    },

    /** What is to be said of it: a fault where it is half set, or where messages wait. */
    async state(): Promise<{ fault: string } | { fine: string }> {
      if (smtpUrl === null && mailFrom === null)
        return {
          fine: 'Non réglé : avec SMTP_URL, MAIL_FROM et PUBLIC_URL, chacun peut recevoir ses avis par courriel.',
        };
      if (!isSet) return { fault: `Il manque ${missing.join(' et ')} : rien ne part.` };
      const since = new Date(clock().getTime() - SAID_DAYS * DAY_MS).toISOString();
      const { count, error } = await store.unsent(db, since);
      if (error !== null)
        return { fault: `${counted(count, 'message n’est pas parti', 'messages ne sont pas partis')}. ${error}` };
      return {
        fine: count === 0 ? 'Réglé. Rien n’attend.' : `Réglé. ${counted(count, 'message part', 'messages partent')}.`,
      };
    },

    /** Sends a word to who asks, at once. @throws 409 where it is not set, 503 with why it did not go */
    async test(by: Actor & { email: string }): Promise<{ to: string }> {
      if (!isSet) throw conflict(`Le courriel n’est pas réglé : il manque ${missing.join(' et ')}.`);
      const letter = letterTo(by.email, {
        id: randomUUID(),
        subject: 'Diplo : message d’essai',
        text: 'Bonjour,\n\nSi vous lisez ceci, Diplo sait envoyer des courriels.\n',
      });
      const patience = { ...PATIENCE, connectMs: TRIAL_MS, greetingMs: TRIAL_MS, answerMs: TRIAL_MS };
      await sendLetter(smtpUrl ?? '', letter, { patience, signal: AbortSignal.timeout(TRIAL_MS) }).catch(
        (error: unknown) => {
          if (error instanceof MailFault) throw unavailable(error.message);
          throw error;
        },
      );
      await audit.note({ action: 'mail.test', by, object: { type: 'mail', id: null, label: by.email } });
      return { to: by.email };
    },
  };
}
/** Messages under way at once: servers count connections. */
const AT_ONCE = 2;

export type MailService = ReturnType<typeof createMail>;
