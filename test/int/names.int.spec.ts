import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ATTEMPT_REASONS, type TrackingEvent } from '#libs/contracts';
import { type ReceiverRow } from '../builders/receiver-row.js';
import { trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import { type NameAnswer, type NameServer, startNameServer } from '../support/name-server.js';
import { type AttemptRow, type KnownReceiver, useSenderBed } from '../support/sender-bed.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/** In this file 127.0.0.1 stands for public addresses; 127.0.0.9 and all other addresses are private. */
const bed = useTestBed({ env: { RECEIVER_ALLOWED_CIDRS: '127.0.0.1/32', RETRY_DELAY_MS: '600000' } });
const MIB = 2 ** 20;
/** Longer than a machine may stall: every result that comes before the time-out comes in time. */
const TIMEOUT_MS = 12_000;
let names: NameServer;
const webhooks = useSenderBed(bed, { names: ['127.0.0.1', 'shop.example', 'rebinding.example', 'outage.example'] });
let inner: Server;
let innerConnections = 0;
let sender: App;
/** The answer of the test's name server for every name. */
let outage: 'silent' | 'servfail' | undefined;

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'shop.example': ['127.0.0.1'],
  'outage.example': ['127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.9'],
  'nat64.example': ['64:ff9b::7f00:9'],
  'mixed.example': ['127.0.0.1', '127.0.0.9'],
  'metadata.example': ['169.254.169.254'],
};

function answerTo(name: string, before: number): NameAnswer {
  if (outage) return outage;
  if (name.startsWith('silent-')) return 'silent';
  if (name === 'rebinding.example') return before === 0 ? ['127.0.0.1'] : ['127.0.0.9'];
  return ADDRESSES[name];
}

