import { describe, expect, it } from '@jest/globals';
import { Secret } from '#libs/config';
import { shownHeaders } from './attempt-details.js';

const headers = { 'content-type': 'application/json', 'webhook-id': 'e-1', 'webhook-signature': 'v1,c2VjcmV0 v1,b2xk' };
const SIGNED = 'content-type: application/json\nwebhook-id: e-1\nwebhook-signature: v1,*** v1,***';

describe('the request headers in the attempt log', () => {
  it.each<[string, Record<string, string>, string]>([
    ['none', {}, SIGNED],
    ['Basic', { authorization: 'Basic dTpw' }, `authorization: Basic ***\n${SIGNED}`],
    ['a bearer token', { authorization: 'Bearer t-1' }, `authorization: Bearer ***\n${SIGNED}`],
    ['an unknown scheme, which may be part of the secret', { Authorization: 'open sesame' }, `Authorization: ***\n${SIGNED}`],
    ['headers of the receiver', { 'X-Api-Key': 'k-1', 'X-Tenant': 'de' }, `X-Api-Key: ***\nX-Tenant: ***\n${SIGNED}`],
    ['a header that the service sets itself', { 'webhook-id': 'k-1' }, SIGNED],
  ])('mask secrets: %s', (_, secrets, shown) => {
    const secretHeaders = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, new Secret(value)]));
    expect(shownHeaders({ headers, secretHeaders })).toBe(shown);
  });
});
