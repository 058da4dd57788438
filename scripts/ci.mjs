import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CI_STEPS } from './ci-steps.mjs';
import { installBrowser } from './prepare/browser.mjs';
import { installLanguages } from './prepare/languages.mjs';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

const RESULTS = join(ROOT, '.cache', 'test-results.json');

await runMain(async () => {
  await prepare({ tools: true });
  await installLanguages();
  const steps = [await hasBrowser(), ...CI_STEPS.map(runStep)];
  const tests = runTests();
  const passed = steps.filter(Boolean).length + tests.passed;
  const failed = steps.filter((ok) => !ok).length + tests.failed;
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exit(failed === 0 ? 0 : 1);
});

/** Without a browser, tests of pages are skipped. In CI this must not look like success. */
async function hasBrowser() {
  process.stdout.write('\n=== browser\n');
  try {
    await installBrowser();
    return true;
  } catch ({ message }) {
    process.stdout.write(`${message}\n`);
    return false;
  }
}

function runStep({ title, script, only }) {
  process.stdout.write(`\n=== ${title}\n`);
  return run('npm', ['run', '--silent', script, ...(only ? ['--', only] : [])]) === 0;
}

/** Runs the tests, counted by count-reporter.mjs. A run without tests or an interrupted run counts as failed. */
function runTests() {
  process.stdout.write('\n=== tests\n');
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  rmSync(RESULTS, { force: true });
  const reporters = ['default', './scripts/count-reporter.mjs'].map((name) => `--reporters=${name}`);
  const code = run(process.execPath, ['scripts/test.mjs', ...reporters, ...process.argv.slice(2)], {
    TEST_COUNTS: RESULTS,
    TEST_IMAGE: 'always',
  });
  const { numPassedTests: passed, numFailedTests, numRuntimeErrorTestSuites, slowest } = readResults();
  slowest.forEach(({ file, ms }) => process.stdout.write(`${(ms / 1000).toFixed(1).padStart(7)} s  ${relative(ROOT, file)}\n`));
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  const brokeOff = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: failed + (brokeOff ? 1 : 0) };
}

function readResults() {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0, slowest: [] };
  }
}

function run(command, args, env = {}) {
  return spawnSync(command, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'inherit' }).status ?? 1;
}
