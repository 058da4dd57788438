import { randomUUID } from 'node:crypto';
import { packText } from '#libs/persistence';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { insertReceiver } from '../builders/receiver-row.js';
import { trackingEvent } from '../builders/tracking-event.js';
import { api, type CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import { stdoutOf } from '../support/command.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const ACCOUNT = 1;
/** Three batches. */
const MANY = 600;
const bed = useTestBed({ env: { LEASE_MS: '3000' } });
let credentials: CreatedToken;
let receiver: TestReceiver;
let tokenApi: App;

interface Redelivery {
  readonly redeliveryId: string;
  readonly state: string;
  readonly total: number;
  readonly started: number;
}

beforeAll(async () => {
  credentials = await bed.createAccountAndToken({ user: ACCOUNT, scope: 'write' });
  [tokenApi, receiver] = await Promise.all([bed.startProcess('token-api'), bed.startReceiver(), bed.startApp('webhook-sender')]);
});

const client = (app: App): AxiosInstance => api(app.url, credentials);

const EVENTS = `
  INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at, stored_at)
  SELECT gen_random_uuid(), $1, gen_random_uuid(), 'onOutForDelivery', now(), 0, $4, $2::bytea, date_trunc('milliseconds', now()) - interval '10 minutes' - n * interval '1 millisecond', now() - interval '1 minute'
  FROM generate_series(1, $3) AS n RETURNING eventid`;
/** Each delivery has had sixteen attempts, or, if it is pending, some: the message of its next attempt is lost. */
const DELIVERIES = `
  INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, attempts, created_at, updated_at)
  SELECT gen_random_uuid(), $1, $2, consignment_id, eventid, event, $4, 16, created_at, created_at
  FROM event WHERE eventid = ANY($3::uuid[]) RETURNING delivery_id AS "deliveryId"`;

/** Creates failed deliveries of a receiver that works by now. */
async function failed(count: number, status = 'exhausted'): Promise<{ receiverId: string; path: string; deliveryIds: string[] }> {
  const path = `/${randomUUID()}`;
  const isMissing = status === 'missing';
  const only = isMissing ? { filter: { clients: [path] } } : { events: ['onReturn'] };
  const receiverId = await insertReceiver(bed.database, { account: ACCOUNT, url: receiver.url(path), ...only });
  const { payload } = trackingEvent({ account: ACCOUNT, client: path });
  const events = await bed.database.query<{ eventid: string }>(EVENTS, [ACCOUNT, packText(JSON.stringify(payload)), count, path]);
  if (isMissing) return { receiverId, path, deliveryIds: [] };
  const parameters = [ACCOUNT, receiverId, events.map(({ eventid }) => eventid), status];
  const deliveries = await bed.database.query<{ deliveryId: string }>(DELIVERIES, parameters);
  return { receiverId, path, deliveryIds: deliveries.map(({ deliveryId }) => deliveryId) };
}

const outcomes = (receiverId: string) =>
  bed.database.query<{ status: string; round: number; attempts: number; count: number }>(
    'SELECT status, round, attempts, count(*)::int AS count FROM delivery WHERE receiver_id = $1 GROUP BY 1, 2, 3',
    [receiverId],
  );

const allDelivered = (receiverId: string, count: number) =>
  waitFor(
    async () => {
      const rows = await outcomes(receiverId);
      return rows.length === 1 && rows[0]?.status === 'delivered' && rows[0].count === count ? rows : undefined;
    },
    { everyMs: 100, what: `${count} delivered` },
  );

const FROM = new Date(Date.now() - 3_600_000).toISOString();

async function order(receiverId: string, status = 'exhausted'): Promise<Redelivery> {
  return (await client(tokenApi).post<Redelivery>(`/receivers/${receiverId}/redeliver`, { from: FROM, status })).data;
}

const orderMissing = (receiverId: string): Promise<Redelivery> => order(receiverId, 'missing');

/** Orders pending deliveries, as only the operator can. */
async function orderPending(receiverId: string): Promise<Redelivery> {
  const args = ['--status', 'pending', '--receiver', receiverId, '--from', FROM, '--to', new Date().toISOString()];
  return JSON.parse(stdoutOf(await bed.runCommand(['redeliver', ...args]))) as Redelivery;
}

/**
 * Kills token-api during an order, and starts it again. A kill that came too late, as on a busy machine, proves nothing: then it tries
 * another order.
 */
async function killWithin(
  status: string,
  orderAll: (receiverId: string) => Promise<Redelivery>,
): Promise<{ receiverId: string; path: string; progress: () => Promise<Redelivery> }> {
  const made = await failed(MANY, status);
  const ordered = await orderAll(made.receiverId);
  expect(ordered).toMatchObject({ total: MANY });
  const progress = async (): Promise<Redelivery> => (await client(tokenApi).get<Redelivery>(`/redeliveries/${ordered.redeliveryId}`)).data;
  await waitFor(async () => (await progress()).started > 0, { everyMs: 5, what: 'the first rounds' });
  await tokenApi.kill('SIGKILL');
  const stands = `SELECT 1 FROM redelivery WHERE redelivery_id = $1 AND state = 'running'`;
  const isRunning = (await bed.database.query(stands, [ordered.redeliveryId])).length === 1;
  tokenApi = await bed.startProcess('token-api');
  return isRunning ? { ...made, progress } : killWithin(status, orderAll);
}

describe('a redelivery under kill', () => {
  it.each([
    ['exhausted', (receiverId: string) => order(receiverId)],
    ['missing', orderMissing],
    ['pending', orderPending],
  ])('of %s deliveries continues in another instance, and every delivery gets one new round', async (status, orderAll) => {
    const { receiverId, path, progress } = await killWithin(status, orderAll);
    await waitFor(async () => (await progress()).state !== 'running', { what: 'the end of the order' });
    expect(await progress()).toMatchObject({ state: 'done', total: MANY, started: MANY });
    expect(await allDelivered(receiverId, MANY)).toEqual([{ status: 'delivered', round: 2, attempts: 1, count: MANY }]);
    expect(receiver.requests(path)).toHaveLength(MANY);
    const attempts = await bed.database.query<object>(
      'SELECT round, attempt, count(*)::int AS count, count(DISTINCT delivery_id)::int AS deliveries FROM delivery_attempt WHERE receiver_id = $1 GROUP BY 1, 2',
      [receiverId],
    );
    expect(attempts).toEqual([{ round: 2, attempt: 1, count: MANY, deliveries: MANY }]);
  });

  it('publishes rounds that were begun but not published, and does not repeat rounds that were made', async () => {
    const { receiverId, path, deliveryIds } = await failed(6);
    const made = deliveryIds.slice(0, 2);
    for (const deliveryId of made) await client(tokenApi).post(`/deliveries/${deliveryId}/redeliver`);
    await waitFor(() => receiver.requests(path).length === 2);
    await waitFor(async () => (await outcomes(receiverId)).some(({ status, count }) => status === 'delivered' && count === 2));
    // State after a kill between commit and publishing: two rounds whose attempts are made, four whose attempts are not published.
    await bed.database.query(
      `UPDATE delivery SET round = 2, status = 'pending', attempts = 0 WHERE delivery_id = ANY($1::uuid[]) AND status = 'exhausted'`,
      [deliveryIds],
    );
    await bed.database.query(
      `INSERT INTO redelivery (redelivery_id, account_id, receiver_id, from_at, to_at, status, request, state, total, in_hand, walked_to_at, walked_to_id, owner, leased_until)
       SELECT gen_random_uuid(), $1, $2, now() - interval '1 hour', now(), 'exhausted', 'left behind', 'running', 6,
         jsonb_agg(jsonb_build_object('deliveryId', delivery_id, 'createdAt', created_at, 'round', round)), now(), gen_random_uuid(), gen_random_uuid(), now()
       FROM delivery WHERE receiver_id = $2`,
      [ACCOUNT, receiverId],
    );
    expect(await allDelivered(receiverId, 6)).toEqual([{ status: 'delivered', round: 2, attempts: 1, count: 6 }]);
    expect(receiver.requests(path)).toHaveLength(6);
  });
});
