import { beforeAll, describe, expect, it } from '@jest/globals';
import { type TrackingEvent } from '#libs/contracts';
import { insertReceiver, type ReceiverRow } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import type { TestReceiver } from '../support/receiver.js';
import { type TestBed, useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
const bed = useTestBed({ env: { SENDER_ADDRESSES: ADDRESSES.join(',') } });
let receiver: TestReceiver;
let account = 0;

beforeAll(async () => {
  receiver = await bed.startReceiver();
  await bed.startProcess('webhook-sender');
}, 60_000);

async function receiverAt(url: string, row: Partial<ReceiverRow> = {}): Promise<number> {
  const own = ++account;
  await insertReceiver(bed.database, { account: own, url, ...row });
  return own;
}

const publish = (to: TestBed, events: readonly TrackingEvent[]): Promise<void> => to.publish('events', events.map(eventMessage));

const outcomesOf = async (event: TrackingEvent): Promise<string[]> =>
  (
    await bed.database.query<{ outcome: string }>(
      'SELECT outcome FROM delivery_attempt JOIN delivery USING (delivery_id) WHERE eventid = $1 ORDER BY attempt',
      [event.payload.eventid],
    )
  ).map(({ outcome }) => outcome);

describe('sender addresses', () => {
  // Forty receivers of random ids: once in four million runs one of the three addresses is nobody's.
  it('are the only ones that webhooks come from, one receiver always hearing from the same', async () => {
    const accounts = await Promise.all(Array.from({ length: 40 }, (_, index) => receiverAt(receiver.url(`/address-${index}`))));
    await publish(
      bed,
      accounts.flatMap((of) => Array.from({ length: 3 }, () => trackingEvent({ account: of }))),
    );
    await waitFor(() => receiver.requests().length === 120);
    const from = accounts.map((_, index) => [...new Set(receiver.requests(`/address-${index}`).map((request) => request.from))]);
    expect(from.filter((addresses) => addresses.length !== 1)).toEqual([]);
    expect(new Set(from.flat())).toEqual(new Set(ADDRESSES));
    const logged = await waitFor(
      async () => {
        const rows = await bed.database.query<{ address: string }>('SELECT sender_address AS address FROM delivery_attempt');
        return rows.length === 120 ? rows : undefined;
      },
      { what: 'all attempts in the log' },
    );
    const addresses = new Set(logged.map(({ address }) => address));
    expect([...addresses].toSorted((a, b) => a.localeCompare(b))).toEqual(ADDRESSES);
  });

  it('are published for firewalls, without a token', async () => {
    const api = await bed.startProcess('token-api');
    const answer = await fetch(`${api.url}/sender-addresses`);
    expect([answer.status, await answer.json()]).toEqual([200, { addresses: ADDRESSES }]);
    await api.stop();
  });
});

describe('connections', () => {
  it('are reused: far fewer than requests', async () => {
    const reusing = await bed.startReceiver();
    const of = await receiverAt(reusing.url('/'));
    await publish(
      bed,
      Array.from({ length: 500 }, () => trackingEvent({ account: of })),
    );
    await waitFor(() => reusing.requests().length === 500, { timeoutMs: 30_000 });
    expect(reusing.connections()).toBeLessThanOrEqual(16);
  });

  it('are used again by the next POST: of what goes one behind the other, everything over the same', async () => {
    const reusing = await bed.startReceiver();
    const first = trackingEvent({ account: await receiverAt(reusing.url('/')) });
    const others = Array.from({ length: 50 }, () => trackingEvent({ account: first.account, consignmentId: first.consignmentId }));
    await publish(bed, [first, ...others]);
    await waitFor(() => reusing.requests().length === 51, { timeoutMs: 30_000 });
    expect(reusing.connections()).toBe(1);
  });
});

describe('an answer without content', () => {
  it('is whole with its head, whatever length that gives', async () => {
    receiver.behave('/no-content', { kind: 'answer', status: 204, headers: { 'content-length': '2' } });
    const event = trackingEvent({ account: await receiverAt(receiver.url('/no-content')) });
    await publish(bed, [event]);
    await waitFor(async () => (await outcomesOf(event)).length > 0);
    expect(await outcomesOf(event)).toEqual(['accepted']);
  });
});

describe('the guard', () => {
  it('follows no redirect to an inner address', async () => {
    const trap = await bed.startReceiver();
    receiver.behave('/redirects', { kind: 'redirect', to: trap.url('/inner'), status: 307 });
    const event = trackingEvent({ account: await receiverAt(receiver.url('/redirects')) });
    await publish(bed, [event]);
    await waitFor(async () => (await outcomesOf(event)).length > 0);
    expect((await outcomesOf(event))[0]).toBe('http_status');
    expect(trap.requests()).toHaveLength(0);
  });
});

describe('without an allow-list', () => {
  const strict = useTestBed({ env: { RECEIVER_ALLOWED_CIDRS: '' } });

  it('a name is judged by the addresses it leads to, at the connection', async () => {
    const inner = await strict.startReceiver();
    await insertReceiver(strict.database, { account: 1, url: `https://localhost:${inner.port}/` });
    await strict.startProcess('webhook-sender');
    await publish(strict, [trackingEvent({ account: 1 })]);
    const [attempt] = await waitFor(async () => {
      const rows = await strict.database.query<{ outcome: string; detail: string }>('SELECT outcome, detail FROM delivery_attempt');
      return rows.length > 0 ? rows : undefined;
    });
    expect(attempt).toMatchObject({ outcome: 'guard', detail: expect.stringContaining('no public address') });
    expect(attempt?.detail).not.toMatch(/127|::1/); // customers read it: where inner names lead is none of their business
    expect(inner.connections()).toBe(0);
  });
});

describe('a sender address that this machine does not have', () => {
  const misplaced = useTestBed();

  it('is our own fault: no attempt is charged, and the event arrives once it is mended', async () => {
    const patient = await misplaced.startReceiver();
    await insertReceiver(misplaced.database, { account: 1, url: patient.url('/') });
    const broken = await misplaced.startProcess('webhook-sender', { SENDER_ADDRESSES: '192.0.2.1' });
    await publish(misplaced, [trackingEvent({ account: 1 })]);
    await waitFor(() => broken.logs().some(({ event }) => event === 'delivery.ownFault'));
    await broken.kill();
    // As behind a gateway that owns the address: published, and no socket is bound to it.
    await misplaced.startProcess('webhook-sender', { SENDER_ADDRESSES: '192.0.2.1', SENDER_ADDRESSES_BOUND: 'false' });
    await waitFor(() => patient.requests().length === 1, { timeoutMs: 30_000 });
    const attempts = await waitFor(async () => {
      const rows = await misplaced.database.query<{ attempt: number; outcome: string }>('SELECT attempt, outcome FROM delivery_attempt');
      return rows.length > 0 ? rows : undefined;
    });
    expect(attempts).toEqual([{ attempt: 1, outcome: 'accepted' }]);
  }, 60_000);
});
