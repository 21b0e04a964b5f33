import { readFileSync } from 'node:fs';
import { type Config, readConfig } from '../src/server/config.ts';

/** What the commands share: the settings, read as the server reads them, and how they say that they cannot go on. */

process.umask(0o077);

export function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

/** Ends the command with a sentence when the work throws one. */
export async function run(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    await work(readConfig(process.env));
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

export const VERSION = String(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
