// The client's walks against the API itself.
import { randomUUID } from 'node:crypto';
import { packText } from '#libs/persistence';
import { apiClient, type ApiClient, dataOf, eventPagesAfter, NotAuthenticated, NotFound, rowsOf } from '#libs/api-client';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { trackingEvent } from '../builders/tracking-event.js';
import { useTestBed } from '../support/test-bed.js';

const bed = useTestBed();
const PAYLOAD = packText(JSON.stringify(trackingEvent({ account: 1 }).payload));
let client: ApiClient;
let baseUrl: string;

beforeAll(async () => {
  baseUrl = (await bed.startApp('token-api')).url;
  client = apiClient({ baseUrl, credentials: await bed.createAccountAndToken({ user: 1, scope: 'write' }) });
});

async function store(count: number): Promise<string[]> {
  const rows = await bed.database.query<{ id: string }>(
    `INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at)
     SELECT gen_random_uuid(), 1, $1, 'onDelay', now(), 0, '', $2::bytea, now() FROM generate_series(1, $3) RETURNING eventid AS id`,
    [randomUUID(), PAYLOAD, count],
  );
  return rows.map(({ id }) => id);
}

describe('the client', () => {
  it('walks through all pages of a list', async () => {
    const stored = await store(7);
    const read: string[] = [];
    for await (const { eventid } of rowsOf(client, '/events', { limit: 3 })) read.push(eventid);
    expect(read.toSorted()).toEqual(stored.toSorted());
  });

  it('walks forward through the events, waits for new ones, and ends by its signal', async () => {
    const end = new AbortController();
    const read: string[] = [];
    let expected: string[] = [];
    for await (const { events, nextAfter } of eventPagesAfter(client, { after: 'end', pauseMs: 1, signal: end.signal })) {
      expect(nextAfter).not.toBe('end');
      read.push(...events.map(({ eventid }) => eventid));
      if (expected.length === 0) expected = await store(2);
      else if (read.length === expected.length) end.abort();
    }
    expect(read.toSorted()).toEqual(expected.toSorted());
  });

  it('names what is wrong by the class of the error', async () => {
    await expect(dataOf(client.GET('/events/{eventid}', { params: { path: { eventid: randomUUID() } } }))).rejects.toThrow(NotFound);
    await expect(dataOf(apiClient({ baseUrl }).GET('/receivers'))).rejects.toThrow(NotAuthenticated);
  });
});
