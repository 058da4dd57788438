import { once } from 'node:events';
import { type AddressInfo, connect, createServer as createSilent, type Socket } from 'node:net';
import { type ConnectionOptions, connect as startTls, createServer, type TLSSocket } from 'node:tls';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { KIB } from '#libs/config';
import { type Authority, createAuthority, type ServerIdentity } from '../../../../scripts/stack/certificates.js';
import { costlyChain } from '../../../../test/builders/costly-chain.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { GuardedLine } from './guarded-line.client.js';
import { Handshakes, ServerRests } from './handshakes.client.js';

const LIMITS = { mostBytes: 16 * KIB, cheapMs: 10, restFactor: 1000, silentMs: 60_000 };

let authority: Authority;
let trusted: ServerIdentity;
let handshakes: Handshakes;
const ends: (() => void)[] = [];

beforeAll(async () => {
  authority = await createAuthority('Known CA');
  trusted = await authority.issue();
});
beforeEach(() => void (handshakes = new Handshakes(LIMITS)));
afterEach(() => ends.splice(0).forEach((end) => end()));

interface Made {
  readonly port: number;
  /** What each handshake ran on: a socket, or the line of a probe. */
  readonly lines: Socket[];
  readonly make: (raw?: Promise<Socket>) => Promise<TLSSocket>;
  /** From now on the server shows this identity. */
  readonly use: (identity: ServerIdentity) => void;
  /** The number of open connections at the server. */
  readonly open: () => number;
}

async function serve(identity: ServerIdentity): Promise<Made> {
  const server = createServer({ ...identity }, (socket) => socket.on('error', () => undefined).pipe(socket)).on(
    'tlsClientError',
    () => undefined,
  );
  let open = 0;
  server.on('connection', (raw: Socket) => {
    open += 1;
    raw.on('close', () => (open -= 1));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const lines: Socket[] = [];
  const make = async (raw = connected(port)): Promise<TLSSocket> =>
    handshakes.make({ server: 'a receiver', start: begin(lines), connect: () => connected(port) }, await raw);
  return { port, lines, make, use: (next) => server.setSecureContext({ ...next }), open: () => open };
}

async function connected(port: number): Promise<Socket> {
  const raw = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(raw, 'connect');
  return raw;
}

/** Returns a connection whose server says nothing. */
async function connectedInSilence(): Promise<Socket> {
  const silent = createSilent().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  ends.push(() => silent.close());
  return connected((silent.address() as AddressInfo).port);
}

function begin(lines: Socket[], options: ConnectionOptions = { ca: authority.certificatePem }): (line: Socket) => TLSSocket {
  return (line) => {
    lines.push(line);
    const socket = startTls({ socket: line, host: 'localhost', servername: 'localhost', ...options });
    ends.push(() => socket.destroy());
    return socket;
  };
}

const failuresOf = async (made: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(made)).map((each) => (each.status === 'rejected' ? (each.reason as { code: string }).code : 'none'));

const areProbes = (lines: readonly Socket[]): boolean[] => lines.map((line) => line instanceof GuardedLine);

describe('the TLS handshakes with a server', () => {
  it('begin with a probe that carries nothing and is closed; later connections are plain', async () => {
    const { make, lines, open } = await serve(trusted);
    const socket = await make();
    const text = 'x'.repeat(100_000);
    socket.end(text);
    const heard: string[] = [];
    for await (const chunk of socket.setEncoding('utf8')) heard.push(String(chunk));
    expect(heard.join('')).toBe(text);
    await make();
    expect(areProbes(lines)).toEqual([true, false, false]);
    await waitFor(() => open() === 1);
  });

  it('are probes, one after another, until a probe succeeds', async () => {
    const { make, lines } = await serve(trusted);
    await Promise.all([make(), make(), make()]);
    expect(areProbes(lines)).toEqual([true, false, false, false]);
  });

  it('that fail cheaply are repeated at once', async () => {
    handshakes = new Handshakes({ ...LIMITS, cheapMs: 1000 });
    const { make, lines } = await serve(await (await createAuthority('Unknown CA')).issue());
    expect(await failuresOf([make(), make(), make()])).toEqual(Array(3).fill('UNABLE_TO_VERIFY_LEAF_SIGNATURE'));
    expect(areProbes(lines)).toEqual([true, true, true]);
  });

  it('that fail at great cost twice in a row are not repeated for a while', async () => {
    const { make, lines } = await serve(await costlyChain(8));
    expect(await failuresOf([make()])).toEqual(['UNABLE_TO_GET_ISSUER_CERT_LOCALLY']);
    expect(await failuresOf([make()])).toEqual(['UNABLE_TO_GET_ISSUER_CERT_LOCALLY']);
    await expect(make()).rejects.toThrow(
      /^its last TLS handshakes failed and took too much computing time: the next handshake is made in \d+ s$/,
    );
    expect(areProbes(lines)).toEqual([true, true]);
  });

  it('are repeated when only one was slow by chance', async () => {
    const { make, use } = await serve(await costlyChain(8));
    await failuresOf([make()]);
    use(trusted);
    expect((await make()).authorized).toBe(true);
  });

  it('end before OpenSSL verifies a chain of more than 16 KiB', async () => {
    const { make } = await serve(await costlyChain(40));
    await expect(make()).rejects.toThrow(/^its TLS handshake is longer than 16 KiB/);
  });

  it('that wait for a hanging probe go on when its connection closes', async () => {
    const raw = await connectedInSilence();
    const { make } = await serve(trusted);
    const hanging = make(Promise.resolve(raw));
    const waiting = make();
    raw.destroy();
    expect(await failuresOf([hanging])).not.toEqual(['none']);
    expect((await waiting).authorized).toBe(true);
  });

  it('that wait for a hanging probe go on after a while', async () => {
    handshakes = new Handshakes({ ...LIMITS, silentMs: 1 });
    const raw = await connectedInSilence();
    const { make } = await serve(trusted);
    const hanging = make(Promise.resolve(raw));
    expect((await make()).authorized).toBe(true);
    raw.destroy();
    expect(await failuresOf([hanging])).not.toEqual(['none']);
  });

  it('end together when a proven server sends a long chain, and the server rests', async () => {
    const { make, use } = await serve(trusted);
    await make();
    use(await costlyChain(40));
    const codes = await failuresOf(Array.from({ length: 8 }, () => make()));
    expect(codes).not.toContain('none');
    expect(codes).toContain(new ServerRests(1).code);
    expect(await failuresOf([make()])).toEqual([new ServerRests(1).code]);
  });

  it('that the server ends early cause no rest', async () => {
    const { port, make } = await serve(trusted);
    await make();
    const closing = createSilent((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(closing, 'listening');
    ends.push(() => closing.close());
    const failed = make(connected((closing.address() as AddressInfo).port));
    expect(await failuresOf([failed])).toEqual(['ECONNRESET']);
    expect((await make(connected(port))).authorized).toBe(true);
  });
});
