import { install, standFor } from './prepare.mjs';

/** Runs one TypeScript command of the project: `node scripts/run.mjs scripts/backup.ts …`. */
install({ dev: false });
// A command that was stopped has not done what it was asked.
standFor(process.argv.slice(2), { whenAsked: 130 });
