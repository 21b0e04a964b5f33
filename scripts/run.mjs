import { install, standFor } from './prepare.mjs';

/** Runs one TypeScript command of the project: `node scripts/run.mjs scripts/backup.ts …`. */
install({ dev: false });
standFor(process.argv.slice(2));
