import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { endOf, startProgram } from './program.ts';

/** Who administers an installation of the tests. */
export const ADMIN = { email: 'admin@diplo.local', password: 'mot de passe du test' };

const ASSETS = join(import.meta.dirname, '../../../assets');

/** What a first start leaves, for all the files of a run: workers inherit it. */
const MADE = 'DIPLO_TEST_INSTALLATION';

/** Gives the folder the data of an installation that has been started once. */
export async function copyInstallation(folder: string): Promise<void> {
  process.env[MADE] ??= await firstStart();
  cpSync(process.env[MADE], folder, { recursive: true });
}

/** `globalSetup` of vitest: made before any worker starts, taken away at the end. */
export default async function setup(): Promise<(() => void) | undefined> {
  if (process.env[MADE]) return undefined;
  const folder = await firstStart();
  process.env[MADE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * A data folder as a first start leaves it, once what it does in the background is over: migrated, with its administrator
 * and the templates that come with the program, drawn.
 */
async function firstStart(): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'diplo-installation-'));
  const { child } = await startProgram(data, { ADMIN_PASSWORD: ADMIN.password });
  const database = new Sqlite(join(data, 'diplo.sqlite'), { readonly: true });
  const isDrawn = database
    .prepare('select count(*) = ? from templates where thumbnail_file_id is not null or thumbnail_refused = 1')
    .pluck();
  const shipped = readdirSync(ASSETS).filter((name) => name.endsWith('.docx')).length;
  while (isDrawn.get(shipped) !== 1) await new Promise((turn) => setTimeout(turn, 100));
  database.close();
  const ended = endOf(child);
  child.kill('SIGTERM');
  await ended;
  return data;
}
