import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'undici';
import { Secret } from '#libs/config';
import { Pools, type PoolRequest } from './pools.client.js';

interface FakePool {
  readonly opened: string;
  isClosed: boolean;
}

const request = (version?: string, origin = 'https://shop.example'): PoolRequest => ({
  receiverId: 'r',
  origin,
  timeoutMs: 1000,
  ...(version !== undefined && {
    clientCertificate: { version, chain: '', key: new Secret(''), sealedKey: '', keyCheck: undefined, expiredAt: undefined },
  }),
});

function pools(): { pools: Pools; made: FakePool[] } {
  const made: FakePool[] = [];
  const open = ({ receiverId, origin, clientCertificate, timeoutMs }: PoolRequest) => {
    const fake = { opened: `${receiverId} ${origin} ${clientCertificate?.version ?? '-'}`, isClosed: false };
    made.push(fake);
    const pool = { close: () => (fake.isClosed = true), destroy: () => (fake.isClosed = true) } as unknown as Pool;
    return { pool, target: 't', exchanges: new Set<never>(), opening: { longestMs: timeoutMs, securing: 0, latest: undefined } };
  };
  return { pools: new Pools(open), made };
}

describe('the connection pools of a receiver', () => {
  it('are separate for each origin and client certificate', () => {
    const { pools: all, made } = pools();
    const first = all.of(request('a'), 0);
    expect(all.of(request('a'), 1)).toBe(first);
    all.of(request('b'), 2);
    all.of({ ...request('b'), receiverId: 's' }, 3);
    all.of(request(), 4);
    all.of(request(undefined, 'https://b.example'), 5);
    expect(made.map(({ opened }) => opened)).toEqual([
      'r https://shop.example a',
      'r https://shop.example b',
      's https://shop.example b',
      'r https://shop.example -',
      'r https://b.example -',
    ]);
  });

  it('keep the previous pool for attempts that read the receiver before its change, then close it; only two are open', () => {
    const { pools: all, made } = pools();
    const first = all.of(request('a'), 0);
    const second = all.of(request('b'), 1);
    expect([all.of(request('a'), 2), all.of(request('b'), 3), all.of(request('a'), 4), all.of(request('b'), 5)]).toEqual([
      first,
      second,
      first,
      second,
    ]);
    expect(made).toHaveLength(2);
    expect(all.closeIdle(10_003)).toEqual([]);
    expect(made.map(({ isClosed }) => isClosed)).toEqual([false, false]);
    expect(all.closeIdle(10_004)).toEqual([]);
    expect(made.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    all.of(request('c'), 10_005);
    all.of(request('d'), 10_006);
    expect(made.map(({ isClosed }) => isClosed)).toEqual([true, true, false, false]);
  });

  it('are closed when no POST has used them for five minutes', () => {
    const { pools: all, made } = pools();
    all.of(request('a'), 0);
    expect(all.closeIdle(299_999)).toEqual([]);
    expect(all.closeIdle(300_000)).toEqual(['r']);
    expect(made[0]?.isClosed).toBe(true);
  });

  it('beyond a thousand are closed, least recently used first, but none that is in use or was used within ten seconds', () => {
    const { pools: all, made } = pools();
    const ofReceiver = (index: number, atMs: number) => all.of({ ...request(), receiverId: `r-${index}` }, atMs);
    ofReceiver(0, 0).exchanges.add({ giveUp: () => undefined });
    for (let index = 1; index < 1_003; index++) ofReceiver(index, index);
    expect(all.closeIdle(10_000)).toEqual([]);
    expect(all.closeIdle(10_002)).toEqual(['r-1', 'r-2']);
    expect(made.map(({ isClosed }) => isClosed).slice(0, 4)).toEqual([false, true, true, false]);
  });

  it('allow the longest time-out for opening, and count the handshakes under way', () => {
    const { pools: all } = pools();
    const first = all.of(request('a'), 0);
    all.of({ ...request('a'), timeoutMs: 5000 }, 1);
    expect(first.opening.longestMs).toBe(5000);
    const second = all.of(request('b'), 2);
    first.opening.securing = 1;
    second.opening.securing = 2;
    expect(all.securingOf('r')).toBe(3);
    expect(all.securingOf('s')).toBe(0);
  });
});
