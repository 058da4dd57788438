import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from '@jest/globals';
import { loopbackOnly } from './loopback-only.js';

const found = (host: string): Promise<string | LookupAddress[]> =>
  new Promise((resolve, reject) => loopbackOnly(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses))));

describe('the addresses of a name', () => {
  it('are those of this machine', async () => {
    expect(await found('localhost')).toContainEqual(expect.objectContaining({ address: expect.stringMatching(/^(?:127\.0\.0\.1|::1)$/) }));
  });

  it.each(['192.0.2.1', '2001:db8::1', '::ffff:192.0.2.1'])('are refused when they belong to another machine: %s', async (host) => {
    await expect(found(host)).rejects.toThrow('is not an address of this machine');
  });
});
