// `npm test -- --changed` on this clone: five test files run and leave records; then a change of one line chooses those that it concerns.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { filesOf } from '../../scripts/changed/changes.mjs';
import { choose } from '../../scripts/changed/choose.mjs';
import { readRecord } from '../../scripts/changed/records.mjs';
import { JEST } from '../../scripts/prepare/jest.mjs';
import { ROOT } from '../../scripts/stack/clone.js';

const API = 'test/int/token-api-event-types.int.spec.ts';
const BUILDER = 'test/int/missing-partitions.int.spec.ts';
const SENDER = 'test/int/account-permits.int.spec.ts';
const EVENTS = 'test/truth/events-doc.spec.ts';
const CHART = 'test/truth/chart.spec.ts';
const TESTS = [API, BUILDER, SENDER, EVENTS, CHART];
/** Not recorded, but declared. */
const TEMPLATES = 'test/chart/templates.spec.ts';

const folder = mkdtempSync(join(tmpdir(), 'test-facts-'));
beforeAll(() => {
  const env = { ...process.env, TEST_FACTS: folder };
  const { status, stderr } = spawnSync(process.execPath, [...JEST, '--runTestsByPath', ...TESTS], { cwd: ROOT, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  process.env['TEST_FACTS'] = folder;
});
afterAll(() => rmSync(folder, { recursive: true }));

function chosenBy(file: string): string[] {
  const files = filesOf(ROOT);
  expect(files).toContain(file);
  const chosen = choose({ root: ROOT, files }, [{ file, isNews: false }], { recordOf: (test) => readRecord(ROOT, test), related: [] });
  return [...TESTS, TEMPLATES].filter((test) => chosen.has(test));
}

describe('one changed line chooses the tests', () => {
  it.each([
    ['of token-api', 'apps/token-api/src/event-types/event-types.controller.ts', [API]],
    ['of event-builder', 'apps/event-builder/src/tracking/scans.consumer.ts', [BUILDER]],
    ['of webhook-sender', 'apps/webhook-sender/src/queue/attempts.consumer.ts', [SENDER]],
    ['of what all apps have', 'libs/observability/src/health.provider.ts', [API, BUILDER, SENDER, CHART]],
    ['of the mappings', 'apps/event-builder/src/carriers/mappings/gls.yaml', [BUILDER, EVENTS]],
    ['of a document', 'docs/events.md', [EVENTS]],
    ['of the chart', 'deploy/helm/parcel-event-webhooks/templates/jobs.yaml', [CHART, TEMPLATES]],
    ['of no app', 'scripts/dashboard/draw-dashboard.ts', []],
  ])('%s', (_, file, expected) => {
    expect(chosenBy(file)).toEqual(expected);
  });
});
