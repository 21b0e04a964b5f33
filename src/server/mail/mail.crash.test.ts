import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createAudit } from '../audit/audit.service.ts';
import { migrate } from '../db/migrate.ts';
import { inTransaction, openSqlite } from '../db/open.ts';
import { createJobs } from '../jobs/job.service.ts';
import { startSmtp } from '../test/smtp.maker.ts';
import { createUsers } from '../users/user.service.ts';
import { createMail } from './mail.service.ts';

/** Twenty by `KILLS=20 npm test -- mail.crash`. */
const KILLS = Number(process.env.KILLS ?? 4);
const COUNT = 150;
const folder = mkdtempSync(join(tmpdir(), 'diplo-mails-'));
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('killed again and again, no message goes twice; none is lost without it being said', async () => {
  const path = join(folder, 'diplo.sqlite');
  const database = openSqlite(path);
  await migrate(database);
  const { db } = database;
  const clock = (): Date => new Date();
  const audit = createAudit(db, clock);
  const jobs = createJobs({ db, audit, clock, alone: true });
  const users = createUsers({ database, audit, clock, passwordCost: { memory: 8, passes: 1 } });
  // A server that answers when it can: the kill falls anywhere in the talk.
  const server = await startSmtp({ take: () => pause(2 + Math.random() * 8) });
  const mail = createMail({
    guestLetter: async () => null,
    db,
    users,
    audit,
    jobs,
    clock,
    config: { smtpUrl: server.url, mailFrom: 'diplo@exemple.fr', publicUrl: new URL('https://diplo.exemple.fr') },
  });
  const person = await users.create({
    email: 'claire@exemple.fr',
    password: 'un mot de passe sûr',
    role: 'editor',
    by: { id: null, email: null, ip: null },
  });
  await inTransaction(db, async (trx) => {
    for (let at = 0; at < COUNT; at += 1)
      await mail.queue(trx, {
        key: `k${at}`,
        to: { personId: person?.id ?? '' },
        subject: `Message ${at}`,
        text: 'Bonjour',
      });
  });
  const start = async (): Promise<ChildProcess> => {
    const program = join(import.meta.dirname, '../test/programs/mail.child.ts');
    const child = spawn(process.execPath, [program, path, server.url], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.add(child);
    await new Promise((ready) => child.stdout?.once('data', ready));
    return child;
  };
  const arrived = (): number => server.received.length;
  let kills = 0;
  for (; kills < KILLS && arrived() < COUNT; kills += 1) {
    const before = arrived();
    const child = await start();
    const dead = new Promise((gone) => child.once('exit', gone));
    await expect
      .poll(arrived, { interval: 1, timeout: 20_000 })
      .toBeGreaterThan(before + Math.floor(Math.random() * 5));
    await pause(Math.random() * 10);
    child.kill('SIGKILL');
    await dead;
  }
  expect(kills).toBeGreaterThan(0);
  const last = await start();
  const states = async (): Promise<string[]> =>
    (await db.selectFrom('mails').select('state').execute()).map(({ state }) => state);
  await expect
    .poll(async () => (await states()).filter((state) => state !== 'sent' && state !== 'unsure').length, {
      timeout: 60_000,
    })
    .toBe(0);
  last.kill('SIGKILL');
  const ids = server.received.map(({ messageId }) => messageId);
  expect(new Set(ids).size).toBe(ids.length);
  const sent = await db.selectFrom('mails').select(['id', 'state']).execute();
  for (const { id, state } of sent) if (state === 'sent') expect(ids).toContain(`<${id}@diplo.exemple.fr>`);
  // Two at once may be in their last word when it is killed.
  const unsure = sent.filter(({ state }) => state === 'unsure');
  expect(unsure.length).toBeLessThanOrEqual(2 * kills);
  const failed = await db
    .selectFrom('jobs')
    .select('key')
    .where('kind', '=', 'mail.send')
    .where('state', '=', 'failed')
    .execute();
  expect(failed.map(({ key }) => key).sort()).toEqual(unsure.map(({ id }) => id).sort());
  await server.close();
  await database.close();
});
