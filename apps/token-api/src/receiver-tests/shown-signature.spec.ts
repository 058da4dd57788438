import { describe, expect, it } from '@jest/globals';
import { Secret } from '#libs/config';
import { Webhook } from 'standardwebhooks';
import type { Attempt } from '../deliveries/attempt.dto.js';
import { withSignature } from './shown-signature.js';

const SECRETS = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'];
const BODY = '{"raw_scan":"Köln"}';
const AT = new Date('2026-03-29T10:00:00Z');
const attempt = (masked: string | undefined, requestBody: string | null = BODY): Attempt =>
  ({
    requestBody,
    requestHeaders: {
      'webhook-id': 'e-1',
      'webhook-timestamp': String(AT.getTime() / 1000),
      ...(masked !== undefined && { 'webhook-signature': masked }),
    },
  }) as unknown as Attempt;
const shown = (each: Attempt, secrets: readonly string[]): string | undefined =>
  withSignature(
    each,
    secrets.map((secret) => new Secret(secret)),
  ).requestHeaders?.['webhook-signature'];

describe('the signature of a test', () => {
  it('is the signature that was sent, by each secret', () => {
    const [one, two] = SECRETS.map((secret) => new Webhook(secret).sign('e-1', AT, BODY));
    expect(shown(attempt('v1,***'), SECRETS.slice(0, 1))).toBe(one);
    expect(shown(attempt('v1,*** v1,***'), SECRETS)).toBe(`${one} ${two}`);
  });

  it.each([
    ['the secrets have changed', attempt('v1,***'), SECRETS, 'v1,***'],
    ['nothing was sent', attempt('v1,***', null), SECRETS.slice(0, 1), 'v1,***'],
    ['nothing is signed', attempt(undefined), [], undefined],
  ] as const)('stays as it is if %s', (_, each, secrets, expected) => {
    expect(shown(each, secrets)).toBe(expected);
  });
});
