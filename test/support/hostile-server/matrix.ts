import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createAuthority } from '../../../scripts/stack/certificates.js';
import { startForwardProxy } from '../forward-proxy.js';
import { type Cell, nameOf } from './cells.js';
import type { Expected } from './expectations.js';
import { startHealthy } from './healthy.js';
import { type HttpClient, openHttpClient } from './http-client.js';
import { type Ask, playAll } from './play.js';
import { Witness } from './witness.js';

const AT_ONCE = 16;
/** The proxy works, and is in this process: on a busy machine it may take longer than the product waits. */
const PATIENT = { reachMs: 60_000, answerMs: 60_000, checkMs: 60_000 };

/** The requests to the hostile servers, and the expected reports of their ends. */
export interface Matrix {
  readonly cells: readonly Cell[];
  readonly expectedOf: (cell: Cell) => Expected[];
  /** Each cell uses one of these for all its requests. */
  readonly askBy: (client: HttpClient) => Ask;
}

/** Plays all cells, directly and by proxy, beside a healthy receiver. Declares one test per cell; call it inside a `describe`. */
export function testMatrix({ cells, expectedOf, askBy }: Matrix): void {
  let witness: Witness;
  let faults: ReadonlyMap<string, readonly string[]>;
  let refused: readonly string[];

  beforeAll(async () => {
    const authority = await createAuthority();
    const identity = await authority.issue();
    const [proxy, healthy] = [await startForwardProxy(), await startHealthy(identity)];
    const { certificatePem } = authority;
    const [direct, byProxy] = [await openHttpClient(certificatePem), await openHttpClient(certificatePem, proxy.url(), PATIENT)];
    witness = new Witness();
    const endBeside = healthy.postBy([direct, byProxy]);
    const plays = cells.map((cell) => ({
      cell,
      identity,
      expected: expectedOf(cell),
      ask: askBy(cell.way === 'direct' ? direct : byProxy),
    }));
    faults = await playAll(plays, witness, AT_ONCE);
    refused = await endBeside();
    await Promise.all([direct.close(), byProxy.close()]);
    await Promise.all([healthy.close(), proxy.kill()]);
  });

  afterAll(() => witness.end());

  it.each(cells.map(nameOf))('%s', (name) => {
    expect(faults.get(name)).toEqual([]);
  });

  it('leaves the healthy receiver beside it undisturbed', () => {
    expect(refused).toEqual([]);
  });

  it('leaves no unhandled error', () => {
    expect(witness.errorsOf(undefined)).toEqual([]);
  });
}
