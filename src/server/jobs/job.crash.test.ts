import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createAudit } from '../audit/audit.service.ts';
import { integrityFaults } from '../db/integrity.ts';
import { migrate } from '../db/migrate.ts';
import { inTransaction, openSqlite } from '../db/open.ts';
import { createJobs } from './job.service.ts';

const KILLS = 6;
const COUNT = 600;
const folder = mkdtempSync(join(tmpdir(), 'diplo-jobs-'));
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('killed again and again, every job that was asked for is done, and what it writes is written once', async () => {
  const path = join(folder, 'diplo.sqlite');
  const database = openSqlite(path);
  await migrate(database);
  const { db } = database;
  const clock = (): Date => new Date();
  const jobs = createJobs({ db, audit: createAudit(db, clock), clock, alone: true });
  await inTransaction(db, async (trx) => {
    for (let index = 0; index < COUNT; index += 1) await jobs.add(trx, { kind: 'drive.send', key: String(index) });
  });
  const written = async (): Promise<number> =>
    (await db.selectFrom('settings').select('name').where('name', 'like', 'done %').execute()).length;
  const start = async (): Promise<ChildProcess> => {
    const program = join(import.meta.dirname, '../test/programs/jobs.child.ts');
    const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.add(child);
    await new Promise((ready) => child.stdout?.once('data', ready));
    return child;
  };
  let kills = 0;
  for (; kills < KILLS && (await written()) < COUNT; kills += 1) {
    const before = await written();
    const child = await start();
    const dead = new Promise((gone) => child.once('exit', gone));
    // In the middle of its work, wherever that is.
    await expect.poll(written, { interval: 3 }).toBeGreaterThan(before);
    child.kill('SIGKILL');
    await dead;
  }
  expect(kills).toBeGreaterThan(0);
  const last = await start();
  await expect.poll(written, { timeout: 60_000 }).toBe(COUNT);
  await expect
    .poll(async () => db.selectFrom('jobs').select('state').where('kind', '=', 'drive.send').distinct().execute())
    .toEqual([{ state: 'done' }]);
  last.kill('SIGKILL');
  expect(await integrityFaults(database)).toEqual([]);
  await database.close();
});
