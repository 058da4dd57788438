import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { costlyChain } from '../builders/costly-chain.js';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { identityFor } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const EVENTS = 20;
/** Number of costly handshakes in a row before the server is rested. */
const CHARGED = 2;
/** 30 ms of computing: half a minute of rest. */
const LENGTH = 2;

// Longer than any rest: a charged attempt does not come again in this test.
const bed = useTestBed({ env: { RETRY_DELAY_MS: '600000' } });
let server: Server;
let requests = 0;

beforeAll(async () => {
  server = createServer({ ...(await costlyChain(LENGTH)) }, (_, response) => {
    requests += 1;
    response.end();
  }).on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await bed.startApp('webhook-sender');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a server whose TLS handshakes fail at great cost', () => {
  it('is rested: its webhooks wait, are not charged, and go out when it has corrected its certificates', async () => {
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const receiverId = await insertReceiver(bed.database, { account: 1, url });
    await bed.publish(
      'events',
      Array.from({ length: EVENTS }, () => eventMessage(trackingEvent({ account: 1 }))),
    );
    const queue = await waitFor(
      async () => {
        const query = 'SELECT held_until > now() AS "isHeld", held_http_status AS status FROM receiver_queue WHERE receiver_id = $1';
        const [row] = await bed.database.query<{ isHeld: boolean; status: number | null }>(query, [receiverId]);
        return row?.isHeld && row;
      },
      { what: 'the receiver to be held' },
    );
    expect(queue.status).toBeNull();
    const rows = async (query: string): Promise<number> => (await bed.database.query<{ count: number }>(query))[0]!.count;
    await waitFor(async () => (await rows('SELECT count(*)::int AS count FROM delivery_overflow')) === EVENTS - CHARGED, {
      what: 'all uncharged webhooks to wait in the table',
    });
    const attempts = await waitFor(
      async () => {
        const recorded = await bed.database.query<{ outcome: string }>('SELECT outcome FROM delivery_attempt');
        return recorded.length >= CHARGED && recorded;
      },
      { what: 'the charged attempts in the log' },
    );
    expect(attempts.map(({ outcome }) => outcome)).toEqual(Array(CHARGED).fill('tls'));

    server.setSecureContext({ ...(await identityFor({})) });
    await waitFor(() => requests === EVENTS - CHARGED, { what: 'the webhooks that waited' });
    const first = "SELECT count(*)::int AS count FROM delivery_attempt WHERE attempt = 1 AND outcome = 'accepted'";
    await waitFor(async () => (await rows(first)) === EVENTS - CHARGED, { what: 'their first attempts in the log' });
  });
});
