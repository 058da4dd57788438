import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../../scripts/stack/clone.js';
import { temporaryFolder } from '../support/temporary-folder.js';

// Runs jest within this run, on the same broker and database: the output of `npm test` when an app of a test file ends.

interface FileResult {
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly { readonly status: string }[];
}

const folder = temporaryFolder();
let file: FileResult;

beforeAll(async () => {
  const fixture = join(ROOT, 'test/fixtures/ends/ends.ts');
  const output = join(folder, 'result.json');
  const jest = [join(ROOT, 'node_modules/jest/bin/jest.js'), '--selectProjects', 'int', '--testMatch', fixture, '--runInBand'];
  const preload = new URL('../support/deliberate-throw.mjs', `file://${import.meta.dirname}/`).href;
  const env = { ...process.env, NODE_OPTIONS: `--import=${preload}`, DELIBERATE_THROW: join(folder, 'throw') };
  const args = ['--experimental-vm-modules', ...jest, '--json', '--outputFile', output];
  await once(spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'ignore' }), 'exit');
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as { testResults: FileResult[] };
  file = testResults[0]!;
});

describe('a test file whose apps end', () => {
  it('fails even if its test passes', () => {
    expect(file).toMatchObject({ status: 'failed', assertionResults: [{ status: 'passed' }] });
  });

  it('names each app that ended by itself, and each declared end that was different or did not happen', () => {
    const told = file.message.match(/^\s*(?:token-api|event-builder|webhook-sender) .*$/gm) ?? [];
    expect(told.map((line) => line.trim()).toSorted()).toEqual([
      'event-builder did not end, but the test declares that it ends with /a deliberate throw/',
      'webhook-sender ended by itself (exit code 1)',
      'webhook-sender ended by itself (exit code 1), but not with /no progress/',
      'webhook-sender ended by itself (with the app host)',
    ]);
  });

  it('shows the error and the log; for a shared process, also the apps it hosted and the apps in the stack', () => {
    expect(file.message).toContain('The app host ran token-api, webhook-sender; the stack names webhook-sender.');
    expect(file.message).toMatch(/app\.uncaughtException: Error: a deliberate throw\n\s+at [^]*apps\/webhook-sender\/src\//);
    expect(file.message).toMatch(/Its last log lines:\s+\{"level":/);
  });
});
