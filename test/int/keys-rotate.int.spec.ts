import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { asSecretsKeys } from '#libs/config';
import { type TrackingEvent } from '#libs/contracts';
import { SecretBox } from '#libs/persistence';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import { stdoutOf } from '../support/command.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const keyOf = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const [OLD, NEW, LOST] = [keyOf('old'), keyOf('new'), keyOf('lost')];
/** More than two batches of the command. */
const MANY = 450;

/** No delivery is exhausted before its receiver has the right key. */
const RETRY_DELAY_MS = '2000';
const bed = useTestBed({ env: { SECRETS_KEY: OLD, RETRY_DELAY_MS } });
let receiver: TestReceiver;
let apps: App[];
let customer: AxiosInstance;

beforeAll(async () => {
  receiver = await bed.startReceiver();
  apps = await Promise.all([bed.startApp('token-api'), bed.startApp('webhook-sender')]);
  customer = api(apps[0]!.url, await bed.createAccountAndToken({ user: 1, scope: 'write' }));
});

interface Rotation {
  readonly receivers: number;
  readonly resealed: number;
  readonly unreadable: number;
}

/** Runs the command as an operator does. @throws with its output unless its exit code is 0 */
async function rotate(keys: string): Promise<Rotation> {
  return JSON.parse(stdoutOf(await bed.runCommand(['keys:rotate'], { SECRETS_KEY: keys }))) as Rotation;
}

/** Returns the ids of the keys that encrypt values in the table. */
async function keyIds(): Promise<string[]> {
  const rows = await bed.database.query<{ id: string }>(`
    SELECT DISTINCT split_part(sealed, ':', 1) AS id FROM (
      SELECT auth ->> 'sealed' AS sealed FROM receiver
      UNION ALL SELECT secret ->> 'sealed' FROM receiver, jsonb_array_elements(signing_secrets) AS secret
    ) AS secrets WHERE sealed IS NOT NULL ORDER BY id`);
  return rows.map(({ id }) => id);
}

async function restart(keys: string): Promise<void> {
  await Promise.all(apps.map((app) => app.stop()));
  apps = await Promise.all([bed.startApp('token-api', { SECRETS_KEY: keys }), bed.startApp('webhook-sender', { SECRETS_KEY: keys })]);
  customer.defaults.baseURL = apps[0]!.url;
}

async function insertSealed(key: string, password: string): Promise<string> {
  const receiverId = await insertReceiver(bed.database, { account: 2, url: receiver.url(), enabled: false });
  const sealed = new SecretBox(asSecretsKeys(key)).seal(password, receiverId);
  const auth = { type: 'basic', username: 'u', sealed };
  await bed.database.query('UPDATE receiver SET auth = $2 WHERE receiver_id = $1', [receiverId, auth]);
  return receiverId;
}

async function create(path: string, auth: object): Promise<string> {
  const { status, data } = await customer.post<{ receiverId: string }>('/receivers', { url: receiver.url(path), auth });
  expect(status).toBe(201);
  return data.receiverId;
}

async function publish(event: TrackingEvent): Promise<void> {
  await bed.publish('events', [eventMessage(event)]);
}

const outcomesOf = async (event: TrackingEvent): Promise<string[]> =>
  (
    await bed.database.query<{ outcome: string }>(
      'SELECT a.outcome FROM delivery_attempt a JOIN delivery d USING (delivery_id) WHERE d.eventid = $1 ORDER BY a.attempt',
      [event.payload.eventid],
    )
  ).map(({ outcome }) => outcome);

const authorizationAt = (path: string): string =>
  Buffer.from((receiver.requests(path).at(-1)?.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();

describe('npm run cli -- keys:rotate', () => {
  it('encrypts everything with the first key while customers make changes; then the old key can be removed', async () => {
    const basic = await create('/basic', { type: 'basic', username: 'u', password: 'before' });
    await create('/headers', { type: 'headers', headers: { 'X-Key': 'kept' } });
    for (let n = 0; n < MANY; n += 50) await Promise.all(Array.from({ length: 50 }, () => insertSealed(OLD, 'many')));
    expect(await keyIds()).toEqual(['old']);

    await restart(`${NEW},${OLD}`); // Every instance must be able to decrypt with the new key before anything is encrypted with it.
    const change = (password: string): Promise<unknown> =>
      customer.patch(`/receivers/${basic}`, { auth: { type: 'basic', username: 'u', password } });
    const [one, two] = await Promise.all([rotate(`${NEW},${OLD}`), rotate(`${NEW},${OLD}`), change('during'), change('after')]);
    expect(one.resealed + two.resealed).toBeGreaterThanOrEqual(MANY + 1); // The change may already have encrypted the changed receiver again.
    expect(one.resealed + two.resealed).toBeLessThanOrEqual(MANY + 2);
    expect(await keyIds()).toEqual(['new']);
    await change('after');

    await restart(NEW);
    const event = trackingEvent({ account: 1 });
    await publish(event);
    await waitFor(() => receiver.requests('/basic').length === 1 && receiver.requests('/headers').length === 1);
    expect(authorizationAt('/basic')).toBe('u:after');
    expect(receiver.requests('/headers')[0]?.headers['x-key']).toBe('kept');
  });

  it('changes nothing when run a second time, not even the time of the last change', async () => {
    const rowsNow = (): Promise<unknown> => bed.database.query('SELECT r::text FROM receiver r ORDER BY receiver_id');
    const before = await rowsNow();
    expect(await rotate(`${NEW},${OLD}`)).toEqual({ receivers: MANY + 2, resealed: 0, unreadable: 0 });
    expect(await rowsNow()).toEqual(before);
  });

  it('names values that no key decrypts, leaves them alone and does the rest; exit code 1', async () => {
    const lost = await insertSealed(LOST, 'gone');
    const old = await insertSealed(OLD, 'found');
    const output = await rotate(`${NEW},${OLD}`).catch((error: Error) => error.message);
    expect(output).toContain(`Receiver ${lost} of account 2 stays as it is: no key "lost" in SECRETS_KEY`);
    expect(output).not.toContain(old);
    expect(await keyIds()).toEqual(['lost', 'new']);
  });
});

describe('a receiver whose secrets no key decrypts', () => {
  it('gets failed attempts of class auth only; other receivers in the batch get their webhooks; the right key saves the rest', async () => {
    const account = 3;
    const receiverId = await insertReceiver(bed.database, { account, url: receiver.url('/lost') });
    const sealed = new SecretBox(asSecretsKeys(LOST)).seal('found again', receiverId);
    await bed.database.query('UPDATE receiver SET auth = $2 WHERE receiver_id = $1', [
      receiverId,
      { type: 'basic', username: 'u', sealed },
    ]);
    await insertReceiver(bed.database, { account, url: receiver.url('/neighbour') });
    const event = trackingEvent({ account, consignmentId: randomUUID() });
    await publish(event);
    const failed = async (): Promise<boolean> => (await outcomesOf(event)).filter((outcome) => outcome === 'auth').length >= 2;
    await waitFor(async () => (await failed()) && receiver.requests('/neighbour').length === 1, {
      what: 'two failed attempts, and the other receiver’s webhook',
    });
    expect(receiver.requests('/lost')).toHaveLength(0);
    await restart(`${NEW},${LOST}`);
    await waitFor(() => receiver.requests('/lost').length === 1);
    expect(authorizationAt('/lost')).toBe('u:found again');
  });
});
