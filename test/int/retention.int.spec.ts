import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '#libs/config';
import { parcelKey, type WebhookPayload } from '#libs/contracts';
import {
  connect,
  createDataSource,
  databaseSettings,
  dropPartition,
  type DropOutcome,
  standingPartitions,
  packedInSql,
  unpackJson,
} from '#libs/persistence';
import { parcel, type Parcel } from '../builders/parcel.js';
import { aRecord } from '../builders/parcel-world.js';
import { insertOverflow } from '../builders/overflow-rows.js';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import { stdoutOf } from '../support/command.js';
import { AWAITED_LOCK, holding } from '../support/database.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { lagOf } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';
import { attemptMessage, deliveryAttempt } from '../builders/delivery-attempt.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
const TABLES = ['scan', 'event', 'delivery', 'delivery_attempt'];

const bed = useTestBed();
let receiver: TestReceiver;
let builder: App;
let sender: App;

beforeAll(async () => {
  receiver = await bed.startReceiver();
  await insertReceiver(bed.database, { account: 1, url: receiver.url('/') });
  [builder, sender] = await Promise.all([bed.startApp('event-builder'), bed.startApp('webhook-sender')]);
});

interface Report {
  readonly partitions: readonly { readonly partition: string; readonly outcome: string }[];
  readonly rows: {
    readonly consignments: number;
    readonly pastGenerations: number;
    readonly erasedParcels: number;
    readonly erasedConsignments: number;
    readonly unmappedCodes: number;
    readonly unmappedTexts: number;
    readonly redeliveries: number;
    readonly notifications: number;
    readonly deadLetters: number;
    readonly setAside: number;
  };
}

const retention = async (...args: string[]): Promise<Report> =>
  JSON.parse(stdoutOf(await bed.runCommand(['retention', ...args]))) as Report;

const count = async (sql: string, values: readonly unknown[] = []): Promise<number> =>
  Number((await bed.database.query<{ count: string }>(`SELECT count(*) FROM ${sql}`, values))[0]?.count);

/** Creates the partitions of one week, as an instance running at that time would have left them. */
async function makeWeek(ms: number): Promise<void> {
  const monday = Date.parse(`${weekOf(ms).slice(1, 5)}-${weekOf(ms).slice(5, 7)}-${weekOf(ms).slice(7)}T00:00:00Z`);
  const [from, to] = [monday, monday + WEEK_MS].map((at) => new Date(at).toISOString());
  for (const table of TABLES) {
    await bed.database.query(
      `CREATE TABLE IF NOT EXISTS ${table}_${weekOf(ms)} PARTITION OF ${table} FOR VALUES FROM ('${from}') TO ('${to}')`,
    );
  }
}

/** Inserts a row into each table, as if at that time. @returns its event's id */
async function insertOldRows(ms: number, status: string, isTest = false): Promise<string> {
  const [eventid, deliveryId, at] = [randomUUID(), randomUUID(), new Date(ms)];
  await bed.database.query(`INSERT INTO scan VALUES ('acme', 'OLD', $1, $2, '{}', $2)`, [eventid, at]);
  await bed.database.query(
    `INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at)
     VALUES ($1, 1, $1, 'onDelivered', $2, 0, '', ${packedInSql(`'{}'`)}, $2)`,
    [eventid, at],
  );
  await bed.database.query(
    `INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, is_test, created_at, updated_at)
     VALUES ($1, 1, $1, $1, $2, 'onDelivered', $3, $5, $4, $4)`,
    [deliveryId, eventid, status, at, isTest],
  );
  await bed.database.query(
    `INSERT INTO delivery_attempt (delivery_id, round, attempt, account_id, receiver_id, outcome, attempted_at, duration_ms, delivery_created_at, event, is_test)
     VALUES ($1, 1, 1, 1, $1, 'timeout', $2, 1, $2, 'onDelivered', false)`,
    [deliveryId, at],
  );
  return eventid;
}

const standing = async (): Promise<Set<string>> =>
  new Set(
    (
      await bed.database.query<{ name: string }>(
        'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = ANY($1::regclass[])',
        [TABLES],
      )
    ).map(({ name }) => name),
  );

