import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createAudit } from '../audit/audit.service.ts';
import { integrityFaults } from '../db/integrity.ts';
import { migrate } from '../db/migrate.ts';
import { inTransaction, openSqlite } from '../db/open.ts';
import { createJobs } from '../jobs/job.service.ts';
import { alignCatalogue } from '../products/product.catalogue.service.ts';
import type { FieldInput } from './batch.items.ts';
import * as store from './batch.store.ts';

/** Twenty by `KILLS=20 npm test -- batch.crash`. */
const KILLS = Number(process.env.KILLS ?? 4);
const COUNT = 600;
const folder = mkdtempSync(join(tmpdir(), 'diplo-batches-'));
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('killed again and again, each line of an import is written once', async () => {
  const path = join(folder, 'diplo.sqlite');
  const database = openSqlite(path);
  await migrate(database);
  await alignCatalogue(database);
  const { db } = database;
  const clock = (): Date => new Date();
  const jobs = createJobs({ db, audit: createAudit(db, clock), clock, alone: true });
  const id = randomUUID();
  const inputOf = (at: number): FieldInput => ({
    action: 'create',
    values: { nom_commercial: `Crème ${at}`, ref_produit: `P-${at}` },
    seen: {},
    key: null,
  });
  await inTransaction(db, async (trx) => {
    await store.insert(
      trx,
      {
        id,
        kind: 'sheet.apply',
        title: 'produits.xlsx',
        search_text: '',
        state: 'waiting',
        payload: '{"mode":"lines"}',
        total: COUNT,
        done: 0,
        failed: 0,
        skipped: 0,
        created_at: clock().toISOString(),
        created_by: null,
        created_by_id: null,
        started_at: null,
        ended_at: null,
        failure: null,
        undoes: null,
        undone_by: null,
      },
      Array.from({ length: COUNT }, (_, seq) => ({
        batch_id: id,
        seq,
        object_id: null,
        label: `Crème ${seq}`,
        line: seq + 2,
        state: 'waiting',
        message: null,
        result_id: null,
        input: JSON.stringify(inputOf(seq)),
        before: null,
        after: null,
        done_at: null,
      })),
    );
    await jobs.add(trx, { kind: 'batch.run', key: 'batch.run' });
  });
  const done = async (): Promise<number> => (await store.find(db, id))?.done ?? 0;
  const start = async (): Promise<ChildProcess> => {
    const program = join(import.meta.dirname, '../test/programs/batches.child.ts');
    const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.add(child);
    await new Promise((ready) => child.stdout?.once('data', ready));
    return child;
  };
  let kills = 0;
  for (; kills < KILLS && (await done()) < COUNT; kills += 1) {
    const before = await done();
    const child = await start();
    const dead = new Promise((gone) => child.once('exit', gone));
    // In the middle of its work, wherever that is.
    await expect.poll(done, { interval: 3, timeout: 20_000 }).toBeGreaterThan(before);
    child.kill('SIGKILL');
    await dead;
  }
  expect(kills).toBeGreaterThan(0);
  const last = await start();
  await expect.poll(async () => (await store.find(db, id))?.state, { timeout: 60_000 }).toBe('done');
  last.kill('SIGKILL');
  const made = await db.selectFrom('products').select(['id', 'sort_ref_produit']).execute();
  expect(made).toHaveLength(COUNT);
  expect(new Set(made.map(({ sort_ref_produit }) => sort_ref_produit)).size).toBe(COUNT);
  const items = await db.selectFrom('batch_items').select(['result_id', 'state']).where('batch_id', '=', id).execute();
  expect(new Set(items.map(({ result_id }) => result_id))).toEqual(new Set(made.map((one) => one.id)));
  expect(await store.find(db, id)).toMatchObject({ done: COUNT, failed: 0, skipped: 0 });
  // One line of the journal for each.
  const lines = await db.selectFrom('audit').select('object_id').where('action', '=', 'product.create').execute();
  expect(lines).toHaveLength(COUNT);
  expect(await integrityFaults(database)).toEqual([]);
  await database.close();
});
