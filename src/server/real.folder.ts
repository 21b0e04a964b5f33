import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Where a folder really is, links followed, even one that is not there yet. */
export function realFolder(path: string): string {
  let [existing, rest] = [resolve(path), ''];
  while (!existsSync(existing)) {
    rest = join(existing.slice(dirname(existing).length + 1), rest);
    existing = dirname(existing);
  }
  return join(realpathSync(existing), rest);
}
