import { tableLines } from '#libs/demo';
import { type TimedStep } from '../prepare/timings.mjs';

/** Returns the lines of `npm start -- --timings`: the steps in the order of their starts. Some run at the same time. */
export function timingLines(steps: readonly TimedStep[]): string[] {
  const rows = steps
    .toSorted((a, b) => a.startedMs - b.startedMs)
    .map(({ title, startedMs, endedMs }) => [seconds(endedMs - startedMs), seconds(startedMs), seconds(endedMs), title]);
  const lines = tableLines({ head: ['seconds', '   from', '     to', 'step'], rows });
  return ['', 'Timings  (from and to: seconds since the command began)', ...lines.map((line) => `  ${line}`)];
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1).padStart(7);
