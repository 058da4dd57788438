import { expect, it } from '@jest/globals';
import { createTimings } from '../prepare/timings.mjs';
import { timingLines } from './timing-lines.js';

it('--timings shows each step in the order of the starts, including a failed step', async () => {
  let nowMs = 0;
  const at = (ms: number): void => void (nowMs = ms);
  const timings = createTimings(() => nowMs);
  const [broker, database] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  at(200);
  const steps = [timings.measure('starting the broker', () => broker.promise)];
  at(1_000);
  steps.push(timings.measure('starting the database', () => database.promise));
  at(3_500);
  database.reject(new Error('no'));
  await expect(steps[1]).rejects.toThrow('no');
  at(12_250);
  broker.resolve();
  await steps[0];
  expect(timingLines(timings.steps).slice(2)).toEqual([
    '  seconds     from       to  step',
    '     12.1      0.2     12.3  starting the broker',
    '      2.5      1.0      3.5  starting the database',
  ]);
});
