import { setTimeout as pause } from 'node:timers/promises';
import { type Timings } from '../prepare/timings.mjs';
import { type Arrival, expectArrivals, missing, unexpected } from './arrivals.js';
import { type Connection } from './connection-file.js';
import { DEMO_RECEIVERS, type DemoServer, type Reception } from './demo-receivers.js';
import { missingLines, receptionLine, summaryLines } from './demo-report.js';
import { registerReceivers } from './register-receivers.js';
import { connectPublisher, type SamplePublisher } from './sample-publisher.js';
import { loadSamples, type Sample } from './samples.js';
import { type Screen } from './screen.js';

/** The webhooks that the demo receivers have got so far. */
export interface Receptions {
  add(reception: Reception): void;
  arrivals(): readonly Arrival[];
  refused(): number;
  /** Resolves with the first webhook. */
  readonly first: Promise<void>;
  /** Time from the start of this process to the first webhook. */
  firstAfterMs(): number | undefined;
}

export interface DemoContext {
  readonly connection: Connection;
  readonly server: DemoServer;
  readonly receptions: Receptions;
  readonly screen: Screen;
  readonly timings: Timings;
  /** False when broker or database outlive the run: then the samples get new numbers. */
  readonly isEmpty: boolean;
}

const LIMIT_MS = 120_000;

/** Stores and shows each webhook when it arrives. */
export function collectReceptions(screen: Screen): Receptions {
  const all: Reception[] = [];
  let firstAfterMs: number | undefined;
  const { promise: first, resolve: tellFirst } = Promise.withResolvers<void>();
  return {
    add: (reception) => {
      all.push(reception);
      firstAfterMs ??= performance.now();
      tellFirst();
      screen.line(receptionLine(reception, screen.paint, new Date(Date.now())));
    },
    arrivals: () => all.filter(({ status }) => status < 300),
    refused: () => all.filter(({ status }) => status >= 300).length,
    first,
    firstAfterMs: () => firstAfterMs,
  };
}

/** Publishes the samples, waits for every expected webhook, and shows the summary. */
export async function runDemo(context: DemoContext): Promise<{ isComplete: boolean; samples: readonly Sample[] }> {
  const { connection, screen, isEmpty, timings } = context;
  const samples = loadSamples({ account: connection.account, suffix: isEmpty ? '' : `-${Date.now().toString(36).toUpperCase()}` });
  await timings.measure('registering the demo receivers', () => registerReceivers(connection, context.server));
  showReceivers(screen);
  const publisher = await connectPublisher(connection);
  try {
    return { isComplete: await watch(context, samples, publisher), samples };
  } finally {
    await publisher.close();
  }
}

async function watch(
  { receptions, screen, timings }: DemoContext,
  samples: readonly Sample[],
  publisher: SamplePublisher,
): Promise<boolean> {
  const expected = expectArrivals(samples, DEMO_RECEIVERS);
  const deadBefore = await publisher.countDeadLetters();
  screen.heading(`Webhooks  (${samples.length} consignments from samples/, ${expected.length} webhooks expected)`);
  const deadExpected = samples.reduce((sum, { deadLetters }) => sum + deadLetters, 0);
  screen.dim(`${deadExpected} scan has an impossible date on purpose: event-builder warns once of message.deadLettered, with E_TIME`);
  void timings.measure('from the first sample scan to the first webhook', () => receptions.first);
  await publisher.publish(samples);
  const deadNow = async (): Promise<number> => (await publisher.countDeadLetters()) - deadBefore;
  const isComplete = async (): Promise<boolean> =>
    missing(expected, receptions.arrivals()).length === 0 && (await deadNow()) >= deadExpected;
  const complete = await within(LIMIT_MS, isComplete);
  const outcome = {
    samples,
    expected,
    arrivals: receptions.arrivals(),
    refused: receptions.refused(),
    dead: await deadNow(),
    deadExpected,
    firstAfterMs: receptions.firstAfterMs(),
  };
  summaryLines(outcome, screen.paint).forEach((line) => screen.line(line));
  for (const { receiver, trackingNumber, event } of unexpected(expected, receptions.arrivals()))
    screen.warn(`not expected: ${receiver} ${trackingNumber} ${event}`);
  if (!complete) missingLines(outcome).forEach((line) => screen.warn(line));
  return complete;
}

async function within(limitMs: number, isTrue: () => Promise<boolean>): Promise<boolean> {
  const giveUpAt = Date.now() + limitMs;
  while (Date.now() < giveUpAt) {
    if (await isTrue()) return true;
    await pause(100);
  }
  return isTrue();
}

function showReceivers(screen: Screen): void {
  screen.heading(`${DEMO_RECEIVERS.length} demo receivers`);
  for (const { name, what } of DEMO_RECEIVERS) screen.step(`${name.padEnd(8)} ${what}`);
}
