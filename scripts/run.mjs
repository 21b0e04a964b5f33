import { spawn } from 'node:child_process';
import { install, nodePath, ROOT } from './prepare.mjs';

/** Runs one TypeScript command of the project: `node scripts/run.mjs scripts/backup.ts …`. */
const [script, ...args] = process.argv.slice(2);
install({ dev: false });
const child = spawn(nodePath(), [script, ...args], { cwd: ROOT, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
