import { EVENT_NAMES } from '#libs/contracts';
import { type Arrival, type ExpectedArrival, withoutRepeats } from './arrivals.js';
import { DEMO_RECEIVERS, type Reception } from './demo-receivers.js';
import { type Sample } from './samples.js';
import { pad, type Paint, tableLines } from './screen.js';

export interface Outcome {
  readonly samples: readonly Sample[];
  readonly expected: readonly ExpectedArrival[];
  readonly arrivals: readonly Arrival[];
  /** POSTs that a demo receiver answered with 503. */
  readonly refused: number;
  readonly awaitsRetries: boolean;
  readonly dead: number;
  readonly deadExpected: number;
  /** Time from the start of the command to the first webhook; undefined = none arrived. */
  readonly firstAfterMs: number | undefined;
}

/** Returns the line of one webhook: time, tracking number, event, status text, attempt, receiver. */
export function receptionLine(reception: Reception, paint: Paint, at: Date): string {
  const { trackingNumber, event, statusText, attempt, receiver, status } = reception;
  const time = at.toTimeString().slice(0, 8);
  const tried = `attempt ${attempt}`;
  const start = `  ${paint.dim(time)}  ${pad(trackingNumber, 24)}  ${pad(event, 16)}  ${pad(statusText, 30)}`;
  if (status >= 300) return `${start}  ${paint.bad(`${tried}  ${pad(receiver, 6)}  answered ${status} on purpose, is sent again`)}`;
  return `${start}  ${attempt > 1 ? paint.good(tried) : tried}  ${receiver}`;
}

/** Returns the table of consignments and the counts below it. */
export function summaryLines(outcome: Outcome, paint: Paint): string[] {
  const { samples, arrivals, dead, deadExpected, firstAfterMs } = outcome;
  const names = DEMO_RECEIVERS.map(({ name }) => name);
  const [head = '', ...rows] = tableLines({
    head: ['tracking number', 'courier', 'lang', ...names, 'shows'],
    rows: samples.map((sample) => [
      sample.trackingNumber,
      sample.courier,
      sample.language,
      ...names.map((name) => arrivedOf(outcome, sample, name)),
      sample.title,
    ]),
  });
  return [
    '',
    paint.bold('Summary  (webhooks arrived / expected)'),
    `  ${paint.dim(head)}`,
    ...rows.map((row) => `  ${row}`),
    '',
    `  by event   ${EVENT_NAMES.map((event) => `${event} ${countOf(arrivals, event)}`).join(' · ')}`,
    `  retries    ${retriesOf(outcome)}`,
    `  time       first webhook ${firstAfterMs === undefined ? 'never came' : `${(firstAfterMs / 1000).toFixed(1)} s after the command`}`,
    `  dlq        ${dead} of ${deadExpected} message that is unreadable on purpose became a dead letter`,
  ];
}

function retriesOf({ refused, arrivals, awaitsRetries }: Outcome): string {
  const start = `${refused} POSTs answered with 503 on purpose`;
  if (!awaitsRetries) return `${start}: these webhooks come again after RETRY_DELAY_MS, by default 30 minutes`;
  const retried = withoutRepeats(arrivals).filter(({ attempt }) => attempt > 1).length;
  return `${start}, ${retried} of these webhooks arrived with a later attempt`;
}

export function missingLines(missing: readonly ExpectedArrival[], { dead, deadExpected }: Outcome): string[] {
  const lines = missing.map(({ receiver, trackingNumber, event }) => `missing: ${receiver} ${trackingNumber} ${event}`);
  return dead < deadExpected ? [...lines, `missing: ${deadExpected - dead} messages in the dead-letter topics`] : lines;
}

function arrivedOf({ expected, arrivals }: Outcome, { trackingNumber }: Sample, receiver: string): string {
  const isOurs = (one: ExpectedArrival): boolean => one.trackingNumber === trackingNumber && one.receiver === receiver;
  return `${withoutRepeats(arrivals).filter(isOurs).length}/${expected.filter(isOurs).length}`;
}

function countOf(arrivals: readonly Arrival[], event: string): number {
  return withoutRepeats(arrivals).filter((arrival) => arrival.event === event).length;
}
