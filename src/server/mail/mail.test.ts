import { randomUUID } from 'node:crypto';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../db/open.ts';
import { type Received, startSmtp, type TestSmtp } from '../test/smtp.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';
import { sendLetter } from './smtp.ts';

const DAY = 86_400_000;

describe.each(ENGINES)('mail, on %s', (engine) => {
  /** What is said to a mail server is the same, whatever the database. */
  const onOne = test.runIf(engine === 'sqlite');
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });
  const smtp = async (options: Parameters<typeof startSmtp>[0] = {}): Promise<TestSmtp> => {
    const server = await startSmtp(options);
    open.push(server);
    return server;
  };
  const app = async (smtpUrl: string | null, config: object = {}): Promise<TestApp> => {
    const publicUrl = new URL('https://diplo.exemple.fr');
    const made = await testApp({ engine, config: { smtpUrl, mailFrom: 'diplo@exemple.fr', publicUrl, ...config } });
    open.unshift(made);
    await made.deps.jobs.start();
    return made;
  };
  /** A request under the name that the installation answers to. */
  const host = { host: 'diplo.exemple.fr' };
  const idOf = async (made: TestApp, { email }: Caller): Promise<string> =>
    (await made.deps.users.findByEmail(email))?.id ?? '';
  const queue = async (made: TestApp, personId: string, key: string = randomUUID()): Promise<void> => {
    const message = { key, to: { personId }, subject: 'Résumé : été', text: 'Bonjour,\n.\n..\nDe l’œuf à l’été\n' };
    await inTransaction(made.database.db, (trx) => made.deps.mail.queue(trx, message));
    made.deps.jobs.wake();
  };
  const mails = (made: TestApp) => made.database.db.selectFrom('mails').selectAll().orderBy('created_at').execute();
  const isSaid = async (made: TestApp): Promise<string> => {
    const parts = (await (await made.as('admin')).get('/health/parts', host)).body as { key: string; said: string }[];
    return parts.find(({ key }) => key === 'mail')?.said ?? '';
  };

  test('a message goes out, to the letter, once for its key, with the name of the installation and nothing else of it', async () => {
    const server = await smtp();
    const made = await app(server.url);
    const editor = await made.as('editor');
    const id = await idOf(made, editor);
    await queue(made, id, 'one');
    await queue(made, id, 'one');
    await made.deps.jobs.idle();
    expect(server.received).toMatchObject([
      { to: editor.email, subject: 'Résumé : été', messageId: expect.stringMatching(/^<[\w-]+@diplo\.exemple\.fr>$/) },
    ]);
    expect(server.received[0]?.text).toContain('Bonjour,\n.\n..\nDe l’œuf à l’été\n');
    expect(await mails(made)).toMatchObject([{ state: 'sent', error: null }]);
    expect(await isSaid(made)).toBe('Réglé. Rien n’attend.');
  });

  onOne.each<[what: string, options: SMTPServerOptions & { first?: (letter: Received) => Error | null }, says: RegExp]>(
    [
      [
        'the recipient is refused',
        { onRcptTo: refusing(550, 'No such user <secret@x.fr>') },
        /refuse le destinataire \(550\)/,
      ],
      [
        'the sender is refused',
        { onMailFrom: refusing(553, 'not you') },
        /refuse l’expéditeur \(553\)\s: vérifiez MAIL_FROM/,
      ],
      ['it is busy', { onConnect: refusing(421, 'busy') }, /ne répond pas|a échoué/],
    ],
  )('%s: it waits, says so without an address, is tried again, and goes once', async (_, options, says) => {
    let isFixed = false;
    const patched: SMTPServerOptions = Object.fromEntries(
      Object.entries(options).map(([name, refuse]) => [
        name,
        (...all: unknown[]) => {
          const callback = all.at(-1) as (error?: Error) => void;
          if (isFixed) callback();
          else (refuse as (...all: unknown[]) => void)(...all);
        },
      ]),
    );
    const server = await smtp(patched);
    const made = await app(server.url);
    const editor = await made.as('editor');
    await queue(made, await idOf(made, editor));
    await expect.poll(async () => (await mails(made))[0]?.error).toMatch(says);
    const [row] = await mails(made);
    expect(row?.state).toBe('waiting');
    expect(row?.error).not.toMatch(/@/);
    expect(await isSaid(made)).toMatch(says);
    isFixed = true;
    await expect.poll(async () => (await mails(made))[0]?.state, { timeout: 20_000 }).toBe('sent');
    expect(server.received).toHaveLength(1);
  });

  onOne('an account is never said to a server that offers no encryption', async () => {
    let asked = 0;
    const { url } = await smtp({
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => {
        asked += 1;
        done(null, { user: 'compte' });
      },
    });
    const letter = {
      from: 'diplo@exemple.fr',
      to: 'a@exemple.fr',
      subject: 'Code',
      text: '123456',
      messageId: '<1@x>',
    };
    // Of this machine, and not by a name that leads nowhere else.
    const account = url.replace('127.0.0.1', 'compte:secret@0.0.0.0');
    await expect(sendLetter(account, letter)).rejects.toThrow('STARTTLS');
    expect(asked).toBe(0);
  });

  onOne('refused once it has come whole, or cut before the answer: it goes once', async () => {
    let tries = 0;
    const server = await smtp({
      take: async () => {
        tries += 1;
        if (tries === 1) throw Object.assign(new Error('not now'), { responseCode: 451 });
        // Hangs up without a word: it has not taken it (RFC 5321, section 6.1).
        if (tries === 2) {
          server.hangUp();
          throw new Error('gone');
        }
      },
    });
    const made = await app(server.url);
    await queue(made, await idOf(made, await made.as('editor')));
    await expect.poll(async () => (await mails(made))[0]?.state, { timeout: 20_000 }).toBe('sent');
    expect(server.received).toHaveLength(1);
    expect(tries).toBe(3);
  });

  onOne('a certificate that is wrong: nothing is handed over, and the reason is said', async () => {
    const server = await smtp({ secure: true });
    const made = await app(server.url);
    await queue(made, await idOf(made, await made.as('editor')));
    await expect
      .poll(async () => (await mails(made))[0]?.error)
      .toMatch(/Le certificat du serveur de courrier n’est pas valable \(\w+\)/);
    expect(server.received).toEqual([]);
  });

  onOne('a wrong password is said, and never the password', async () => {
    const server = await smtp({
      authOptional: false,
      onAuth: (_, __, callback) => callback(new Error('secret-du-compte')),
    });
    const made = await app(server.url.replace('//', '//compte:secret-du-compte@'));
    await queue(made, await idOf(made, await made.as('editor')));
    await expect
      .poll(async () => (await mails(made))[0]?.error)
      .toMatch(/refuse l’identifiant ou le mot de passe de SMTP_URL/);
    expect(JSON.stringify(await mails(made))).not.toContain('secret-du-compte');
    expect(JSON.stringify(await made.deps.jobs.list())).not.toContain('secret-du-compte');
  });

  onOne('a server that takes its time is waited for', async () => {
    const server = await smtp({ take: () => new Promise((resolve) => setTimeout(resolve, 1_500)) });
    const made = await app(server.url);
    await queue(made, await idOf(made, await made.as('editor')));
    await expect.poll(async () => (await mails(made))[0]?.state, { timeout: 20_000 }).toBe('sent');
    expect(server.received).toHaveLength(1);
  });

  test('stopped in the instant when it went: nobody knows, it is said, and it goes again when somebody asks', async () => {
    const server = await smtp();
    const made = await app(server.url);
    const id = await idOf(made, await made.as('editor'));
    await made.database.db
      .insertInto('mails')
      .values({
        id: 'm',
        key: 'k',
        person_id: id,
        subject: 's',
        text: 't',
        state: 'handed',
        error: null,
        created_at: new Date().toISOString(),
        ended_at: null,
      })
      .execute();
    await inTransaction(made.database.db, (trx) => made.deps.jobs.add(trx, { kind: 'mail.send', key: 'm' }));
    made.deps.jobs.wake();
    await expect.poll(async () => (await made.deps.jobs.find('mail.send', 'm'))?.state).toBe('failed');
    expect((await mails(made))[0]?.state).toBe('unsure');
    expect(await isSaid(made)).toMatch(/on ne sait pas s’il est arrivé/);
    expect(server.received).toEqual([]);
    const job = await made.deps.jobs.find('mail.send', 'm');
    await (await made.as('admin')).post(`/jobs/${job?.id}/retry`, undefined, host);
    await expect.poll(async () => (await mails(made))[0]?.state).toBe('sent');
    expect(server.received).toHaveLength(1);
  });

  test('after five days it is given up, and said; an account that is closed gets nothing', async () => {
    const made = await app('smtp://127.0.0.1:9');
    const [editor, closed] = [await made.as('editor'), await made.as('editor')];
    await queue(made, await idOf(made, editor));
    await expect.poll(async () => (await mails(made))[0]?.error).toMatch(/ne répond pas/);
    made.wait(5 * DAY + 60_000);
    await made.deps.jobs.hurry('mail.send', null);
    await expect.poll(async () => (await mails(made))[0]?.state).toBe('failed');
    await made.database.db.updateTable('users').set({ active: 0 }).where('email', '=', closed.email).execute();
    await queue(made, await idOf(made, closed));
    await expect.poll(async () => (await mails(made)).at(-1)?.error).toMatch(/Le compte est fermé/);
  });

  onOne('a trial goes to who asks, and says why it does not go', async () => {
    const server = await smtp();
    const made = await app(server.url);
    const admin = await made.as('admin');
    expect((await admin.post('/system/mail/test', undefined, host)).body).toEqual({ to: admin.email });
    expect(server.received).toMatchObject([{ to: admin.email, subject: 'Diplo : message d’essai' }]);
    expect((await admin.get('/audit?object_type=mail', host)).body[0]).toMatchObject({ action: 'mail.test' });
    const off = await app('smtp://127.0.0.1:9');
    const { status, body } = await (await off.as('admin')).post('/system/mail/test', undefined, host);
    expect([status, body.detail]).toEqual([503, expect.stringMatching(/ne répond pas/)]);
  });

  onOne(
    'unset, nothing goes, nothing fails, and the state says what would be possible; half set, what is missing',
    async () => {
      const made = await testApp({ engine });
      open.unshift(made);
      await made.deps.jobs.start();
      const admin = await made.as('admin');
      const said = async (one: Caller, headers = {}) =>
        (await one.get('/health/parts', headers)).body.find(({ key }: { key: string }) => key === 'mail');
      expect(await said(admin)).toMatchObject({ ok: true, said: expect.stringMatching(/^Non réglé\s: avec SMTP_URL/) });
      const { status, body } = await admin.post('/system/mail/test');
      expect([status, body.detail]).toEqual([
        409,
        expect.stringMatching(/il manque SMTP_URL et MAIL_FROM et PUBLIC_URL/),
      ]);
      expect((await admin.get('/auth/me')).body.mail).toBe(false);
      const half = await app('smtp://127.0.0.1:9', { mailFrom: null });
      expect(await said(await half.as('admin'), host)).toMatchObject({
        ok: false,
        said: 'Il manque MAIL_FROM : rien ne part.',
      });
    },
  );

  test.runIf(engine === 'postgres')('two instances send each message once', async () => {
    const server = await smtp();
    const made = await app(server.url);
    const other = await made.twin();
    await other.jobs.start();
    const id = await idOf(made, await made.as('editor'));
    for (let at = 0; at < 40; at += 1) await queue(made, id, `k${at}`);
    other.jobs.wake();
    await expect
      .poll(async () => (await mails(made)).filter(({ state }) => state === 'sent').length, { timeout: 20_000 })
      .toBe(40);
    await other.jobs.stop();
    const ids = server.received.map(({ messageId }) => messageId);
    expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
  });
});

/** A refusal in the middle of the talk. */
function refusing(responseCode: number, said: string) {
  return (...all: unknown[]): void => {
    (all.at(-1) as (error: Error) => void)(Object.assign(new Error(said), { responseCode }));
  };
}
