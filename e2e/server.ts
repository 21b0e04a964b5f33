import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN, copyInstallation } from '../src/server/test/installation.ts';

const ROOT = join(import.meta.dirname, '..');

export interface RunningServer {
  url: string;
  admin: { email: string; password: string };
  /** Answers nothing for a while, as a server that is overwhelmed. */
  pause: () => void;
  resume: () => void;
  /** Stops answering, as a server that has crashed. */
  stop: () => Promise<void>;
  close: () => Promise<void>;
}

/** Where the converter of a run answers: LibreOffice starts once for all the journeys. `{ PDF_URL: '' }` has its own. */
export const SHARED_CONVERTER = 'DIPLO_TEST_CONVERTER';

/** @throws where the journeys would go through another app than that of the sources */
function checkBuilt(): void {
  const built = join(ROOT, 'dist/web/index.html');
  if (!existsSync(built)) throw new Error('The web app is not built: run npm test.');
  const since = statSync(built).mtimeMs;
  const newer = globSync('src/{web,shared}/**/*.{ts,tsx,css,html}', { cwd: ROOT }).find(
    (file) => !/\.test\./.test(file) && statSync(join(ROOT, file)).mtimeMs > since,
  );
  if (newer) throw new Error(`The web app was built before ${newer} was changed: run npm test, or build it.`);
}

/** The real program, on an installation that has been started once, with the built web app. */
export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  checkBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'diplo-e2e-'));
  await copyInstallation(folder);
  const admin = ADMIN;
  const child = spawn(process.execPath, [join(ROOT, 'src/server/main.ts')], {
    env: {
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
      ...process.env,
      DATA_DIR: folder,
      PORT: '0',
      PDF_URL: process.env[SHARED_CONVERTER] ?? '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(child);
  const stop = (): Promise<void> =>
    new Promise((done) => {
      if (child.exitCode !== null || child.signalCode !== null) return done();
      child.once('exit', () => done());
      child.kill('SIGKILL');
    });
  return {
    url,
    admin,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop,
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of child.stdout ?? []) {
    printed += chunk;
    const url = /http:\/\/\S+/.exec(printed)?.[0];
    if (url) return url;
  }
  throw new Error(`The server did not start: ${printed}`);
}
