import { setTimeout as pause } from 'node:timers/promises';
import type { ApiCall } from '#libs/command-line';
import type { Env } from '#libs/config';
import { expectArrivals, missing, unexpected } from './arrivals.js';
import { DEMO_RECEIVERS, type DemoServer, type Reception } from './demo-receivers.js';
import { missingLines, receptionLine, summaryLines } from './demo-report.js';
import { registerReceivers } from './register-receivers.client.js';
import { type SamplePublisher, withPublisher } from './sample-publisher.client.js';
import { loadSamples, type Sample } from './samples.js';
import { type Screen } from './screen.js';

/** The webhooks that the demo receivers have got so far. */
export interface Receptions {
  add(reception: Reception): void;
  all(): readonly Reception[];
  /** Resolves with the first webhook. */
  readonly first: Promise<void>;
  /** Time from the start of this process to the first webhook. */
  firstAfterMs(): number | undefined;
}

export interface DemoContext {
  readonly call: ApiCall;
  readonly account: number;
  /** The settings for Kafka. */
  readonly env: Env;
  readonly server: DemoServer;
  readonly receptions: Receptions;
  readonly screen: Screen;
  /** Runs a part of the demonstration, and may measure its time. */
  readonly measure: <T>(title: string, part: () => Promise<T>) => Promise<T>;
  /** False when the account may have the samples of an earlier start: then the samples get new numbers. */
  readonly isFirst: boolean;
  /** False when the next attempt of a webhook comes too late to wait for it. */
  readonly awaitsRetries: boolean;
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
    all: () => all,
    first,
    firstAfterMs: () => firstAfterMs,
  };
}

/** Publishes the samples, waits for every expected webhook, and shows the summary. */
export async function runDemo(context: DemoContext): Promise<{ isComplete: boolean; samples: readonly Sample[] }> {
  const { call, account, env, screen, isFirst, measure } = context;
  const samples = loadSamples({ account, suffix: isFirst ? '' : `-${Date.now().toString(36).toUpperCase()}` });
  await measure('registering the demo receivers', () => registerReceivers(call, context.server));
  showReceivers(screen);
  return { isComplete: await withPublisher(env, (publisher) => watch(context, samples, publisher)), samples };
}

async function watch(
  { receptions, screen, measure, awaitsRetries }: DemoContext,
  samples: readonly Sample[],
  publisher: SamplePublisher,
): Promise<boolean> {
  const expected = expectArrivals(samples, DEMO_RECEIVERS);
  const deadBefore = await publisher.countDeadLetters();
  screen.heading(`Webhooks  (${samples.length} sample parcels, ${expected.length} webhooks expected)`);
  const deadExpected = samples.reduce((sum, { deadLetters }) => sum + deadLetters, 0);
  screen.dim(`${deadExpected} scan has an impossible date on purpose: event-builder warns once of message.deadLettered, with E_TIME`);
  void measure('from the first sample scan to the first webhook', () => receptions.first);
  await publisher.publish(samples);
  const numbers = new Set(samples.map(({ trackingNumber }) => trackingNumber));
  /** Webhooks about the parcels of an earlier start may arrive, too. */
  const own = (): Reception[] => receptions.all().filter(({ trackingNumber }) => numbers.has(trackingNumber));
  const arrived = (): Reception[] => own().filter(isAccepted);
  const left = () => missing(expected, awaitsRetries ? arrived() : own());
  const deadNow = async (): Promise<number> => (await publisher.countDeadLetters()) - deadBefore;
  const complete = await within(LIMIT_MS, async () => left().length === 0 && (await deadNow()) >= deadExpected);
  const outcome = {
    samples,
    expected,
    arrivals: arrived(),
    refused: own().length - arrived().length,
    awaitsRetries,
    dead: await deadNow(),
    deadExpected,
    firstAfterMs: receptions.firstAfterMs(),
  };
  summaryLines(outcome, screen.paint).forEach((line) => screen.line(line));
  for (const { receiver, trackingNumber, event } of unexpected(expected, arrived()))
    screen.warn(`not expected: ${receiver} ${trackingNumber} ${event}`);
  if (!complete) missingLines(left(), outcome).forEach((line) => screen.warn(line));
  return complete;
}

const isAccepted = ({ status }: Reception): boolean => status < 300;

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
