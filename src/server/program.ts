import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Where the program stands. It runs from its sources (`src/server`) or as `scripts/build.mjs` has built it: all files of
 * `dist/server` side by side, so that what is asked for beside a module is found there too.
 */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The module that a thread or a process runs, beside the one that asks: `moduleBeside(import.meta.url, 'backup.worker')`.
 * The build makes a file of each of that kind (`*.worker.ts`, `*.child.ts`).
 */
export const moduleBeside = (asker: string, name: string): URL => new URL(`./${name}${extname(asker)}`, asker);
