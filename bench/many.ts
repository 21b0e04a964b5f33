import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * The tests that draw at random, with the counts of a night instead of those of a minute:
 * `node scripts/run.mjs bench/many.ts fuzz` (100,000 requests on each engine), `model` (1,000 sequences of 50 calls),
 * `kills` (200 times `kill -9` under writers). Each ends with 1 when a promise is broken.
 */
const NIGHTS: Record<string, { file: string; env: Record<string, string> }> = {
  fuzz: { file: 'src/server/test/fuzz.test.ts', env: { FUZZ_COUNT: '50000' } },
  model: { file: 'src/server/test/model.test.ts', env: { MODEL_RUNS: '1000', MODEL_LENGTH: '50' } },
  kills: { file: 'src/server/test/crash.test.ts', env: { KILLS: '200' } },
};
const night = NIGHTS[process.argv[2] ?? ''];
if (!night) {
  console.error(`Say which: ${Object.keys(NIGHTS).join(', ')}.`);
  process.exit(1);
}
const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const from = performance.now();
const { status } = spawnSync(
  process.execPath,
  ['--expose-gc', vitest, 'run', '--project', 'server', '--testTimeout', '7200000', night.file],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...night.env } },
);
console.log(`${((performance.now() - from) / 60_000).toFixed(1)} min`);
process.exit(status ?? 1);
