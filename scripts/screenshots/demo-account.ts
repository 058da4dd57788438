import { Client } from 'pg';
import { apiClient, type ApiClient } from '#libs/api-client';
import { loadSamples, withPublisher } from '#libs/demo';
import type { Connection } from '../stack/connection-file.js';
import { freePorts } from '../stack/free-ports.js';

/** The ids that the screenshots need. */
export interface DemoAccount {
  /** Ids of two receivers: one refuses every connection, the other belongs to the demonstration. */
  readonly failing: string;
  readonly mended: string;
  readonly parcel: { readonly courier: string; readonly trackingNumber: string };
  readonly failedDeliveryId: string;
}

const ROUNDS = 6;
const WAIT_MS = 120_000;

/** Fills the account of a running stack: a name, receivers in every state, some rounds of samples, and a week of statistics. */
export async function fillDemoAccount(connection: Connection): Promise<DemoAccount> {
  const client = apiClient({ baseUrl: connection.apiUrl, credentials: { user: connection.account, token: connection.token } });
  const failing = await addFailingReceiver(client);
  await withPublisher({ KAFKA_BROKERS: connection.kafkaBrokers, TOPIC_PREFIX: connection.topicPrefix }, async (publisher) => {
    for (let round = 0; round < ROUNDS; round++) await publisher.publish(loadSamples({ account: connection.account, suffix: `-${round}` }));
  });
  const failedDeliveryId = await until('failed delivery', () => failedDelivery(client, failing));
  const others = await Promise.all(
    OTHERS.map(async (name) =>
      addReceiver(client, { name, url: await silentUrl(), description: '', filter: { clients: ['another shop'] } }),
    ),
  );
  await withDatabase(connection.databaseUrl, async (database) => {
    await spreadOverAWeek(database);
    await nameAccount(database, connection.account);
    await putIntoStates(database, others);
  });
  const { data } = await client.GET('/receivers');
  const mended = data?.receivers.find(({ receiverId, enabled }) => receiverId !== failing && enabled)?.receiverId ?? failing;
  const parcel = loadSamples({ account: connection.account, suffix: `-${ROUNDS - 1}` }).find(({ expected }) =>
    expected.includes('onFailedAttempt'),
  )!;
  return { failing, mended, parcel, failedDeliveryId };
}

async function addFailingReceiver(client: ApiClient): Promise<string> {
  return addReceiver(client, { url: await silentUrl(), name: 'returns portal', description: 'refuses every connection' });
}

/** Returns a URL where nothing listens: each connection is refused. */
async function silentUrl(): Promise<string> {
  const [port = 0] = await freePorts(1);
  return `https://127.0.0.1:${port}/webhooks`;
}

interface NewReceiver {
  readonly url: string;
  readonly name: string;
  readonly description: string;
  readonly filter?: { readonly clients: string[] };
}

async function addReceiver(client: ApiClient, body: NewReceiver): Promise<string> {
  const { data, error } = await client.POST('/receivers', { body });
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
    if (Date.now() > giveUpAt) throw new Error(`after two minutes there is no ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const COLUMNS = 'account_id, receiver_id, grain, bucket, event, outcome, http_status, attempts, delivered, exhausted, expired, cancelled';

/** Receivers that get no webhooks. Their states are written into the tables. */
const OTHERS = ['marketplace', 'old shop', 'loyalty club', 'warehouse', 'customer service'] as const;

/** In the order of OTHERS: switched off, disabled, held, limited, circuit open. A row of receiver_queue counts while its partition has an owner. */
const STATES = [
  `UPDATE receiver SET enabled = false WHERE receiver_id = $1`,
  `UPDATE receiver SET enabled = false, disabled_at = now() - interval '3 hours', disabled_reason = 'gone' WHERE receiver_id = $1`,
  queueRow('held_since, held_until, held_http_status', `now() - interval '2 minutes', now() + interval '1 hour', 429`),
  queueRow('limited_since', `now() - interval '10 minutes'`),
  queueRow('circuit_opened_at, probe_at', `now() - interval '25 minutes', now() + interval '1 minute'`),
] as const;

function queueRow(columns: string, values: string): string {
  return `
    INSERT INTO receiver_queue (receiver_id, account_id, partition, epoch, ${columns})
    SELECT r.receiver_id, r.account_id, p.partition, p.epoch, ${values} FROM receiver r, attempt_partition p
    WHERE r.receiver_id = $1 AND p.seen_at > now() - interval '10 seconds' LIMIT 1`;
}

async function putIntoStates(database: Client, receiverIds: readonly string[]): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- a connection takes one statement at a time
  for (const [place, statement] of STATES.entries()) await database.query(statement, [receiverIds[place]]);
}

async function nameAccount(database: Client, account: number): Promise<void> {
  await database.query(`UPDATE account SET name = 'Blue Shoes' WHERE account_id = $1`, [account]);
  await database.query(`UPDATE api_token SET note = 'Anna, integration' WHERE account_id = $1`, [account]);
}

/**
 * Copies a minute of this run to each hour of the previous week, larger by day than by night: a chart of one hour would be empty.
 * Retries of this run are seconds apart, so a hundredth of the failures matches retries that are 30 minutes apart.
 */
const SPREAD = `
  INSERT INTO attempt_rollup (${COLUMNS}, latency_buckets, latency_counts)
  SELECT DISTINCT ON (account_id, receiver_id, moment, event, outcome, http_status)
         account_id, receiver_id, 'quarter', date_bin('15 minutes', moment, '2000-01-01Z'), event, outcome, http_status,
         delivered * size + ceil((attempts - delivered) * size / 100.0), delivered * size, exhausted * size / 100, expired, cancelled,
         latency_buckets, ARRAY(SELECT count * size FROM unnest(latency_counts) AS count)
  FROM (
    SELECT *, 1 + (hour * 7) % 5 + 6 * (extract(hour FROM moment) BETWEEN 7 AND 19)::int AS size
    FROM (SELECT *, bucket - hour * interval '1 hour' AS moment FROM attempt_rollup, generate_series(1, 167) AS hour WHERE grain = 'minute') AS earlier
  ) AS spread
  ON CONFLICT DO NOTHING`;

async function withDatabase(databaseUrl: string, run: (database: Client) => Promise<void>): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  await run(database);
  await database.end();
}

async function spreadOverAWeek(database: Client): Promise<void> {
  await until('statistics', async () =>
    (await database.query(`SELECT 1 FROM attempt_rollup WHERE grain = 'minute' LIMIT 1`)).rowCount ? true : undefined,
  );
  await database.query(SPREAD);
}
