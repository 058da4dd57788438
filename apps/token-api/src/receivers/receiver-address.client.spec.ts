import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DnsResolver, parseAddressRanges } from '#libs/egress';
import { type NameServer, startNameServer } from '../../../../test/support/name-server.js';
import { ReceiverAddressClient } from './receiver-address.client.js';

let server: NameServer;

beforeAll(async () => {
  server = await startNameServer((name) => (name === 'inner.example' ? ['10.0.0.7'] : 'silent'));
});
afterAll(() => server.close());

describe('the host of a receiver', () => {
  it('is looked up at DNS_SERVERS, even while the name servers of many other hosts are silent', async () => {
    const config = { allowedRanges: parseAddressRanges(''), dnsServers: [server.address] };
    const addresses = new ReceiverAddressClient(config, new DnsResolver(config));
    const silent = Array.from({ length: 8 }, (_, index) => addresses.refusalOf(`https://silent-${index}.example/hook`));
    expect(await addresses.refusalOf('https://inner.example/hook')).toMatch(/^The URL leads to what is no public address: /);
    expect(await Promise.all(silent)).toEqual(Array(8).fill(undefined));
  });
});
