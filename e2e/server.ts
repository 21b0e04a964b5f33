import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN, copyInstallation } from '../src/server/test/installation.ts';
import { startProgram } from '../src/server/test/program.ts';

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

/** The real program, on an installation that has been started once, with the built web app. */
export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'diplo-e2e-'));
  await copyInstallation(folder);
  const admin = ADMIN;
  const { child, url } = await startProgram(folder, { PDF_URL: process.env[SHARED_CONVERTER] ?? '', ...env });
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
