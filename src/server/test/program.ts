import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const MAIN = join(ROOT, 'dist/server/main.js');
/** As the commands do (`scripts/prepare.mjs`). */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled');
const running = new Set<ChildProcess>();

/** That the app has been built from the sources that are there: workers inherit it. */
const BUILT = 'DIPLO_TEST_BUILT';

/** The program that people start. @returns its path, once it is that of the sources */
export function builtProgram(): string {
  if (!process.env[BUILT]) execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { stdio: 'inherit' });
  process.env[BUILT] = 'yes';
  return MAIN;
}

/** For a program of which no PDF is asked: LibreOffice would start for the pictures of its templates alone. */
export const NO_CONVERTER = { PDF_URL: 'http://127.0.0.1:9' };

/** As npm starts it: a shell, the start script, the server, all of one group. POSIX only. */
export const AS_NPM = { program: 'sh', args: ['-c', `"${process.execPath}" scripts/run.mjs "${MAIN}"; exit $?`] };

/** The real program in a process of its own, on a data folder. @returns once it listens */
export async function startProgram(
  dataDir: string,
  environment: Record<string, string> = {},
  { program, args } = { program: process.execPath, args: [builtProgram()] },
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(program, args, {
    cwd: ROOT,
    detached: program !== process.execPath,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: COMPILED,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let printed = '';
  for await (const chunk of child.stdout ?? []) {
    printed += chunk;
    const url = /http:\/\/\S+/.exec(printed)?.[0];
    if (url) return { child, url };
  }
  throw new Error(`did not start: ${printed}`);
}

/** Its exit code, once it has ended. */
export const endOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => child.once('exit', (code) => done(code)));

export function killPrograms(): void {
  for (const child of running) child.kill('SIGKILL');
}
