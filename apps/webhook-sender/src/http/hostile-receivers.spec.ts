import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAuthority } from '../../../../scripts/stack/certificates.js';
import { startForwardProxy } from '../../../../test/support/forward-proxy.js';
import { allCells, nameOf, pairwise } from '../../../../test/support/hostile-server/cells.js';
import { expectedOf } from '../../../../test/support/hostile-server/expectations.js';
import { startHealthy } from '../../../../test/support/hostile-server/healthy.js';
import { type HttpClient, newReceiverId, openHttpClient, webhookTo } from '../../../../test/support/hostile-server/http-client.js';
import { type Ask, playAll } from '../../../../test/support/hostile-server/play.js';
import { Witness } from '../../../../test/support/hostile-server/witness.js';

/** CELLS=all: `npm run test:long -- matrix`. */
const CELLS = process.env['CELLS'] === 'all' ? allCells() : pairwise(allCells());
const AT_ONCE = 16;

describe('a webhook to a receiver that ends its connection', () => {
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
      expected: expectedOf(cell),
      ask: webhooksBy(cell.way === 'direct' ? direct : byProxy),
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

/** All POSTs of a cell go to one receiver. */
function webhooksBy({ webhooks }: HttpClient): Ask {
  const receiverId = newReceiverId();
  return async (port, timeoutMs) => (await webhooks.post(webhookTo(receiverId, port, timeoutMs))).outcome;
}
