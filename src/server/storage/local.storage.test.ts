import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { localStorage } from './local.storage.ts';
import { storageSuite } from './storage.suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'diplo-storage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a folder', () => {
  storageSuite(() => localStorage(folder));

  test('holds files that only its owner reads, and nothing half written', async () => {
    const storage = localStorage(folder);
    const { id } = await storage.save(Buffer.from('secret'));
    expect(statSync(join(folder, id.slice(0, 2), id)).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  });

  test('a folder that somebody took away is made again', async () => {
    const storage = localStorage(folder);
    const id = 'f0f0f0f0-0000-4000-8000-000000000000';
    await storage.save(Buffer.from('one'), id);
    rmSync(join(folder, 'f0'), { recursive: true });
    const other = id.replace('4000', '4001');
    await Promise.all([storage.save(Buffer.from('two'), id), storage.save(Buffer.from('three'), other)]);
    expect((await storage.read(id)).toString()).toBe('two');
    expect((await storage.read(other)).toString()).toBe('three');
  });

  test('a write that fails leaves nothing', async () => {
    const storage = localStorage(folder);
    const before = readdirSync(folder, { recursive: true }).length;
    await expect(storage.save({ path: join(folder, 'absent'), size: 1, sha256: '' })).rejects.toThrow();
    expect(readdirSync(folder, { recursive: true })).toHaveLength(before);
  });
});
