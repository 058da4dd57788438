import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Authority, createAuthority, type ServerIdentity } from '../../../../scripts/stack/certificates.js';
import { type ForwardProxy, startForwardProxy } from '../../../../test/support/forward-proxy.js';
import { allCells, type Cell, nameOf, pairwise, type Stage } from '../../../../test/support/hostile-server/cells.js';
import { type Expected, expectedOf } from '../../../../test/support/hostile-server/expectations.js';
import { type Healthy, startHealthy } from '../../../../test/support/hostile-server/healthy.js';
import { newReceiverId, openHttpClient, webhookTo } from '../../../../test/support/hostile-server/http-client.js';
import { type Play, playAll } from '../../../../test/support/hostile-server/play.js';
import { Witness } from '../../../../test/support/hostile-server/witness.js';
import { homeOf } from '../../../../libs/egress/src/sockets/proxy-ring.js';

/** Most cells wait for a silent proxy. */
const AT_ONCE = 16;
/** Three silent steps of a proxy, 8 s together, fit into this time-out. */
const POST_MS = 60_000;
/** The time-out for a silent tunnel. */
const TUNNEL_MS = 3_000;
const ACCEPTED: Expected = { kind: 'accepted', reason: undefined, words: /^$/, httpStatus: 200 };
/** An answer to CONNECT has no body; after it the connection belongs to the receiver. */
const STAGES = new Set<Stage>([
  'accept',
  'ClientHello',
  'half a ServerHello',
  'handshake done',
  'request half read',
  'request read',
  'status line',
  'whole answer',
]);
const OF_TLS = new Set<Stage>(['ClientHello', 'half a ServerHello', 'handshake done']);
const POSSIBLE = allCells().filter(({ stage, connection, handshake, way }) => {
  return STAGES.has(stage) && connection === 'fresh' && handshake === 'first' && way === 'direct';
});
const BY_TLS = pairwise(POSSIBLE);
const PLAIN = pairwise(POSSIBLE.filter(({ stage, end, tls }) => !OF_TLS.has(stage) && end !== 'close_notify' && tls === 'TLSv1.3'));

describe.each([
  { kind: 'TLS', cells: BY_TLS },
  { kind: 'TCP', cells: PLAIN },
])('a forward proxy by $kind that ends its connection, before another that works', ({ kind, cells }) => {
  let witness: Witness;
  let faults: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
    const authority = await createAuthority();
    const identity = await authority.issue();
    const [healthy, proxy] = [await startHealthy(identity), await startForwardProxy()];
    witness = new Witness();
    const beside = { authority, healthy, proxy, identity: kind === 'TLS' ? identity : undefined };
    faults = await playAll(
      cells.map((cell) => playOf(cell, beside)),
      witness,
      AT_ONCE,
    );
    await Promise.all([healthy.close(), proxy.kill()]);
  });

  afterAll(() => witness.end());

  it.each(cells.map(nameOf))('%s', (name) => {
    expect(faults.get(name)).toEqual([]);
  });

  it('leaves no unhandled error', () => {
    expect(witness.errorsOf(undefined)).toEqual([]);
  });
});

interface Beside {
  readonly authority: Authority;
  readonly healthy: Healthy;
  readonly proxy: ForwardProxy;
  readonly identity: ServerIdentity | undefined;
}

/** Makes one POST to the healthy receiver through the proxy at the hostile server's port. */
function playOf(cell: Cell, { authority, healthy, proxy, identity }: Beside): Play {
  const expected = cell.stage === 'whole answer' ? inTunnel(cell) : [ACCEPTED];
  const ask: Play['ask'] = async (port) => {
    const hostile = `${identity ? 'https' : 'http'}://127.0.0.1:${port}`;
    const client = await openHttpClient(authority.certificatePem, [hostile, proxy.url()].join());
    const timeoutMs = expected[0]!.kind === 'timeout' ? TUNNEL_MS : POST_MS;
    const { outcome } = await client.webhooks.post(webhookTo(receiverOfFirst(), healthy.port, timeoutMs));
    await client.close();
    return outcome;
  };
  return { cell, identity, expected, ask };
}

/** An end inside the tunnel ends the TLS handshake with the receiver. The proxy's own TLS may break too. */
function inTunnel(cell: Cell): Expected[] {
  const inHandshake = expectedOf({ ...cell, stage: 'ClientHello', end: cell.end === 'slow bytes' ? 'plain text' : cell.end });
  const [{ kind }] = inHandshake as [Expected];
  return kind === 'tls' ? [...inHandshake, { kind, reason: undefined, words: /bad record type/, httpStatus: undefined }] : inHandshake;
}

function receiverOfFirst(): string {
  for (;;) {
    const receiverId = newReceiverId();
    if (homeOf(receiverId, 2) === 0) return receiverId;
  }
}
