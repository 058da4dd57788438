import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAuthority } from '../../../../scripts/stack/certificates.js';
import { oauth2Client } from '../../../../test/builders/oauth2-client.js';
import { startForwardProxy } from '../../../../test/support/forward-proxy.js';
import { allCells, nameOf, pairwise } from '../../../../test/support/hostile-server/cells.js';
import { expectedOf, expectedOfToken, type Said } from '../../../../test/support/hostile-server/expectations.js';
import { startHealthy } from '../../../../test/support/hostile-server/healthy.js';
import { type HttpClient, newReceiverId, openHttpClient } from '../../../../test/support/hostile-server/http-client.js';
import { type Ask, playAll } from '../../../../test/support/hostile-server/play.js';
import { Witness } from '../../../../test/support/hostile-server/witness.js';
import type { OutcomeClass } from '#libs/contracts';
import type { TokenReply } from './oauth2-token.client.js';

/** Each token request has a connection of its own. */
const CELLS = pairwise(allCells().filter(({ connection }) => connection === 'fresh'));
const AT_ONCE = 16;

describe('a token request to a server that ends its connection', () => {
  let witness: Witness;
  let faults: ReadonlyMap<string, readonly string[]>;
  let refused: readonly string[];

  beforeAll(async () => {
    const authority = await createAuthority();
    const identity = await authority.issue();
    const [proxy, healthy] = [await startForwardProxy(), await startHealthy(identity)];
    const [direct, byProxy] = [await openHttpClient(authority.certificatePem), await openHttpClient(authority.certificatePem, proxy.url())];
    witness = new Witness();
    const endBeside = healthy.postBy([direct, byProxy]);
    const plays = CELLS.map((cell) => ({
      cell,
      identity,
      expected: expectedOf(cell).map(expectedOfToken),
      ask: tokensBy(cell.way === 'direct' ? direct : byProxy),
    }));
    faults = await playAll(plays, witness, AT_ONCE);
    refused = await endBeside();
    await Promise.all([direct.close(), byProxy.close()]);
    await Promise.all([healthy.close(), proxy.kill()]);
  });

  afterAll(() => witness.end());

  it.each(CELLS.map(nameOf))('%s', (name) => {
    expect(faults.get(name)).toEqual([]);
  });

  it('leaves the healthy receiver beside it as it was', () => {
    expect(refused).toEqual([]);
  });

  it('leaves no error that nobody has handled', () => {
    expect(witness.errorsOf(undefined)).toEqual([]);
  });
});

/** All requests of a cell are those of one receiver. */
function tokensBy({ tokens }: HttpClient): Ask {
  const receiverId = newReceiverId();
  return async (port, timeoutMs) => {
    const client = { ...oauth2Client, tokenUrl: `https://127.0.0.1:${port}/token` };
    const limit = { timeoutMs, signal: AbortSignal.timeout(timeoutMs) };
    return toSaid(await tokens.ask({ receiverId, client, placement: 'header' }, limit));
  };
}

function toSaid(reply: TokenReply): Said {
  if ('kind' in reply) return { kind: reply.kind, detail: reply.detail };
  if (reply.ok) return { kind: 'accepted', httpStatus: 200 };
  const [, kind = 'timeout', detail = reply.detail] = /^could not be asked \((\w+)\): (.*)$/.exec(reply.detail) ?? [];
  return { kind: kind as OutcomeClass, detail };
}
