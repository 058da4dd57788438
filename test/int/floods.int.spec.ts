import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { MIB } from '#libs/config';
import { api } from '../support/api.js';
import { identityFor } from '../support/receiver.js';
import { startTlsFlood, type TlsFlood } from '../support/tls-flood.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/** Far longer than it takes to notice a flood: no test here ends by its deadline. */
const TIMEOUT_MS = 30_000;
const WITHOUT_STATUS = 'it sent more than 256 KiB without a status';
const LONG_HANDSHAKE = 'its TLS handshake is longer than 16 KiB: does it send too many certificates, or a certificate with too many names?';

/** Bytes that are written again and again after a head that is written once. */
interface Flood {
  readonly head?: string;
  readonly wave: string;
}

const FLOODS: Readonly<Record<string, Flood>> = {
  interim: { wave: 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(400) },
  blank: { wave: '\r\n'.repeat(8000) },
  extensions: { head: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', wave: `1;${'a'.repeat(16_000)}\r\nx\r\n` },
  extension: { head: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;', wave: 'a'.repeat(16_000) },
};

interface AttemptRow {
  readonly outcome: string;
  readonly http_status: number | null;
  readonly detail: string | null;
}

const bed = useTestBed();
let server: Server;
let origin = '';
let account = 0;
const floodings: TlsFlood[] = [];

beforeAll(async () => {
  server = createServer(await identityFor({}), ({ url = '', socket }, response) => {
    const flood = FLOODS[url.slice(1)];
    if (flood) pour(socket as TLSSocket, flood);
    else response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await bed.startApp('webhook-sender');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  floodings.forEach((flooding) => flooding.close());
});

function pour(socket: TLSSocket, { head = '', wave }: Flood): void {
  const next = (): void => {
    while (!socket.destroyed && socket.write(wave));
  };
  socket.on('error', () => undefined).on('drain', next);
  socket.write(head);
  next();
}

async function attemptAt(of: number): Promise<AttemptRow> {
  const event = trackingEvent({ account: of });
  await bed.publish('events', [eventMessage(event)]);
  const query = 'SELECT a.* FROM delivery_attempt a JOIN delivery d USING (delivery_id) WHERE d.eventid = $1 ORDER BY a.attempt';
  return waitFor(async () => (await bed.database.query<AttemptRow>(query, [event.payload.eventid]))[0], {
    what: 'the first attempt in the log',
  });
}

describe('a receiver that floods after the body of its answer', () => {
  it('is read for at most 256 KiB, and its answer counts', async () => {
    const attempts: Record<string, AttemptRow> = {};
    for (const kind of Object.keys(FLOODS)) {
      account += 1;
      await insertReceiver(bed.database, { account, url: `${origin}/${kind}`, timeoutMs: TIMEOUT_MS });
      attempts[kind] = await attemptAt(account);
    }
    const unheard = { outcome: 'connection', http_status: null, detail: WITHOUT_STATUS };
    const heard = { outcome: 'accepted', http_status: 200 };
    expect(attempts).toMatchObject({ interim: unheard, blank: unheard, extensions: heard, extension: heard });
  });
});

describe('a TLS handshake that never ends', () => {
  it('is read only as far as checks every 100 ms allow', async () => {
    const flooding = await startTlsFlood();
    floodings.push(flooding);
    account += 1;
    await insertReceiver(bed.database, { account, url: `${flooding.origin}/`, timeoutMs: TIMEOUT_MS });
    expect(await attemptAt(account)).toMatchObject({ outcome: 'tls', http_status: null, detail: LONG_HANDSHAKE });
    await waitFor(() => flooding.writtenBytes() > 0, { what: 'the connection to end' });
    expect(flooding.writtenBytes()).toBeLessThan(100 * MIB);
  });

  it('of a token endpoint is limited in the same way', async () => {
    const flooding = await startTlsFlood();
    floodings.push(flooding);
    const { url } = await bed.startApp('token-api');
    account += 1;
    const client = api(url, await bed.createAccountAndToken({ user: account, scope: 'write' }));
    const auth = { type: 'oauth2', tokenUrl: `${flooding.origin}/`, clientId: 'id', clientSecret: 'the secret' };
    expect((await client.post('/receivers', { url: `${origin}/answers`, auth, timeoutMs: TIMEOUT_MS })).status).toBe(201);
    expect(await attemptAt(account)).toMatchObject({
      outcome: 'auth',
      detail: `the token endpoint could not be asked (tls): ${LONG_HANDSHAKE}`,
    });
  });
});

describe('a token endpoint that floods', () => {
  it.each(['interim', 'blank'])('that sends %s is read for at most 256 KiB', async (path) => {
    const { url } = await bed.startApp('token-api');
    account += 1;
    const client = api(url, await bed.createAccountAndToken({ user: account, scope: 'write' }));
    const auth = { type: 'oauth2', tokenUrl: `${origin}/${path}`, clientId: 'id', clientSecret: 'the secret' };
    expect((await client.post('/receivers', { url: `${origin}/answers`, auth, timeoutMs: TIMEOUT_MS })).status).toBe(201);
    expect(await attemptAt(account)).toMatchObject({
      outcome: 'auth',
      detail: `the token endpoint could not be asked (connection): ${WITHOUT_STATUS}`,
    });
  });
});
