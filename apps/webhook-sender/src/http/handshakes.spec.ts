import { once } from 'node:events';
import { type AddressInfo, connect, createServer as createSilent, type Socket } from 'node:net';
import { connect as startTls, createServer, type TLSSocket } from 'node:tls';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { KIB } from '#libs/config';
import { type Authority, createAuthority, type ServerIdentity } from '../../../../scripts/stack/certificates.js';
import { costlyChain } from '../../../../test/builders/costly-chain.js';
import { GuardedLine } from './guarded-line.client.js';
import { Handshakes, securedSocket } from './handshakes.client.js';

let authority: Authority;
let trusted: ServerIdentity;
let handshakes: Handshakes;
const ends: (() => void)[] = [];

beforeAll(async () => {
  authority = await createAuthority('Known CA');
  trusted = await authority.issue();
});
beforeEach(() => void (handshakes = new Handshakes()));
afterEach(() => ends.splice(0).forEach((end) => end()));

interface Made {
  /** Their own socket, or what stands in its place. */
  readonly lines: Socket[];
  /** Most handshakes under way at once. */
  readonly most: () => number;
  readonly make: () => Promise<TLSSocket>;
  /** From now on the server shows this. */
  readonly use: (identity: ServerIdentity) => void;
}

async function serve(identity: ServerIdentity): Promise<Made> {
  const server = createServer({ ...identity }, (socket) => socket.on('error', () => undefined).pipe(socket)).on(
    'tlsClientError',
    () => undefined,
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const lines: Socket[] = [];
  let [under, most] = [0, 0];
  const secure = (line: Socket): Promise<TLSSocket> => {
    lines.push(line);
    most = Math.max(most, ++under);
    const socket = startTls({ socket: line, host: 'localhost', servername: 'localhost', ca: authority.certificatePem });
    ends.push(() => socket.destroy());
    return securedSocket(socket).finally(() => under--) as Promise<TLSSocket>;
  };
  const make = async (): Promise<TLSSocket> => {
    const raw = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(raw, 'connect');
    return handshakes.make('a receiver', raw, secure);
  };
  return { lines, most: () => most, make, use: (next) => server.setSecureContext({ ...next }) };
}

const failuresOf = async (made: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(made)).map((each) => (each.status === 'rejected' ? (each.reason as { code: string }).code : 'none'));

describe('the TLS handshakes with a server', () => {
  it('carry what is said over them, the guarded one too', async () => {
    const { make, lines } = await serve(trusted);
    for (let count = 0; count < 2; count++) {
      const socket = await make();
      const text = 'x'.repeat(100_000);
      socket.end(text);
      const heard: string[] = [];
      for await (const chunk of socket.setEncoding('utf8')) heard.push(String(chunk));
      expect(heard.join('')).toBe(text);
    }
    expect(lines.map((line) => line instanceof GuardedLine)).toEqual([true, false]);
  });

  it('are made one after another until one has succeeded, then together', async () => {
    const { make, most } = await serve(trusted);
    await Promise.all([make(), make(), make()]);
    expect(most()).toBe(2); // the first one alone
    await Promise.all([make(), make(), make()]);
    expect(most()).toBe(3);
  });

  it('that fail cheaply are made again at once', async () => {
    handshakes = new Handshakes({ mostBytes: 16 * KIB, cheapMs: 1000, restFactor: 1000, silentMs: 60_000 });
    const { make, most, lines } = await serve(await (await createAuthority('Unknown CA')).issue());
    expect(await failuresOf([make(), make(), make()])).toEqual(Array(3).fill('UNABLE_TO_VERIFY_LEAF_SIGNATURE'));
    expect([most(), lines.length]).toEqual([1, 3]);
  });

  it('that fail at great cost are not made again for a while', async () => {
    const { make, lines } = await serve(await costlyChain(8));
    expect(await failuresOf([make()])).toEqual(['UNABLE_TO_GET_ISSUER_CERT_LOCALLY']);
    await expect(make()).rejects.toThrow(/^its last TLS handshake failed and took \d+ ms of computing: the next one is made in \d+ s$/);
    expect(lines).toHaveLength(1);
    handshakes.forget('a receiver');
    expect(await failuresOf([make()])).toEqual(['UNABLE_TO_GET_ISSUER_CERT_LOCALLY']);
  });

  it('end before OpenSSL verifies a chain of more than 16 KiB', async () => {
    const { make, lines } = await serve(await costlyChain(40));
    await expect(make()).rejects.toThrow(/^its TLS handshake has more than 16 KiB/);
    expect((lines[0] as unknown as GuardedLine).costMs).toBeLessThan(50);
  });

  it('of which others wait for one that hangs go on when its connection is closed', async () => {
    const silent = createSilent().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    ends.push(() => silent.close());
    const { port } = silent.address() as AddressInfo;
    const { make } = await serve(trusted);
    const raw = connect(port, '127.0.0.1');
    await once(raw, 'connect');
    const begun = Promise.withResolvers<void>();
    const hanging = handshakes.make('a receiver', raw, () => {
      begun.resolve();
      return new Promise<never>(() => undefined);
    });
    await begun.promise;
    const waiting = make();
    raw.destroy();
    expect(await failuresOf([hanging])).not.toEqual(['none']);
    expect((await waiting).authorized).toBe(true);
  });

  it('are broken off together when a server that was trusted sends a long chain', async () => {
    const { make, use } = await serve(trusted);
    await make();
    use(await costlyChain(40));
    const codes = await failuresOf(Array.from({ length: 8 }, () => make()));
    expect(codes).not.toContain('none');
    expect(codes.filter((code) => code === 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY').length).toBeLessThan(8);
    expect(await failuresOf([make()])).toEqual(['E_HANDSHAKE']);
  });
});
