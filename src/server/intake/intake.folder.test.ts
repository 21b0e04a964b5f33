import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { IntakeItem } from '#shared/intake/intake.contract.ts';
import { type Caller, type TestApp, testApp } from '../test/test.app.ts';

describe('a folder that is looked at', () => {
  const root = mkdtempSync(join(tmpdir(), 'diplo-intake-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  let folder: string;
  let made = 0;
  let app: TestApp;
  let editor: Caller;
  beforeEach(async () => {
    made += 1;
    folder = join(root, String(made));
    mkdirSync(folder);
    app = await testApp({ engine: 'sqlite', config: { intakeDir: folder } });
    editor = await app.as('editor');
  });
  afterEach(() => app.close());

  /** Looks once, to the end. */
  const look = async (): Promise<void> => {
    await app.database.db
      .updateTable('jobs')
      .set({ next_at: '2000-01-01T00:00:00.000Z', state: 'waiting' })
      .where('kind', '=', 'intake.folder')
      .execute();
    app.deps.jobs.wake();
    await app.deps.jobs.idle();
  };
  const waiting = async (): Promise<IntakeItem[]> => (await editor.get('/intake')).body;
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);

  test('a name that is no text is told, and the folders that are made open for who puts files there', async () => {
    chmodSync(folder, 0o2770);
    await app.deps.jobs.start();
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.txt')]), 'un');
    mkdirSync(join(folder, 'Ingrédia'));
    put('Ingrédia/b.txt', 'deux');
    await look();
    expect((await waiting()).map(({ file_name }) => file_name)).toEqual(['b.txt']);
    const job = await app.database.db
      .selectFrom('jobs')
      .select('error')
      .where('kind', '=', 'intake.folder')
      .executeTakeFirstOrThrow();
    expect(job.error).toMatch(/caf\ufffd\.txt.*renommez-le/u);
    for (const made of ['traités', 'traités/Ingrédia']) expect(statSync(join(folder, made)).mode & 0o777).toBe(0o770);
  });

  test('its files come in once, with their folder, and go to « traités », none deleted', async () => {
    await app.deps.jobs.start();
    mkdirSync(join(folder, 'Ingrédia'));
    put('a.txt', 'un');
    put('Ingrédia/b.txt', 'deux');
    put('.DS_Store', 'x');
    await look();
    expect((await waiting()).map(({ file_name, folder: path, source }) => [file_name, path, source]).sort()).toEqual([
      ['a.txt', '', 'folder'],
      ['b.txt', 'Ingrédia', 'folder'],
    ]);
    expect(readFileSync(join(folder, 'traités', 'a.txt'), 'utf8')).toBe('un');
    expect(readFileSync(join(folder, 'traités', 'Ingrédia', 'b.txt'), 'utf8')).toBe('deux');
    await look();
    expect(await waiting()).toHaveLength(2);
    // The same name again goes beside the first.
    put('a.txt', 'trois');
    await look();
    expect(readdirSync(join(folder, 'traités')).sort()).toEqual(['1 a.txt', 'Ingrédia', 'a.txt']);
  });

  test('a file that grows is left until it has ended', async () => {
    await app.deps.jobs.start();
    put('gros.txt', 'début');
    const timer = setInterval(() => appendFileSync(join(folder, 'gros.txt'), ' encore'), 15);
    await look();
    clearInterval(timer);
    expect(await waiting()).toEqual([]);
    expect(existsSync(join(folder, 'gros.txt'))).toBe(true);
    utimesSync(join(folder, 'gros.txt'), new Date('2026-01-01'), new Date('2026-01-01'));
    await look();
    expect((await waiting()).map(({ file_name }) => file_name)).toEqual(['gros.txt']);
  });

  test('a link is not followed, what is too large is put apart and told, and a folder that goes away is told too', async () => {
    await app.deps.jobs.start();
    const outside = join(root, 'secret.txt');
    writeFileSync(outside, 'secret');
    symlinkSync(outside, join(folder, 'lien.txt'));
    writeFileSync(join(folder, 'enorme.bin'), Buffer.alloc(5 * 1024 * 1024 + 1));
    await look();
    expect(await waiting()).toEqual([]);
    expect(existsSync(join(folder, 'refusés', 'enorme.bin'))).toBe(true);
    const admin = await app.as('admin');
    const told = (await admin.get('/audit?page=1&size=20')).body.map(({ action }: { action: string }) => action);
    expect(told).toContain('intake.refuse');
    rmSync(folder, { recursive: true });
    await look();
    const jobs = (await admin.get('/jobs')).body as { kind: string; error: string | null }[];
    expect(jobs.find(({ kind }) => kind === 'intake.folder')?.error).toMatch(/INTAKE_DIR/);
    expect(readFileSync(outside, 'utf8')).toBe('secret');
  });

  test('one that cannot be put away is left and told, does not come in, and keeps nobody behind it waiting', async () => {
    await app.deps.jobs.start();
    mkdirSync(join(folder, 'A'));
    mkdirSync(join(folder, 'traités'));
    put('A/a.txt', 'un');
    put('b.txt', 'deux');
    // Where a folder should be.
    put('traités/A', '');
    await look();
    expect((await waiting()).map(({ file_name }) => file_name)).toEqual(['b.txt']);
    const jobs = (await (await app.as('admin')).get('/jobs')).body as { kind: string; error: string | null }[];
    const { error } = jobs.find(({ kind }) => kind === 'intake.folder') ?? {};
    expect(error).toContain('« A/a.txt » ne peut pas être pris');
    expect(error).toContain('Les autres fichiers sont arrivés.');
    rmSync(join(folder, 'traités', 'A'));
    await look();
    expect((await waiting()).map(({ file_name }) => file_name).sort()).toEqual(['a.txt', 'b.txt']);
  });

  test('taken, and stopped before it was moved: it is moved, and comes in once', async () => {
    await app.deps.jobs.start();
    put('a.txt', 'un');
    await look();
    put('a.txt', 'un');
    await look();
    expect(await waiting()).toHaveLength(1);
    expect(existsSync(join(folder, 'a.txt'))).toBe(false);
  });
});
