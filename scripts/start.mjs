import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install, nodePath, ROOT, standFor } from './prepare.mjs';

/**
 * `npm start`: installs what is missing, builds what changed, starts the server. `--dev`: the story too, and the server from its
 * sources. `npm run build` stops before the server: systemd starts it.
 */
const dev = process.argv.includes('--dev');
install({ dev });
run([join(ROOT, 'scripts', 'build.mjs')]);
if (process.argv.includes('--build')) process.exit(0);
if (dev) {
  process.env.DATA_DIR ??= join(ROOT, 'data', 'dev');
  run([join(ROOT, 'scripts', 'seed.ts')]);
}
standFor(dev ? ['--watch', join(ROOT, 'src', 'server', 'main.ts')] : [join(ROOT, 'dist', 'server', 'main.js')]);

function run(args) {
  const { status } = spawnSync(nodePath(), args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
