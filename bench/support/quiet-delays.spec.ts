import { expect, it } from '@jest/globals';
import { toDelays } from './quiet-delays.js';

const BESIDE = { variant: 'beside records', fromMs: 100, untilMs: 200, missing: 2 };
const webhook = (recordMs: number, eventAfterMs: number, postAfterMs: number): Parameters<typeof toDelays>[0][number] => ({
  recordMs,
  eventMs: recordMs + eventAfterMs,
  postMs: recordMs + postAfterMs,
});
const valuesOf = (measured: ReturnType<typeof toDelays>): unknown =>
  Object.fromEntries(measured.map(({ figure, value }) => [figure, value]));

it('reports the delays of webhooks whose records came while the others had work', () => {
  const webhooks = [webhook(99, 1, 9_000), webhook(100, 10, 30), webhook(150, 20, 50), webhook(199, 10, 500), webhook(200, 1, 9_000)];
  expect(valuesOf(toDelays(webhooks, BESIDE))).toEqual({
    'event to POST, p50': 30,
    'event to POST, p99': 490,
    'event to POST, max': 490,
    'record to POST, p50': 50,
    'record to POST, p99': 500,
    'record to POST, max': 500,
    'webhooks measured': 3,
    'webhooks missing a minute later': 2,
  });
});

it('has no delay when no webhook arrived', () => {
  expect(valuesOf(toDelays([], BESIDE))).toMatchObject({ 'record to POST, p99': undefined, 'webhooks measured': 0 });
});
