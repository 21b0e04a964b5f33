import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { JOB_KIND_NAMES, type JobKind } from '#shared/jobs/job.contract.ts';
import { jobKindInfo } from '#shared/jobs/job.kinds.ts';
import { inTransaction } from '../db/open.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';
import { type Handler, JobFault } from './job.attempts.ts';
import { createJobs, type Jobs } from './job.service.ts';

const KIND: JobKind = 'drive.send';
const TIMING = { everyMs: 20, pauseMs: 1_000, pauseMaxMs: 60_000, beatMs: 10 };
const open: Jobs[] = [];

describe.each(ENGINES)('background work, on %s', (engine) => {
  let app: TestApp;
  let admin: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    admin = await app.as('admin');
  });
  afterEach(async () => {
    for (const jobs of open.splice(0)) await jobs.stop();
    await app.database.db.deleteFrom('jobs').execute();
  });
  afterAll(() => app.close());

  let offset = 0;
  /** An instance of its own on the same database. */
  const instance = (perform: Handler['perform'], more: Omit<Handler, 'perform'> = {}): Jobs => {
    const { db } = app.database;
    const clock = (): Date => new Date(Date.now() + offset);
    const jobs = createJobs({ db, audit: app.deps.audit, clock, alone: false, timing: TIMING });
    jobs.handle(KIND, { perform, ...more });
    open.push(jobs);
    return jobs;
  };
  const ask = (jobs: Jobs, key: string, payload: unknown = {}): Promise<void> =>
    inTransaction(app.database.db, (trx) => jobs.add(trx, { kind: KIND, key, title: `Travail ${key}`, payload }));
  const list = async () => (await admin.get('/jobs')).body as { id: string; state: string; [name: string]: unknown }[];

  test('four instances share 60 jobs, and each is done once', async () => {
    const done: string[] = [];
    const instances = Array.from({ length: 4 }, () =>
      instance(
        async ({ key, payload }) => {
          expect(payload).toEqual({ of: key });
          done.push(key);
        },
        { atOnce: 3 },
      ),
    );
    const keys = Array.from({ length: 60 }, (_, index) => String(index));
    const [first] = instances as [Jobs];
    for (const key of keys) await ask(first, key, { of: key });
    for (const jobs of instances) jobs.wake();
    await Promise.all(instances.map((jobs) => jobs.idle()));
    expect(done.sort()).toEqual(keys.sort());
    expect((await list()).every(({ state, ended_at }) => state === 'done' && ended_at !== null)).toBe(true);
  });

  test('what fails is tried again later and later, with its sentence; what needs a person waits for one', async () => {
    let fault: Error = new JobFault('Le service est fermé.', { again: 'later' });
    const jobs = instance(async () => {
      throw fault;
    });
    const turn = async (): Promise<Record<string, unknown> | undefined> => {
      jobs.wake();
      await jobs.idle();
      return (await list())[0];
    };
    await ask(jobs, 'a');
    const first = await turn();
    expect(first).toMatchObject({ state: 'waiting', attempts: 1, error: 'Le service est fermé.', title: 'Travail a' });
    expect(await turn()).toMatchObject({ attempts: 1 });
    offset += 1_100;
    const second = await turn();
    expect(second).toMatchObject({ attempts: 2 });
    const pause = (job?: Record<string, unknown>) => new Date(String(job?.next_at)).getTime() - Date.now() - offset;
    expect(pause(second)).toBeGreaterThan(1_000);
    fault = new TypeError('x is undefined');
    offset += 3_000;
    expect(await turn()).toMatchObject({
      state: 'waiting',
      attempts: 3,
      error: 'Ce travail a échoué. Il sera tenté de nouveau.',
    });
    fault = new JobFault('Le dossier n’existe plus.', { again: 'never' });
    offset += 60_000;
    const failed = await turn();
    expect(failed).toMatchObject({ state: 'failed', error: 'Le dossier n’existe plus.' });
    offset += 600_000;
    expect(await turn()).toMatchObject({ attempts: 4 });
    const { status, body } = await admin.post(`/jobs/${failed?.id}/retry`);
    expect([status, body.state]).toEqual([200, 'waiting']);
    expect(await turn()).toMatchObject({ state: 'failed', attempts: 1 });
    offset = 0;
  });

  test('what is written at the end is written with the end, or not at all', async () => {
    const { db } = app.database;
    const jobs = instance(async () => async (trx) => {
      await trx.insertInto('settings').values({ name: 'fini', value: 'oui' }).execute();
      throw new Error('the disk is full');
    });
    await ask(jobs, 'a');
    jobs.wake();
    await jobs.idle();
    expect(await db.selectFrom('settings').select('name').where('name', '=', 'fini').execute()).toEqual([]);
    expect((await list())[0]).toMatchObject({ state: 'waiting', attempts: 1 });
  });

  test('asked for again while it is being done, it is done again, and the first does not count', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const seen: unknown[] = [];
    const jobs = instance(async ({ payload }) => {
      seen.push(payload);
      begun.resolve();
      await gate.promise;
    });
    await ask(jobs, 'a', 1);
    jobs.wake();
    await begun.promise;
    await ask(jobs, 'a', 2);
    gate.resolve();
    await jobs.idle();
    jobs.wake();
    await jobs.idle();
    expect(seen).toEqual([1, 2]);
    expect((await list()).map(({ state }) => state)).toEqual(['done']);
  });

  test.each([
    { what: 'comes back by itself', kind: 'jobs.sweep', fails: false, times: 2 },
    { what: 'fails', kind: KIND, fails: true, times: 2 },
    { what: 'is done once for all', kind: KIND, fails: false, times: 1 },
  ] as const)('hurried while it is being done, what $what is done $times times', async ({ kind, fails, times }) => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let done = 0;
    const jobs = instance(async () => undefined);
    jobs.handle(kind, {
      perform: async () => {
        done += 1;
        begun.resolve();
        await gate.promise;
        if (fails && done === 1) throw new JobFault('Fermé.', { again: 'later' });
      },
    });
    await inTransaction(app.database.db, (trx) => jobs.addOnce(trx, { kind, key: kind }));
    jobs.wake();
    await begun.promise;
    offset += 10;
    await jobs.hurry(kind, null);
    gate.resolve();
    await jobs.idle();
    expect(done).toBe(times);
    offset = 0;
  });

  // SQLite has one writer: nobody asks while the end is being written.
  test.runIf(engine === 'postgres')(
    'asked for again while its end is being written, it is not taken for done',
    async () => {
      const { db } = app.database;
      let turn = 0;
      const jobs = instance(async ({ payload }) => async (trx) => {
        turn += 1;
        if (turn === 1) await jobs.add(db, { kind: KIND, key: 'a', payload: 2 });
        await trx
          .insertInto('settings')
          .values({ name: `écrit ${payload}`, value: 'oui' })
          .execute();
      });
      await ask(jobs, 'a', 1);
      jobs.wake();
      await jobs.idle();
      jobs.wake();
      await jobs.idle();
      const written = await db.selectFrom('settings').select('name').where('name', 'like', 'écrit%').execute();
      expect(written.map(({ name }) => name)).toEqual(['écrit 2']);
      expect((await list()).map(({ state }) => state)).toEqual(['done']);
    },
  );

  test('what was cancelled stays so: across a death, a failure, and a call to hurry', async () => {
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    let tries = 0;
    const jobs = instance(async () => {
      tries += 1;
      begun.resolve();
      await gate.promise;
      throw new Error('it failed before it heard of it');
    });
    await ask(jobs, 'a');
    jobs.wake();
    await begun.promise;
    await app.database.db.updateTable('jobs').set({ cancelling: 1 }).execute();
    gate.resolve();
    await jobs.idle();
    expect((await list())[0]).toMatchObject({ state: 'cancelled' });
    expect(await jobs.hurry(KIND, null)).toBe(0);
    await jobs.idle();
    // Its holder died before it heard: whoever comes next does not begin.
    await app.database.db.updateTable('jobs').set({ state: 'waiting', cancelling: 1 }).execute();
    jobs.wake();
    await jobs.idle();
    expect((await list())[0]).toMatchObject({ state: 'cancelled' });
    expect(tries).toBe(1);
    expect(await jobs.hurry(KIND, ['a'], { evenCancelled: true })).toBe(1);
    await jobs.idle();
    expect(tries).toBe(2);
  });

  test('a service that asks for half a minute, after many failures, gets no day', async () => {
    const jobs = instance(async () => {
      throw new JobFault('Trop de demandes.', { again: 'later', retryAfterMs: 30_000 });
    });
    await ask(jobs, 'a');
    await app.database.db.updateTable('jobs').set({ attempts: 20 }).execute();
    jobs.wake();
    await jobs.idle();
    const [job] = await list();
    expect(new Date(String(job?.next_at)).getTime() - Date.now()).toBeLessThanOrEqual(TIMING.pauseMaxMs);
  });

  test('an instance that froze has lost its job to another: what it did is not kept', async () => {
    const { db } = app.database;
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const frozen = createJobs({
      db,
      audit: app.deps.audit,
      clock: () => new Date(),
      alone: false,
      timing: { ...TIMING, beatMs: 3_600_000 },
    });
    const mark = (value: string) => async (trx: typeof db) => {
      await trx.deleteFrom('settings').where('name', '=', 'auteur').execute();
      await trx.insertInto('settings').values({ name: 'auteur', value }).execute();
    };
    frozen.handle(KIND, {
      async perform() {
        begun.resolve();
        await gate.promise;
        return mark('frozen');
      },
    });
    open.push(frozen);
    await ask(frozen, 'a');
    frozen.wake();
    await begun.promise;
    offset = 61_000;
    const other = instance(async () => mark('other'));
    other.wake();
    await other.idle();
    gate.resolve();
    await frozen.idle();
    const { value } = await db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'auteur')
      .executeTakeFirstOrThrow();
    expect(value).toBe('other');
    expect((await list()).map(({ state }) => state)).toEqual(['done']);
    offset = 0;
  });

  test('its progress is seen, and it stops when nobody wants it any more, from any instance', async () => {
    const begun = Promise.withResolvers<void>();
    const jobs = instance(async ({ progress, signal }) => {
      progress(3, 10);
      begun.resolve();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await ask(jobs, 'a');
    jobs.wake();
    await begun.promise;
    await expect.poll(async () => (await list())[0]?.progress).toEqual({ done: 3, total: 10 });
    const [job] = await list();
    expect(job?.state).toBe('running');
    expect((await admin.post(`/jobs/${job?.id}/retry`)).status).toBe(409);
    // Asked of the app, whose own instance does not hold it.
    expect((await admin.post(`/jobs/${job?.id}/cancel`)).status).toBe(200);
    await jobs.idle();
    expect((await list())[0]).toMatchObject({ state: 'cancelled', error: 'Annulé.', progress: null });
    const { status, body } = await admin.post(`/jobs/${job?.id}/cancel`);
    expect([status, body.detail]).toEqual([409, 'Ce travail n’est plus en attente.']);
  });

  test('one that takes long keeps no other kind from its turn, and a stop gives it back untried', async () => {
    const begun = Promise.withResolvers<void>();
    const jobs = instance(async ({ signal }) => {
      begun.resolve();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const other = Promise.withResolvers<void>();
    jobs.handle('template.thumbnail', { perform: async () => other.resolve() });
    await ask(jobs, 'long');
    jobs.wake();
    await begun.promise;
    await inTransaction(app.database.db, (trx) => jobs.add(trx, { kind: 'template.thumbnail', key: 'b' }));
    jobs.wake();
    await other.promise;
    await jobs.stop();
    const long = (await list()).find(({ kind }) => kind === KIND);
    expect(long).toMatchObject({ state: 'waiting', attempts: 0, error: null });
  });

  test('a clock put back by a month keeps nothing waiting for a month', async () => {
    offset = 31 * 86_400_000;
    let done = 0;
    const jobs = instance(async () => {
      done += 1;
    });
    await ask(jobs, 'a');
    offset = 0;
    jobs.wake();
    await jobs.idle();
    expect(done).toBe(1);
  });

  test('what comes back by itself is there once started, and every kind has somebody who does it', async () => {
    const other = await testApp({ engine });
    await other.deps.jobs.start();
    await other.deps.jobs.idle();
    const root = await other.as('admin');
    const { body } = await root.get('/jobs');
    const kinds = (body as { kind: string }[]).map(({ kind }) => kind).sort();
    expect(kinds).toEqual(JOB_KIND_NAMES.filter((kind) => jobKindInfo(kind).everyMs).sort());
    const sweep = body.find(({ kind }: { kind: string }) => kind === 'files.sweep');
    expect(sweep).toMatchObject({ state: 'waiting', attempts: 0, error: null });
    expect(sweep.ended_at).not.toBe(null);
    expect(new Date(sweep.next_at).getTime() - new Date(sweep.ended_at).getTime()).toBe(3_600_000);
    expect((await root.post(`/jobs/${sweep.id}/cancel`)).status).toBe(409);
    expect((await root.post('/jobs/unknown/retry')).status).toBe(404);
    await other.close();
  });
});
