import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { COMPILED, install, nodePath, program, ROOT } from './prepare.mjs';

/**
 * `npm test`: every check there is; its last line is `N passed, N failed`.
 * `npm test -- products` runs only the tests whose path holds the word; `npm test -- --check` lint, types, walls and the build
 * alone; `npm test -- --quick` what answers soon: the checks, and the tests beside the code, on SQLite alone, without the
 * programs, the browser, and what says that it is slow (`tags: ['slow']`).
 */
install({ dev: true });
const folder = mkdtempSync(join(tmpdir(), 'diplo-checks-'));
const quick = process.argv.includes('--quick');
if (quick) process.env.QUICK = '1';
const checksAlone = process.argv.includes('--check');
const only = process.argv.slice(2).filter((word) => !['--quick', '--check'].includes(word));
let passed = 0;
let failed = 0;
/** Files with tests that did not run here, and how many. @type {string[]} */
const skipped = [];
/** @type {{ title: string, duration: number }[]} */
const ran = [];

/** Runs a program under the project's Node. */
function runs(args) {
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env };
  const { status } = spawnSync(nodePath(), args, { cwd: ROOT, stdio: 'inherit', env });
  return status === 0;
}

/** One of a package. */
const run = (path, args) => runs([program(path), ...args]);

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
    ...(quick ? ['--tags-filter=!slow'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...only,
  ]);
  try {
    const { numPassedTests, numFailedTests, success, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    passed += numPassedTests;
    failed += numFailedTests;
    let unstarted = 0;
    for (const { name, status, assertionResults } of testResults) {
      ran.push(...assertionResults.filter(({ duration }) => duration));
      const count = assertionResults.filter((one) => !['passed', 'failed'].includes(one.status)).length;
      if (count > 0) skipped.push(`${relative(ROOT, name)} (${count})`);
      // A file that could not even be loaded has no failed test of its own, and the program that runs them ends well.
      if (status === 'failed' && !assertionResults.some((one) => one.status === 'failed')) unstarted += 1;
    }
    failed += unstarted;
    if (!(ok && success) && numFailedTests + unstarted === 0) failed += 1;
  } catch {
    failed += 1;
  }
}

if (only.length === 0) {
  check('lint and format', run('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']));
  // Each of its threads checks the types that it meets: more than there are cores do the same work again.
  for (const room of ['src/shared', 'src/server', 'src/web', 'e2e'])
    check(`types of ${room}`, run('typescript/bin/tsc', ['-p', room, '--checkers', '2']));
  check(
    'walls',
    run('dependency-cruiser/bin/dependency-cruiser.mjs', ['--output-type', 'err', 'src', 'scripts', 'e2e', 'bench']),
  );
  if (!quick) check('the app builds', runs([join(ROOT, 'scripts/build.mjs')]));
}
if (!checksAlone) suites(quick ? ['server'] : ['server', 'journeys']);
// What a machine lacks (nginx, Caddy, systemd) or a declaration does not ask for.
if (skipped.length > 0) console.log(`skipped: ${skipped.join(', ')}`);
// Whoever asked to be quick sees what was not.
const longest = ran.toSorted((a, b) => b.duration - a.duration).slice(0, quick ? 3 : 0);
for (const { title, duration } of longest) console.log(`${(duration / 1_000).toFixed(1)} s: ${title}`);
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