const weekOf = (ms: number): string => {
  const monday = new Date(ms - ((new Date(ms).getUTCDay() + 6) % 7) * DAY_MS);
  return `p${monday.toISOString().slice(0, 10).replaceAll('-', '')}`;
};

describe('retention', () => {
  it('drops partitions under load: writers continue without an error, young rows and weeks with a pending delivery stay', async () => {
    const [goneMs, pendingMs] = [Date.now() - 25 * WEEK_MS, Date.now() - 22 * WEEK_MS];
    await makeWeek(goneMs);
    await makeWeek(pendingMs);
    const [gone, pending] = [await insertOldRows(goneMs, 'delivered'), await insertOldRows(pendingMs, 'pending')];
    await insertOldRows(goneMs, 'pending', true);
    const before = await standing();
    const wouldGo = (await retention('--dry-run')).partitions;
    expect(await standing()).toEqual(before);
    expect(wouldGo.map(({ partition }) => partition)).toContain(`delivery_${weekOf(goneMs)}`);

    const parcels: Parcel[] = [];
    const sweep = { isOver: false };
    const load = (async () => {
      while (!sweep.isOver) {
        const some = Array.from({ length: 20 }, () => parcel({ account: 1 }));
        parcels.push(...some);
        await bed.publish(
          'records',
          some.map((each) => each.record()),
        );
        await bed.publish(
          'scans',
          some.map((each) => each.scan('OutForDelivery', '2026-03-28T08:00:00Z')),
        );
        await waitFor(() => receiver.requests().length > (parcels.length - 100) * 3); // Some are always in flight.
      }
    })();
    await waitFor(() => receiver.requests().length > 50);
    const ticking = await bed.startApp('event-builder', { RETENTION_POLL_MS: '200' });
    await waitFor(async () => ![...(await standing())].some((name) => name.endsWith(weekOf(goneMs))));
    sweep.isOver = true;
    await load;
    await waitFor(() => receiver.requests().length >= parcels.length * 3);

    expect(await ticking.metric('retention_partitions_total', { table: 'event', outcome: 'dropped' })).toBe(1);
    expect(ticking.logs().map(({ event, partition }) => `${String(event)} ${String(partition)}`)).toContain(
      `retention.partitionDropped event_${weekOf(goneMs)}`,
    );
    await ticking.stop();

    const kept = [...(await standing())].filter((name) => name.endsWith(weekOf(pendingMs)));
    expect(new Set(kept)).toEqual(new Set(['delivery', 'delivery_attempt', 'event'].map((table) => `${table}_${weekOf(pendingMs)}`)));
    expect([...(await standing())].filter((name) => name.endsWith(weekOf(goneMs)))).toEqual([]);
    expect(await count('delivery WHERE eventid = $1', [pending])).toBe(1);
    expect(await count('event WHERE eventid = ANY($1::uuid[])', [[gone, pending]])).toBe(1);
    expect(await count(`delivery WHERE status = 'delivered'`)).toBe(parcels.length * 3);
    expect(await count('scan')).toBe(parcels.length);
    const troubles = ['batch.failed', 'batch.cannotSucceed', 'attempts.notRecorded'];
    expect([...builder.logs(), ...sender.logs()].filter(({ event }) => troubles.includes(String(event)))).toEqual([]);
    const [database] = await bed.database.query<{ deadlocks: number }>(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(database?.deadlocks).toBe(0);
  });

  it('gives up soon if somebody holds a table, and drops the partition the next time', async () => {
    const oldMs = Date.now() - 30 * WEEK_MS;
    await makeWeek(oldMs);
    const reader = await holding(bed.database, 'SELECT count(*) FROM scan');
    const { partitions } = await retention();
    await reader.end();
    const busy = partitions.filter(({ partition }) => partition === `scan_${weekOf(oldMs)}`);
    expect(busy).toMatchObject([{ outcome: 'busy' }]);
    expect((await retention()).partitions).toContainEqual(
      expect.objectContaining({ partition: `scan_${weekOf(oldMs)}`, outcome: 'dropped' }),
    );
  });
});

describe('a week of deliveries', () => {
  /** Drops a week as retention does. */
  async function dropWeek(ms: number): Promise<DropOutcome> {
    const dataSource = await connect(createDataSource(readConfig(databaseSettings, bed.env), 'retention-test'));
    try {
      const week = (await standingPartitions(dataSource)).find(({ name }) => name === `delivery_${weekOf(ms)}`);
      if (!week) throw new Error(`no deliveries of ${weekOf(ms)}`);
      return await dropPartition(dataSource, week);
    } finally {
      await dataSource.destroy();
    }
  }

  it('is searched without a lock: a writer does not wait meanwhile', async () => {
    const oldMs = Date.now() - 40 * WEEK_MS;
    await makeWeek(oldMs);
    await insertOldRows(oldMs, 'pending');
    const ended = await insertOldRows(oldMs, 'exhausted');
    const writer = await holding(bed.database, 'UPDATE delivery SET updated_at = now() WHERE eventid = $1', [ended]);
    expect(await dropWeek(oldMs)).toBe('pending'); // With a lock it would have been busy.
    await writer.end();
  });

  it('stays if one of its deliveries was ordered again between the search and the lock', async () => {
    const oldMs = Date.now() - 41 * WEEK_MS;
    await makeWeek(oldMs);
    const eventid = await insertOldRows(oldMs, 'exhausted');
    const redelivery = await holding(
      bed.database,
      `WITH begun AS (UPDATE delivery SET status = 'pending', round = 2 WHERE eventid = $1 RETURNING receiver_id)
       INSERT INTO redelivery (redelivery_id, account_id, receiver_id, request, state, total)
       SELECT gen_random_uuid(), 1, receiver_id, 'order', 'done', 1 FROM begun`,
      [eventid],
    );
    const untilNotBusy = async (): Promise<DropOutcome> => {
      const outcome = await dropWeek(oldMs); // Waits for a lock for two seconds, then reports busy.
      return outcome === 'busy' ? untilNotBusy() : outcome;
    };
    const outcome = untilNotBusy();
    const waiting = `SELECT 1 FROM pg_locks WHERE mode = 'ShareRowExclusiveLock' AND ${AWAITED_LOCK}`;
    await waitFor(async () => (await bed.database.query(waiting))[0], { everyMs: 5, what: 'the wait for the lock' });
    await redelivery.query('UPDATE redelivery SET updated_at = clock_timestamp() WHERE request = $1', ['order']);
    await redelivery.query('COMMIT');
    expect(await outcome).toBe('pending');
    await redelivery.end();
    await bed.database.query(`UPDATE delivery SET status = 'exhausted' WHERE eventid = $1`, [eventid]);
    expect(await dropWeek(oldMs)).toBe('dropped');
    await bed.database.query(`DELETE FROM redelivery WHERE request = 'order'`);
  });
});

describe('an old consignment', () => {
  const courier = 'acme-express';
  const ofParcel = (trackingNumber: string, occurredAt: string, transfer: string): { key: string; value: object } => ({
    key: parcelKey(courier, trackingNumber),
    value: aRecord({
      account: 1,
      transfer_id: `${trackingNumber} ${transfer}`,
      occurred_at: occurredAt,
      references: { courier, tracking_number: trackingNumber },
    }),
  });
  const delivered = (trackingNumber: string, occurredAt: string): { key: string; value: unknown } => {
    const { key = '', value } = parcel({ account: 1, trackingNumber, courier }).scan('Delivered', occurredAt);
    return { key, value };
  };
  const taken = (): Promise<unknown> =>
    waitFor(async () => {
      const group = `${bed.topicPrefix}event-builder`;
      const lags = await Promise.all(['records', 'scans'].map((topic) => lagOf(group, bed.topicPrefix + topic)));
      return lags.every((lag) => lag === 0);
    });
  const eventsOf = async (trackingNumber: string): Promise<{ eventid: string; event: string }[]> => {
    const rows = await bed.database.query<{ payload: Buffer }>(`SELECT payload FROM event ORDER BY created_at, stored_tx, stored_no`);
    return rows
      .map(({ payload }) => unpackJson<Partial<WebhookPayload>>(payload))
      .filter(({ references }) => references?.tracking_number === trackingNumber)
      .map(({ eventid = '', event = '' }) => ({ eventid, event }));
  };
  const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

  it('is removed with its watch; its reused number is a new generation with new event ids, and a late record of the old one causes nothing', async () => {
    await bed.publish(
      'records',
      ['DONE', 'OPEN', 'YOUNG'].map((each) => ofParcel(each, ago(400), 'first')),
    );
    await taken();
    await bed.publish('scans', [delivered('DONE', ago(395)), delivered('YOUNG', ago(100))]);
    await taken();
    await bed.database.query(
      `INSERT INTO internal_delay_due SELECT consignment_id, courier, tracking_number, '2025-01-01', now(), 'fired' FROM consignment WHERE tracking_number = 'DONE'`,
    );
    await bed.database.query(
      `UPDATE consignment SET created_at = created_at - interval '394 days', updated_at = updated_at - interval '130 days' WHERE tracking_number IN ('DONE', 'OPEN', 'YOUNG')`,
    );
    // More rows than one batch takes: older, and not to be removed.
    await bed.database.query(
      `INSERT INTO consignment
       SELECT (jsonb_populate_record(c, jsonb_build_object('consignment_id', gen_random_uuid(), 'tracking_number', 'STAYS' || n, 'created_at', created_at - interval '1 day'))).*
       FROM consignment c, generate_series(1, 600) AS n WHERE c.tracking_number = 'OPEN'`,
    );
    const firstEvents = await eventsOf('DONE');

    expect((await retention('--dry-run')).rows.consignments).toBe(1);
    expect((await retention()).rows.consignments).toBe(1);
    const left = await bed.database.query<{ n: string }>(
      `SELECT tracking_number AS n FROM consignment WHERE tracking_number IN ('DONE', 'OPEN', 'YOUNG') ORDER BY 1`,
    );
    expect(left.map(({ n }) => n)).toEqual(['OPEN', 'YOUNG']);
    expect(await count(`internal_delay_due WHERE tracking_number = 'DONE'`)).toBe(0);

    await bed.publish('records', [ofParcel('DONE', ago(396), 'again, late')]);
    await taken();
    expect(await count(`consignment WHERE tracking_number = 'DONE'`)).toBe(0);
    expect(await builder.metric('late_records_total')).toBe(1);

    await bed.publish('records', [ofParcel('DONE', ago(1), 'another parcel')]);
    await taken();
    expect(await bed.database.query(`SELECT generation FROM consignment WHERE tracking_number = 'DONE'`)).toEqual([{ generation: 2 }]);
    const events = await eventsOf('DONE');
    expect(events.map(({ event }) => event)).toEqual([...firstEvents.map(({ event }) => event), 'onCreated']);
    expect(new Set(events.map(({ eventid }) => eventid)).size).toBe(events.length);
  });
});

describe('the note of a dead letter', () => {
  it('is removed with the dead letter, after 31 days and an hour', async () => {
    for (const hours of [31 * 24 + 2, 31 * 24]) {
      await bed.database.query(
        `INSERT INTO dead_letter (topic, partition, message_offset, message_at, courier, tracking_number, reason, detail, created_at)
         VALUES ('scans', 0, $1::integer, now(), 'acme', 'OLD', 'E_TIME', '', now() - $1::integer * interval '1 hour')`,
        [hours],
      );
    }
    expect((await retention('--dry-run')).rows.deadLetters).toBe(1);
    expect((await retention()).rows.deadLetters).toBe(1);
    const left = await bed.database.query<{ hours: number }>('SELECT message_offset::int AS hours FROM dead_letter');
    expect(left).toEqual([{ hours: 31 * 24 }]);
  });
});

describe('a row that is set aside', () => {
  it('is removed when a dead letter would be; waiting rows stay, however long', async () => {
    const attempts = Array.from({ length: 3 }, () => deliveryAttempt(trackingEvent({ account: 1 }), randomUUID()));
    await insertOverflow(bed.database, attempts, { keptForMs: 4 * 60_000 }); // The sender leaves these rows alone.
    const [old, young, waiting] = attempts.map(({ deliveryId }) => deliveryId);
    const setAside = `UPDATE delivery_overflow SET set_aside_at = now() - $2::integer * interval '1 hour' WHERE delivery_id = $1`;
    await bed.database.query(setAside, [old, 31 * 24 + 2]);
    await bed.database.query(setAside, [young, 31 * 24]);
    await bed.database.query(`UPDATE delivery_overflow SET stored_at = now() - interval '60 days' WHERE delivery_id = $1`, [waiting]);
    expect((await retention('--dry-run')).rows.setAside).toBe(1);
    expect((await retention()).rows.setAside).toBe(1);
    const left = await bed.database.query<{ id: string }>('SELECT delivery_id AS id FROM delivery_overflow ORDER BY overflow_id');
    expect(left.map(({ id }) => id)).toEqual([young, waiting]);
  });
});

describe('an old redelivery', () => {
  it('is removed when it ended longer ago than deliveries are kept; a running redelivery stays', async () => {
    for (const [state, days] of [
      ['done', 121],
      ['cancelled', 121],
      ['running', 121],
      ['done', 119],
    ] as const) {
      await bed.database.query(
        `INSERT INTO redelivery (redelivery_id, account_id, receiver_id, request, state, total, created_at, updated_at)
         VALUES ($1, 1, $1, $2, $3, 1, now() - interval '200 days', now() - $4 * interval '1 day')`,
        [randomUUID(), `${state} ${days}`, state, days],
      );
    }
    expect((await retention('--dry-run')).rows.redeliveries).toBe(2);
    expect((await retention()).rows.redeliveries).toBe(2);
    const left = await bed.database.query<{ request: string }>('SELECT request FROM redelivery ORDER BY 1');
    expect(left.map(({ request }) => request)).toEqual(['done 119', 'running 121']);
  });
});

describe('an operational event', () => {
  it('is removed when the last of its deliveries is removed with its week', async () => {
    await bed.database.query(
      `INSERT INTO notification (eventid, account_id, event, entries, subjects, counts, created_at)
       SELECT gen_random_uuid(), 1, 'receiver.failing', '[]', '{}', '{}', now() - days * interval '1 day' FROM unnest(ARRAY[120, 126, 128, 300]) AS days`,
    );
    expect((await retention('--dry-run')).rows.notifications).toBe(2);
    expect((await retention()).rows.notifications).toBe(2);
    expect(await count('notification')).toBe(2);
  });
});

describe('the note of an erasure', () => {
  it('is kept as long as a past generation', async () => {
    await bed.database.query(
      `INSERT INTO erased_parcel SELECT gen_random_uuid(), 1, 1, now() - days * interval '1 day' FROM unnest(ARRAY[1094, 1096]) AS days`,
    );
    await bed.database.query(
      `INSERT INTO erased_consignment SELECT gen_random_uuid(), 1, now() - days * interval '1 day' FROM unnest(ARRAY[1094, 1096]) AS days`,
    );
    for (const args of [['--dry-run'], []])
      expect((await retention(...args)).rows).toMatchObject({ erasedParcels: 1, erasedConsignments: 1 });
    expect([await count('erased_parcel'), await count('erased_consignment')]).toEqual([1, 1]);
  });
});

describe('an attempt whose delivery retention has removed', () => {
  it('is not made, and delays no other attempt, whatever its key', async () => {
    const [old, fresh] = [trackingEvent({ account: 1 }), trackingEvent({ account: 1 })];
    const [row] = await bed.database.query<{ receiver_id: string }>('SELECT receiver_id FROM receiver');
    const attempt = deliveryAttempt(old, row?.receiver_id ?? '', { deliveryCreatedAtMs: Date.now() - 40 * WEEK_MS, round: 2 });
    await bed.publish('delivery-attempts', [{ key: 'one', ...attemptMessage(attempt) }]);
    await bed.publish('events', [eventMessage(fresh)]);
    await waitFor(() => receiver.requests().some(({ eventid }) => eventid === fresh.payload.eventid));
    await waitFor(async () => (await lagOf(`${bed.topicPrefix}webhook-sender.attempts`, `${bed.topicPrefix}delivery-attempts`)) === 0);
    expect(receiver.requests().filter(({ eventid }) => eventid === old.payload.eventid)).toEqual([]);
    expect((await bed.readTopic('delivery-attempts')).filter(({ key }) => key?.toString() === 'one')).toHaveLength(1);
  });
});
