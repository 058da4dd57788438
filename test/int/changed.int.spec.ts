// `npm test -- --changed` on this clone: some test files run and leave records. A change of one line then selects the tests that depend on
// it.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { JEST } from '../../scripts/prepare/jest.mjs';
import { ROOT } from '../../scripts/stack/clone.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const API = 'test/int/token-api-event-types.int.spec.ts';
const BUILDER = 'test/int/missing-partitions.int.spec.ts';
const SENDER = 'test/int/account-permits.int.spec.ts';
const PAGE = 'test/int/console-page.int.spec.ts';
const EVENTS = 'test/truth/events-doc.spec.ts';
const CHART = 'test/truth/chart.spec.ts';
const TESTS = [API, BUILDER, SENDER, PAGE, EVENTS, CHART];
/** Its dependencies are declared, not recorded. */
const TEMPLATES = 'test/chart/templates.spec.ts';

/** Runs in a process of its own: it reads every source, so that otherwise this file would run after each change. */
const CHOOSE = `
  const [folder] = process.argv.slice(1);
  const [{ choose }, { filesOf }, { readRecord }] = await Promise.all(['choose', 'changes', 'records'].map((name) => import(folder + name + '.mjs')));
  const { root, changed } = JSON.parse(await new Response(process.stdin).text());
  const files = filesOf(root);
  const chosenBy = (file) => choose({ root, files }, [{ file, isNews: false }], { recordOf: (test) => readRecord(root, test), related: [] });
  process.stdout.write(JSON.stringify(changed.map((file) => (files.includes(file) ? [...chosenBy(file).keys()] : 'there is no such file'))));
`;
/** Part of the repository, a changed file in it, and the selected files of TESTS. */
const CASES: readonly (readonly [part: string, changed: string, chosen: readonly string[]])[] = [
  ['token-api', 'apps/token-api/src/event-types/event-types.controller.ts', [API, PAGE]],
  ['event-builder', 'apps/event-builder/src/tracking/scans.consumer.ts', [BUILDER]],
  ['webhook-sender', 'apps/webhook-sender/src/dispatch/attempts.consumer.ts', [SENDER]],
  ['the console', 'apps/console/src/main.tsx', [PAGE]],
  ['a lib', 'libs/observability/src/health.provider.ts', [API, BUILDER, SENDER, PAGE, CHART]],
  ['the mappings', 'apps/event-builder/src/carriers/mappings/gls.yaml', [BUILDER, EVENTS]],
  ['the documents', 'docs/events.md', [EVENTS]],
  ['the chart', 'deploy/helm/parcel-event-webhooks/templates/jobs.yaml', [CHART, TEMPLATES]],
  ['the dashboard', 'scripts/dashboard/draw-dashboard.ts', []],
];

const folder = temporaryFolder();
let chosen: (readonly string[])[];
beforeAll(async () => {
  await node([...JEST, '--runTestsByPath', ...TESTS]);
  const input = JSON.stringify({ root: ROOT, changed: CASES.map(([, file]) => file) });
  const code = ['--input-type=module', '-e', CHOOSE, join(ROOT, 'scripts/changed/')];
  chosen = JSON.parse(await node(code, input)) as typeof chosen;
});

/** @returns its stdout */
async function node(args: readonly string[], input = ''): Promise<string> {
  const ran = promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, TEST_FACTS: folder }, maxBuffer: 2 ** 26 });
  ran.child.stdin?.end(input);
  return (await ran).stdout;
}

describe('a changed line selects the tests', () => {
  it.each(CASES.map(([part, , expected], index) => ({ part, expected, index })))('of $part', ({ expected, index }) => {
    expect([...TESTS, TEMPLATES].filter((test) => chosen[index]?.includes(test))).toEqual(expected);
  });
});