beforeAll(async () => {
  inner = createServer((socket) => {
    innerConnections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => inner.listen(webhooks.receiver.port, '127.0.0.9', resolve));
  names = await startNameServer(answerTo);
  sender = await bed.startProcess('webhook-sender', { DNS_SERVERS: names.address });
});

afterAll(async () => {
  await new Promise((resolve) => inner.close(resolve));
  await names.close();
});

const at = (name: string, path = '/', row: Partial<ReceiverRow> = {}): Promise<KnownReceiver> =>
  webhooks.addReceiver(`https://${name}:${webhooks.receiver.port}${path}`, row);

/** Sends one event to each receiver, in this order. */
async function send(...receivers: readonly KnownReceiver[]): Promise<TrackingEvent[]> {
  const events = receivers.map(({ account }) => trackingEvent({ account }));
  await webhooks.publish(...events);
  return events;
}

const outcomeAt = async (url: string, row: Partial<ReceiverRow> = {}): Promise<AttemptRow> => {
  const [event] = await send(await webhooks.addReceiver(url, row));
  return webhooks.firstAttempt(event!);
};

describe('names whose servers never answer', () => {
  it('of forty receivers do not delay the forty-first receiver, and cause attempts of class dns', async () => {
    const stuck = await Promise.all(Array.from({ length: 40 }, (_, index) => at(`silent-${index}.example`)));
    const healthy = await at('shop.example', '/forty-first');
    const events = await send(...stuck, ...stuck);
    await waitFor(() => stuck.every((_, index) => names.asked(`silent-${index}.example`) > 0), { what: 'all asked' });
    await send(healthy);
    await waitFor(() => webhooks.receiver.requests('/forty-first').length === 1, { what: 'the webhook of the forty-first receiver' });
    expect(await webhooks.firstAttempt(events[0]!)).toMatchObject({ outcome: 'dns', detail: expect.stringContaining('ETIMEOUT') });
  });

  it('cause attempts of class dns even if the receiver’s time-out is shorter', async () => {
    const [event] = await send(await at('silent-short.example', '/', { timeoutMs: 400 }));
    await waitFor(() => names.asked('silent-short.example') > 0, { what: 'the question for the name' });
    const unknown = { outcome: 'dns', reason: ATTEMPT_REASONS.name_unknown }; // The name servers themselves work.
    expect(await outcomeAt('https://no-such-name.example/')).toMatchObject(unknown);
    expect(await webhooks.firstAttempt(event!)).toMatchObject({ outcome: 'dns' });
  });
});

describe('name servers of the service that resolve no name', () => {
  afterEach(() => (outage = undefined));

  it('cost no receiver an attempt, whether they are silent or answer with failures', async () => {
    webhooks.receiver.behave('/outage', { kind: 'answer', headers: { connection: 'close' } });
    const of = await at('outage.example', '/outage');
    for (const kind of ['servfail', 'silent'] as const) {
      outage = kind;
      const before = await localFaults();
      const [event] = await send(of);
      await waitFor(async () => (await localFaults()) >= before + 2, { what: 'two failed tries' });
      outage = undefined;
      expect(await webhooks.firstAttempt(event!)).toMatchObject({ outcome: 'accepted', attempt: 1 });
    }
  });

  it('do not hide that a receiver is slow to answer its POST', async () => {
    webhooks.receiver.behave('/slow-outage', { kind: 'hang' });
    const of = await at('outage.example', '/slow-outage', { timeoutMs: TIMEOUT_MS });
    const [first] = await send(of);
    await waitFor(() => webhooks.receiver.requests('/slow-outage').length === 1, { what: 'the first POST' });
    const asked = names.asked('outage.example');
    outage = 'silent';
    await send(of); // A second connection must be opened while the first POST is in flight.
    await waitFor(() => names.asked('outage.example') > asked, { what: 'the look-up for a second connection' });
    expect(await webhooks.firstAttempt(first!)).toMatchObject({ outcome: 'timeout', attempt: 1 });
    webhooks.receiver.behave('/slow-outage', { kind: 'answer' });
  });

  const localFaults = async (): Promise<number> => (await sender.metric('delivery_local_faults_total', { side: 'dns' }))!;
});

describe('a name that leads to an inner address', () => {
  it('is refused even if it led to a public address before (DNS rebinding)', async () => {
    webhooks.receiver.behave('/rebound', { kind: 'answer', headers: { connection: 'close' } });
    const of = await at('rebinding.example', '/rebound');
    const [first] = await send(of);
    expect(await webhooks.firstAttempt(first!)).toMatchObject({ outcome: 'accepted' });
    const [second] = await send(of);
    expect(await webhooks.firstAttempt(second!)).toMatchObject({ outcome: 'guard', detail: expect.stringContaining('rebinding.example') });
  });

  it.each(['mapped.example', 'nat64.example', 'mixed.example', 'metadata.example'])('is refused: %s', async (name) => {
    const [event] = await send(await at(name));
    expect(await webhooks.firstAttempt(event!)).toMatchObject({ outcome: 'guard', detail: expect.stringContaining(name) });
    expect(innerConnections).toBe(0);
  });
});

describe('the attempt log', () => {
  it('distinguishes the classes of failure', async () => {
    const stranger = await bed.startReceiver({ certificate: 'untrusted' });
    webhooks.receiver.behave('/500', { kind: 'answer', status: 500 });
    webhooks.receiver.behave('/hang', { kind: 'hang' });
    const outcomes = await Promise.all([
      outcomeAt(webhooks.receiver.url('/500')),
      outcomeAt(webhooks.receiver.url('/hang'), { timeoutMs: TIMEOUT_MS }),
      outcomeAt('https://no-such-name.example/'),
      outcomeAt('https://127.0.0.1:2/'),
      outcomeAt(stranger.url('/')),
      outcomeAt('https://10.0.0.1/'),
    ]);
    expect(outcomes).toMatchObject(['http_status', 'timeout', 'dns', 'connection', 'tls', 'guard'].map((outcome) => ({ outcome })));
    // Only bodies that were written to a connection are shown.
    expect(outcomes.map(({ body_sha256 }) => body_sha256 !== null)).toEqual([true, true, false, false, false, false]);
  });
});

describe('an endless answer', () => {
  const residentMiB = async (): Promise<number> => (await sender.metric('process_resident_memory_bytes'))! / MIB;

  it('of 1 GB, or of one byte per second for ever, is cut off: memory stays flat and the permit is free at the deadline', async () => {
    webhooks.receiver.behave('/gigabyte', { kind: 'huge', bytes: 1024 * MIB });
    webhooks.receiver.behave('/drips', { kind: 'drip', everyMs: 1000 });
    const huge = await webhooks.addReceiver('/gigabyte');
    const dripping = await webhooks.addReceiver('/drips', { timeoutMs: TIMEOUT_MS });
    const before = await residentMiB();
    const events = await send(...Array.from({ length: 20 }, () => huge), dripping);
    const outcomes = await Promise.all(events.map((event) => webhooks.firstAttempt(event)));
    expect(await residentMiB()).toBeLessThan(before + 100); // A single complete answer would need ten times as much.
    expect(outcomes.slice(0, 20).every(({ outcome }) => outcome === 'accepted')).toBe(true);
    expect(outcomes[20]).toMatchObject({ outcome: 'timeout' });
    webhooks.receiver.behave('/drips', { kind: 'answer' });
    const [next] = await send(dripping);
    expect(await webhooks.firstAttempt(next!)).toMatchObject({ outcome: 'accepted' });
    await waitFor(async () => (await sender.metric('delivery_attempts_in_flight')) === 0, { what: 'the end of all POSTs' });
  });
});
