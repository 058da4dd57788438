import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ATTEMPT_REASONS, type AttemptReason, type OutcomeClass } from '#libs/contracts';
import type { ServerIdentity } from '../../scripts/stack/certificates.js';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import { type ForwardProxy, startForwardProxy } from '../support/forward-proxy.js';
import { allCells, type Cell, nameOf } from '../support/hostile-server/cells.js';
import { differences, expectedOf, type Observed } from '../support/hostile-server/expectations.js';
import { type HostileServer, startHostileServer } from '../support/hostile-server/hostile-server.js';
import { identityFor, type TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const AT_ONCE = 32;
const HEALTHY_ACCOUNT = 1_000_000;
const HEALTHY_EVERY_MS = 100;
/** Time-out of a receiver that answers; far longer than a busy machine needs. */
const PATIENT_MS = 60_000;
/**
 * Time-outs of a receiver that does not answer. The longer time-out is for a machine too busy to reach the stage within the shorter one.
 */
const VAIN_MS = [3_000, 15_000];
/** Time from the end of an attempt, over Kafka, to the next attempt. */
const KEEPS_SECONDS = 60;

const NAMES = new Map<number | null, AttemptReason>(
  Object.entries(ATTEMPT_REASONS).map(([name, number]) => [number, name as AttemptReason]),
);

interface AttemptRow {
  readonly outcome: OutcomeClass;
  readonly http_status: number | null;
  readonly reason: number | null;
  readonly detail: string | null;
}

describe.each(['direct', 'by proxy'] as const)('webhook-sender and receivers that end their connection, %s', (way) => {
  const cells = allCells().filter((cell) => cell.way === way);
  const bed = useTestBed({ env: { RETRY_DELAY_MS: '3600000', SENDER_ADDRESSES: '127.0.0.1', SENDER_ADDRESSES_BOUND: 'false' } });
  const servers: HostileServer[] = [];
  const faults = new Map<string, readonly string[]>();
  const sent: string[] = [];
  let accounts = 0;
  let healthy: TestReceiver;
  let proxy: ForwardProxy;
  let identity: ServerIdentity;
  let sender: App;

  beforeAll(async () => {
    proxy = await startForwardProxy();
    identity = await identityFor({});
    healthy = await bed.startReceiver();
    await insertReceiver(bed.database, { account: HEALTHY_ACCOUNT, url: healthy.url('/healthy') });
    sender = await bed.startProcess('webhook-sender', { LOG_LEVEL: 'error', EGRESS_PROXIES: way === 'by proxy' ? proxy.url() : '' });
    let isOver = false;
    const beside = sendHealthy(() => isOver);
    await playAll().finally(() => (isOver = true));
    await beside;
  }, 1_800_000);

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await proxy.kill();
  });

  it.each(cells.map(nameOf))('%s', (name) => {
    expect(faults.get(name)).toEqual([]);
  });

  it('leaves no connection open', async () => {
    await waitFor(() => servers.every((server) => server.open() === 0), { what: 'the last connection to close' });
  });

  it('delivers all webhooks to a healthy receiver in the same process', async () => {
    await waitFor(() => new Set(healthy.requests('/healthy').map(({ eventid }) => eventid)).size === sent.length);
    expect(sender.isRunning()).toBe(true);
    const outcomes = 'SELECT DISTINCT outcome FROM delivery_attempt WHERE account_id = $1';
    expect(await bed.database.query(outcomes, [HEALTHY_ACCOUNT])).toEqual([{ outcome: 'accepted' }]);
  });

  async function sendHealthy(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const event = trackingEvent({ account: HEALTHY_ACCOUNT });
      sent.push(event.payload.eventid);
      const nextMs = Date.now() + HEALTHY_EVERY_MS;
      await bed.publish('events', [eventMessage(event)]);
      await waitFor(() => Date.now() >= nextMs);
    }
  }

  async function playAll(): Promise<void> {
    const left = [...cells];
    const next = async (): Promise<void> => {
      for (let cell = left.shift(); cell; cell = left.shift())
        faults.set(nameOf(cell), await play(cell).catch((error: Error) => [error.message]));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  async function play(cell: Cell): Promise<string[]> {
    const isVain = expectedOf(cell).some(({ kind }) => kind === 'timeout');
    const [first = PATIENT_MS, second] = isVain ? VAIN_MS : [];
    const found = await playOnce(cell, first);
    return found.length === 0 || second === undefined ? found : playOnce(cell, second);
  }

  async function playOnce(cell: Cell, timeoutMs: number): Promise<string[]> {
    const server = await startHostileServer({ ...cell, identity, keepsSeconds: KEEPS_SECONDS });
    servers.push(server);
    const account = ++accounts;
    await insertReceiver(bed.database, { account, url: `https://127.0.0.1:${server.port}/`, timeoutMs });
    for (const _ of server.healthy) {
      const { kind, detail } = await attemptAt(account);
      if (kind !== 'accepted') return [`an earlier request was not accepted: ${kind}, ${detail ?? ''}`];
    }
    if (cell.stage === 'idle connection') {
      server.strikeIdle();
      if (cell.end !== 'silence') await waitFor(() => server.open() === 0, { what: 'the idle connection to close' });
    }
    const observed = await attemptAt(account);
    // If a proxy is slow to answer, the fault may count as the proxy's: then the POST is repeated on a new connection.
    const expected = server.strikes() > 1 ? [...expectedOf(cell), ...expectedOf({ ...cell, connection: 'fresh' })] : expectedOf(cell);
    const found = differences(observed, expected);
    await waitFor(() => server.strikes() > 0, { what: 'the server to reach this stage' });
    return [...found, ...(cell.connection === 'kept' && server.strikesOnKept() === 0 ? ['the connection was not kept'] : [])];
  }

  async function attemptAt(account: number): Promise<Observed> {
    if (!sender.isRunning()) throw new Error('webhook-sender has ended before the attempt');
    const event = trackingEvent({ account });
    await bed.publish('events', [eventMessage(event)]);
    const query = 'SELECT a.* FROM delivery_attempt a JOIN delivery d USING (delivery_id) WHERE d.eventid = $1 ORDER BY a.attempt';
    const row = await waitFor(
      async () => (await bed.database.query<AttemptRow>(query, [event.payload.eventid]))[0] ?? (sender.isRunning() ? undefined : 'ended'),
      { what: 'the attempt in the log', everyMs: 100 },
    );
    if (row === 'ended') throw new Error('webhook-sender has ended during the attempt');
    return {
      kind: row.outcome,
      httpStatus: row.http_status ?? undefined,
      reason: NAMES.get(row.reason),
      detail: row.detail ?? undefined,
    };
  }
});
