import { randomUUID } from 'node:crypto';
import { packText } from '#libs/persistence';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import { insertReceiver } from '../builders/receiver-row.js';
import { trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import { stdoutOf } from '../support/command.js';
import { holding } from '../support/database.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/**
 * Orders of one account beside orders of another. They are in the table before token-api starts, so that nothing depends on how soon it
 * looks.
 */

const bed = useTestBed();
const MANY = 30;

let busy = -1;
let quiet = 0;

beforeEach(() => {
  busy += 2;
  quiet = busy + 1;
});

interface Redelivery {
  readonly redeliveryId: string;
  readonly state: string;
}

const EVENT = `
  INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at)
  VALUES ($1, $2, gen_random_uuid(), 'onOutForDelivery', now(), 0, '', $3, date_trunc('milliseconds', now()) - interval '1 minute')`;
const DELIVERY = `
  INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, round, attempts, created_at, updated_at)
  SELECT gen_random_uuid(), account_id, $2, consignment_id, eventid, event, $3, $4, 0, created_at, created_at FROM event WHERE eventid = $1
  RETURNING delivery_id AS "deliveryId"`;

/** Creates a receiver with one delivery and its event. */
async function delivered(account: number, state = { status: 'exhausted', round: 1 }): Promise<{ receiverId: string; deliveryId: string }> {
  const receiverId = await insertReceiver(bed.database, { account, url: 'https://127.0.0.1/', events: ['onReturn'] });
  const { payload } = trackingEvent({ account });
  await bed.database.query(EVENT, [payload.eventid, account, packText(JSON.stringify(payload))]);
  const parameters = [payload.eventid, receiverId, state.status, state.round];
  const [delivery] = await bed.database.query<{ deliveryId: string }>(DELIVERY, parameters);
  return { receiverId, deliveryId: delivery!.deliveryId };
}

const PERIODS = `
  INSERT INTO redelivery (redelivery_id, account_id, receiver_id, from_at, to_at, status, request, state, total, owner, leased_until, updated_at)
  SELECT gen_random_uuid(), $1, $2, now() - interval '1 hour', now(), 'exhausted', gen_random_uuid(), 'running', 1, $4::uuid,
    CASE WHEN $4::uuid IS NULL THEN NULL ELSE now() + interval '19 seconds' END, clock_timestamp()
  FROM generate_series(1, $3)`;
const SINGLES = `
  INSERT INTO redelivery (redelivery_id, account_id, receiver_id, delivery_id, request, state, total, in_hand, owner, leased_until, updated_at)
  SELECT gen_random_uuid(), $1, receiver_id, delivery_id, gen_random_uuid(), 'running', 1,
    jsonb_build_array(jsonb_build_object('deliveryId', delivery_id, 'createdAt', created_at, 'round', round)), $4::uuid,
    CASE WHEN $4::uuid IS NULL THEN NULL ELSE now() + interval '19 seconds' END, clock_timestamp()
  FROM delivery, generate_series(1, $3) WHERE delivery_id = $2`;

/** Creates orders for periods, each of which covers the receiver's one delivery. */
const orderPeriods = async (account: number, count: number, owner: string | null = null): Promise<string> => {
  const { receiverId } = await delivered(account);
  await bed.database.query(PERIODS, [account, receiverId, count, owner]);
  return receiverId;
};
/** Creates orders for single deliveries, whose rounds have begun. */
const orderSingles = async (account: number, count: number, owner: string | null = null): Promise<void> => {
  const { deliveryId } = await delivered(account, { status: 'pending', round: 2 });
  await bed.database.query(SINGLES, [account, deliveryId, count, owner]);
};

const states = async (account: number): Promise<string[]> => {
  const rows = await bed.database.query<{ state: string }>('SELECT state FROM redelivery WHERE account_id = $1', [account]);
  return rows.map(({ state }) => state);
};
const allDone = (account: number): Promise<unknown> =>
  waitFor(async () => (await states(account)).every((state) => state === 'done'), { what: `the end of all orders of account ${account}` });

/** Returns how many orders of the busy account had ended when the last order of the quiet account ended. */
async function endedBefore(): Promise<number> {
  const sql = `SELECT count(*)::int AS count FROM redelivery WHERE account_id = $1
    AND updated_at < (SELECT max(updated_at) FROM redelivery WHERE account_id = $2)`;
  return (await bed.database.query<{ count: number }>(sql, [busy, quiet]))[0]!.count;
}

let app: App | undefined;
let held: Client | undefined;
afterEach(async () => {
  await held?.end();
  held = undefined;
  await app?.stop();
  await bed.database.query(`UPDATE redelivery SET state = 'done'`);
});

describe('orders of many accounts', () => {
  it.each([
    ['periods', orderPeriods],
    ['single deliveries', orderSingles],
  ])('for %s take turns: many orders of one account delay another account no more than one order does', async (_, order) => {
    await order(busy, MANY);
    await order(quiet, 1);
    app = await bed.startApp('token-api');
    await Promise.all([allDone(busy), allDone(quiet)]);
    expect(await endedBefore()).toBeLessThan(3);
  });

  it('for single deliveries do not wait for a period in progress, nor does a period wait for them', async () => {
    const receiverId = await orderPeriods(busy, 1);
    held = await holding(bed.database, 'SELECT 1 FROM delivery WHERE receiver_id = $1 FOR UPDATE', [receiverId]);
    app = await bed.startApp('token-api');
    await waitFor(async () => (await bed.database.query(WAITING)).length > 0, { what: 'the period to wait for its delivery' });
    await orderSingles(quiet, 1);
    await allDone(quiet);
    expect(await states(busy)).toEqual(['running']);
    await held.query('COMMIT');
    await allDone(busy);
  });

  const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%picked%'`;
});

describe('an account', () => {
  /** Creates orders that stay running: an instance that looks for an order skips locked rows. */
  async function heldRunning(order: typeof orderPeriods | typeof orderSingles, count: number, request?: string): Promise<void> {
    await order(busy, count, randomUUID());
    if (request !== undefined)
      await bed.database.query(
        'UPDATE redelivery SET request = $2 WHERE redelivery_id = (SELECT min(redelivery_id::text)::uuid FROM redelivery WHERE account_id = $1)',
        [busy, request],
      );
    held = await holding(bed.database, 'SELECT 1 FROM redelivery WHERE account_id = $1 FOR UPDATE', [busy]);
  }

  it('has at most its limit of running orders for periods; an equal request returns the running order, and the operator is not refused', async () => {
    const { receiverId, deliveryId } = await delivered(busy);
    const ofOther = await delivered(quiet);
    app = await bed.startApp('token-api');
    const own = api(app.url, await bed.createAccountAndToken({ user: busy, scope: 'write' }));
    const other = api(app.url, await bed.createAccountAndToken({ user: quiet, scope: 'write' }));
    const url = `/receivers/${receiverId}/redeliver`;
    const period = { from: '2020-01-01T00:00:00Z', status: 'exhausted' };
    const standing = { ...period, status: 'expired' };
    await heldRunning(orderPeriods, 20, `receiver/${receiverId} 2020-01-01T00:00:00.000Z  expired`);
    const refused = await own.post<{ errors: unknown[] }>(url, period);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(await states(busy)).toHaveLength(20);
    expect(await own.post<Redelivery>(url, standing)).toMatchObject({ status: 202, data: { state: 'running', total: 1 } });
    expect(await states(busy)).toHaveLength(20);
    expect((await own.post(`/deliveries/${deliveryId}/redeliver`)).status).toBe(202);
    expect((await other.post(`/receivers/${ofOther.receiverId}/redeliver`, period)).status).toBe(202);
    const args = ['--user', String(busy), '--receiver', receiverId, '--from', period.from];
    const ordered = JSON.parse(stdoutOf(await bed.runCommand(['redeliver', ...args]))) as Redelivery;
    expect(await own.get<Redelivery>(`/redeliveries/${ordered.redeliveryId}`)).toMatchObject({ status: 200 });
  });

  it('has at most its limit of running orders for single deliveries', async () => {
    const { receiverId, deliveryId } = await delivered(busy);
    app = await bed.startApp('token-api');
    const own = api(app.url, await bed.createAccountAndToken({ user: busy, scope: 'write' }));
    await heldRunning(orderSingles, 1000);
    const url = `/deliveries/${deliveryId}/redeliver`;
    const refused = await own.post(url);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect((await own.post(`/receivers/${receiverId}/redeliver`, { from: '2020-01-01T00:00:00Z', status: 'expired' })).status).toBe(202);
    await held?.end();
    await bed.database.query(`UPDATE redelivery SET state = 'done' WHERE account_id = $1`, [busy]);
    expect((await own.post(url)).status).toBe(202);
  });
});
