import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { deliveryAttempt } from '../builders/delivery-attempt.js';
import { insertOverflow } from '../builders/overflow-rows.js';
import { insertReceiver } from '../builders/receiver-row.js';
import { trackingEvent } from '../builders/tracking-event.js';
import { parcel } from '../builders/parcel.js';
import type { App } from '../support/app.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';
import { describedMetrics } from '../truth/metrics-table.js';

const ACCOUNT = 5;
const HOUR_S = 3600;
const bed = useTestBed({ partitions: 2, env: { METRICS_POLL_MS: '100', RETRY_DELAY_MS: String(HOUR_S * 1000) } });
const apps: App[] = [];
let receiver: TestReceiver;

/** Returns the value of a series given as `name{label="value"}` without the label `app`; undefined if there is none. */
async function valueOf(app: App, series: string): Promise<number | undefined> {
  const lines = (await app.metrics()).split('\n').map((line) => line.replace(/,?app="[^"]+"/, '').replace('{}', ''));
  const line = lines.find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

const untilValue = (app: App, series: string, value: number): Promise<unknown> =>
  waitFor(async () => (await valueOf(app, series)) === value, { what: `${series} ${value}` });

beforeAll(async () => {
  receiver = await bed.startReceiver();
  receiver.behave('/broken', { kind: 'answer', status: 500 });
  await insertReceiver(bed.database, { account: ACCOUNT, url: receiver.url('/well') });
  await insertReceiver(bed.database, { account: ACCOUNT, url: receiver.url('/broken') });
  apps.push(...(await Promise.all((['token-api', 'event-builder', 'webhook-sender'] as const).map((name) => bed.startApp(name)))));
  const each = parcel({ account: ACCOUNT });
  await bed.publish('records', [each.record(), { key: 'k', value: 'no json' }]);
  await waitFor(() => receiver.requests('/well').length === 1 && receiver.requests('/broken').length === 1);
});

const [builderIndex, senderIndex] = [1, 2];

describe('/metrics of the running apps', () => {
  it('has exactly the metrics of docs/metrics.md', async () => {
    const usual = /^(process|nodejs)_/;
    for (const app of apps) {
      const exported = [...(await app.metrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!).filter((name) => !usual.test(name));
      const told = describedMetrics().filter(({ apps: by }) => by.includes(app.name));
      expect(exported.toSorted()).toEqual(told.map(({ name }) => name).toSorted());
    }
  });

  it('measures the time from the record to the first attempt, and from the event to the 2xx', async () => {
    const sender = apps[senderIndex]!;
    await untilValue(sender, 'delivery_scan_to_first_attempt_seconds_count', 2);
    await untilValue(sender, 'delivery_event_to_success_seconds_count', 1);
    const [first = 0, success = 0] = await Promise.all([
      valueOf(sender, 'delivery_scan_to_first_attempt_seconds_sum'),
      valueOf(sender, 'delivery_event_to_success_seconds_sum'),
    ]);
    expect(first).toBeGreaterThan(0);
    expect(success).toBeGreaterThan(0);
    // Only this test produces these times: a time of another kind or unit would be far larger.
    expect(Math.max(first, success)).toBeLessThan(120);
    expect(await valueOf(apps[builderIndex]!, 'scan_to_event_seconds_count')).toBe(1);
  });

  it('shows the progress of the groups, the waiting retries, and the number of dead letters', async () => {
    const [builder, sender] = [apps[builderIndex]!, apps[senderIndex]!];
    await untilValue(builder, 'kafka_dead_letters{topic="records"}', 1);
    await untilValue(builder, 'kafka_consumer_group_lag{topic="records"}', 0);
    await untilValue(builder, 'kafka_consumer_partitions{topic="scans"}', 2);
    await untilValue(sender, 'kafka_consumer_group_lag{topic="delivery-retries"}', 1);
    await untilValue(sender, 'kafka_brokers', 1);
    await untilValue(sender, 'database_up', 1);
    const nowS = Date.now() / 1000;
    const dueS = (await valueOf(sender, 'delivery_retries_oldest_due_timestamp_seconds')) ?? 0;
    expect(dueS - nowS).toBeGreaterThan(HOUR_S - 120);
    expect(dueS - nowS).toBeLessThanOrEqual(HOUR_S);
    expect(nowS - ((await valueOf(builder, 'kafka_last_commit_timestamp_seconds{topic="records"}')) ?? 0)).toBeLessThan(120);
  });

  it('counts attempts by outcome, and receivers by the outcome of their last attempt', async () => {
    const sender = apps[senderIndex]!;
    expect(await valueOf(sender, 'delivery_attempts_total{outcome="accepted"}')).toBe(1);
    expect(await valueOf(sender, 'delivery_attempts_total{outcome="tls"}')).toBe(0);
    expect(await valueOf(sender, 'delivery_receivers{outcome="http_status"}')).toBe(1);
    expect(await valueOf(sender, 'deliveries_total{status="delivered"}')).toBe(1);
    expect(await valueOf(sender, 'deliveries_total{status="exhausted"}')).toBe(0);
  });

  it('counts the rows that wait in the table, exactly if there are few', async () => {
    const sender = apps[senderIndex]!;
    await untilValue(sender, 'delivery_overflow_rows', 0);
    expect(await valueOf(sender, 'delivery_overflow_oldest_timestamp_seconds')).toBeUndefined();
    // The sender leaves rows of another process alone, for five minutes at most.
    const waiting = Array.from({ length: 3 }, () => deliveryAttempt(trackingEvent({ account: 1 }), randomUUID()));
    await insertOverflow(bed.database, waiting, { keptForMs: 4 * 60_000 });
    await untilValue(sender, 'delivery_overflow_rows', 3);
    expect(await valueOf(sender, 'delivery_overflow_oldest_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 120);
  });
});
