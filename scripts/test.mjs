import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, nodePath, program, ROOT } from './prepare.mjs';

/**
 * `npm test`: every check there is; its last line is `N passed, N failed`.
 * `npm test -- products` runs only the tests whose path holds the word; `npm test -- --quick` what answers within a
 * minute: lint, types, walls, and the tests beside the code, on SQLite alone, without the programs and the browser.
 */
install({ dev: true });
const folder = mkdtempSync(join(tmpdir(), 'diplo-checks-'));
const quick = process.argv.includes('--quick');
if (quick) process.env.QUICK = '1';
const only = process.argv.slice(2).filter((word) => word !== '--quick');
let passed = 0;
let failed = 0;

/** Runs a program of a package under the project's Node. */
function run(path, args) {
  const { status } = spawnSync(nodePath(), [program(path), ...args], { cwd: ROOT, stdio: 'inherit' });
  return status === 0;
}

function check(name, ok) {
  if (ok) passed += 1;
  else failed += 1;
  console.log(`${ok ? '✓' : '✗'} ${name}`);
}

/** Each of their tests counts. */
function suites(projects) {
  const report = join(folder, 'tests.json');
  const ok = run('vitest/vitest.mjs', [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...only,
  ]);
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    passed += numPassedTests;
    failed += numFailedTests;
    // A suite that could not even start has no failed test of its own.
    if (!ok && numFailedTests === 0) failed += 1;
  } catch {
    failed += 1;
  }
}

if (only.length === 0) {
  check('lint and format', run('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']));
  for (const room of ['src/shared', 'src/server', 'src/web', 'e2e'])
    check(`types of ${room}`, run('typescript/bin/tsc', ['-p', room]));
  check(
    'walls',
    run('dependency-cruiser/bin/dependency-cruiser.mjs', ['--output-type', 'err', 'src', 'scripts', 'e2e', 'bench']),
  );
  if (!quick) check('the web app builds', run('vite/bin/vite.js', ['build', '--logLevel', 'warn']));
}
suites(quick ? ['server'] : ['server', 'journeys']);
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
