import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openOutside } from './outside.ts';

const folder = mkdtempSync(join(tmpdir(), 'diplo-outside-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a data folder that cannot be written is told in French, with what to do', () => {
  const file = join(folder, 'un fichier');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'dessous')])
    expect(() => readConfig({ DATA_DIR: path })).toThrow(/^Rien ne peut être écrit dans .*DATA_DIR\.$/);
});

test('half files that a kill left are taken away at the next start', async () => {
  const dataDir = join(folder, 'data');
  const half = join(dataDir, 'files', 'tmp', '3f1c7a52-0000-4000-8000-000000000000');
  mkdirSync(join(dataDir, 'files', 'tmp'), { recursive: true });
  writeFileSync(half, 'la moitié');
  const outside = await openOutside(readConfig({ DATA_DIR: dataDir }), 'test');
  expect(existsSync(half)).toBe(false);
  await outside.converter.close();
  await outside.database.close();
});
