import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { startForwardProxy } from '../../../../test/support/forward-proxy.js';
import { standStill } from '../../../../test/support/stand-still.js';
import type { DnsResolver } from '../addresses/dns-resolver.client.js';
import type { CaStore } from '../sockets/ca-store.provider.js';
import { type EgressProxy, parseEgressProxies } from './egress-proxy.js';
import { Proxies } from './proxies.client.js';

const REACH_MS = 50;
const PATIENT_MS = 60_000;

it('a proxy that took the connection while this process stood still is not dead', async () => {
  const proxy = await startForwardProxy();
  proxy.behave(403);
  const [named] = parseEgressProxies(proxy.url()) as [EgressProxy];
  const limits = { reachMs: REACH_MS, answerMs: PATIENT_MS, checkMs: PATIENT_MS };
  const proxies = new Proxies({} as DnsResolver, {} as CaStore, limits);
  await turn(); // The timers come next.
  const connected = proxies.connect(named, '127.0.0.1:9', () => undefined);
  // The socket begins to connect after the first of the two.
  process.nextTick(() => process.nextTick(standStill, 2 * REACH_MS));
  expect(await connected).toEqual({ kind: 'answered', status: 403 });
  await proxy.kill();
});
