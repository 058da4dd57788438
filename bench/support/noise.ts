// The load of other accounts while a quiet account sends its few webhooks.
import { randomBytes } from 'node:crypto';
import { hashTokenSecret, SECRET_BYTES, toTokenSecret } from '../../apps/token-api/src/tokens/token-secret.js';
import { benchParcel, scanOf, transferParcels } from './bench-parcels.js';
import { insertReceiver } from './bench-stack.js';
import { countWebhooks, prepareFlood } from './flood-load.js';
import type { NpmStack } from './npm-stack.js';
import type { Load } from './scenario.js';
import type { Habit } from './sink.js';

/**
 * Prepares the work of one account.
 * @returns a function that starts the work, and then answers when it ended
 */
export type Noise = (stack: NpmStack, account: number, load: Load) => Promise<() => Promise<NoiseEnd>>;

/** Returns when the account's last webhook was sent, epoch ms; undefined while it has work. */
export type NoiseEnd = () => number | undefined;

/** Publishes all records of the account at once. */
export const recordsAtOnce: Noise = async (stack, account, { records }) => {
  const publish = await prepareFlood(stack, { accounts: [account], receivers: 1, recordsEach: records });
  return async () => {
    const counts = countWebhooks(stack, [account]);
    await publish();
    return () => (counts.all() < records ? undefined : counts.lastMs());
  };
};

const FLOODED = { receivers: 40, times: 3 };

/** Publishes three times as many records at once, each for 40 receivers: minutes of work that waits in the service. */
export const recordsForManyReceivers: Noise = async (stack, account, { records }) => {
  const publish = await prepareFlood(stack, { accounts: [account], receivers: 1, recordsEach: records * FLOODED.times });
  for (let number = 1; number < FLOODED.receivers; number++) {
    await insertReceiver(stack.database, { account, url: stack.sink.url('count', `${account}/${number}`) });
  }
  return async () => {
    await publish();
    return () => undefined;
  };
};

/** One `POST /scans`, and the receivers of each scan. */
interface ScansAtOnce {
  readonly scans: number;
  readonly receivers: number;
  readonly habit: Habit;
  /** The limit of each receiver; undefined = no limit. */
  readonly maxPerSecond?: number;
}

export const scansAtOnce =
  (options: ScansAtOnce): Noise =>
  async (stack, account) => {
    const parcels = Array.from({ length: options.scans }, () => benchParcel(account));
    await addReceivers(stack, account, options);
    await transferParcels(stack, parcels);
    const token = await addToken(stack, account);
    const scans = parcels.map(({ trackingNumber }) => scanOf(trackingNumber));
    return async () => {
      await post(stack, { account, token, body: { scans } });
      return () => undefined;
    };
  };

/** Inserts receivers of scan events only: the records of the parcels, which come first, make no webhooks. */
async function addReceivers({ database, sink }: NpmStack, account: number, { receivers, habit, maxPerSecond }: ScansAtOnce): Promise<void> {
  for (let number = 0; number < receivers; number++) {
    await insertReceiver(database, { account, url: sink.url(habit, `${account}/${number}`), events: ['onDelay'] });
  }
  if (maxPerSecond !== undefined)
    await database.query('UPDATE receiver SET max_per_second = $2 WHERE account_id = $1', [account, maxPerSecond]);
}

async function addToken({ database }: NpmStack, account: number): Promise<string> {
  const token = toTokenSecret(randomBytes(SECRET_BYTES));
  const values = [account, 'bench', 'write', hashTokenSecret(token)];
  await database.query('INSERT INTO api_token (account_id, note, scope, secret_hash) VALUES ($1, $2, $3, $4)', values);
  return token;
}

async function post({ connection }: NpmStack, { account, token, body }: { account: number; token: string; body: object }): Promise<void> {
  const headers = { user: String(account), token, 'content-type': 'application/json' };
  const answer = await fetch(`${connection.apiUrl}/scans`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the run is broken: POST /scans answered ${answer.status}: ${text.slice(0, 500)}`);
}
