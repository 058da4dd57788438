import { Client } from 'pg';
import { apiClient, type ApiClient } from '#libs/api-client';
import type { Connection } from '../stack/connection-file.js';
import { freePorts } from '../stack/free-ports.js';
import { connectPublisher } from '../stack/sample-publisher.js';
import { loadSamples } from '../stack/samples.js';

/** What the pictures show. */
export interface DemoAccount {
  /** Receivers by id: one that refuses every connection, and one of the demonstration. */
  readonly failing: string;
  readonly mended: string;
  readonly parcel: { readonly courier: string; readonly trackingNumber: string };
  readonly failedDeliveryId: string;
}

const ROUNDS = 6;
const WAIT_MS = 120_000;

/** Fills the account of a running stack: a receiver that fails, some rounds of samples, and a day of statistics. */
export async function fillDemoAccount(connection: Connection): Promise<DemoAccount> {
  const client = apiClient({ baseUrl: connection.apiUrl, credentials: { user: connection.account, token: connection.token } });
  const failing = await addFailingReceiver(client);
  const publisher = await connectPublisher(connection);
  for (let round = 0; round < ROUNDS; round++) await publisher.publish(loadSamples({ account: connection.account, suffix: `-${round}` }));
  await publisher.close();
  const failedDeliveryId = await until('failed delivery', () => failedDelivery(client, failing));
  await spreadOverADay(connection.databaseUrl);
  const { data } = await client.GET('/receivers');
  const mended = data?.receivers.find(({ receiverId, enabled }) => receiverId !== failing && enabled)?.receiverId ?? failing;
  const parcel = loadSamples({ account: connection.account, suffix: `-${ROUNDS - 1}` }).find(({ expected }) =>
    expected.includes('onFailedAttempt'),
  )!;
  return { failing, mended, parcel, failedDeliveryId };
}

async function addFailingReceiver(client: ApiClient): Promise<string> {
  const [port = 0] = await freePorts(1);
  const url = `https://127.0.0.1:${port}/webhooks`; // nothing listens there: each POST is refused
  const { data, error } = await client.POST('/receivers', {
    body: { url, name: 'returns portal', description: 'refuses every connection' },
  });
  if (!data) throw new Error(`the API refused a receiver: ${JSON.stringify(error)}`);
  return data.receiverId;
}

async function failedDelivery(client: ApiClient, receiverId: string): Promise<string | undefined> {
  const { data } = await client.GET('/deliveries', { params: { query: { receiverId, status: 'exhausted', limit: 1 } } });
  return data?.deliveries[0]?.deliveryId;
}

async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const giveUpAt = Date.now() + WAIT_MS;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() > giveUpAt) throw new Error(`in two minutes there was no ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const COLUMNS = 'account_id, receiver_id, grain, bucket, event, outcome, http_status, attempts, delivered, exhausted, expired, cancelled';

/** A minute of this run, larger and smaller, for each of the 23 hours before: a chart of one hour alone shows nothing. */
const SPREAD = `
  INSERT INTO attempt_rollup (${COLUMNS}, latency_buckets, latency_counts)
  SELECT DISTINCT ON (account_id, receiver_id, moment, event, outcome, http_status)
         account_id, receiver_id, 'quarter', date_bin('15 minutes', moment, '2000-01-01Z'), event, outcome, http_status,
         attempts * size, delivered * size, exhausted * size, expired * size, cancelled * size,
         latency_buckets, ARRAY(SELECT count * size FROM unnest(latency_counts) AS count)
  FROM (SELECT *, bucket - hour * interval '1 hour' AS moment, 1 + (hour * 7) % 5 AS size FROM attempt_rollup, generate_series(1, 23) AS hour WHERE grain = 'minute') AS spread
  ON CONFLICT DO NOTHING`;

async function spreadOverADay(databaseUrl: string): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  await until('statistics', async () =>
    (await database.query(`SELECT 1 FROM attempt_rollup WHERE grain = 'minute' LIMIT 1`)).rowCount ? true : undefined,
  );
  await database.query(SPREAD);
  await database.query(`UPDATE statistics_progress SET complete_since = now() - interval '30 days', is_complete = true`);
  await database.end();
}
