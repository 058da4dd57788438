// Writes and checks packages/vectors.json, the cases that every receiver package must judge alike.
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { holdJson } from './held-document.js';
import { REFUSED_SECRETS, type Vector, VECTORS } from './receiver-vectors.js';

const bytesOf = ({ body, bodyBase64 }: Vector): Buffer => (body === undefined ? Buffer.from(bodyBase64!, 'base64') : Buffer.from(body));
const one = (value: string | readonly string[] | undefined): string => [value ?? ''].flat()[0] ?? '';

/** Judges as the official library does. It reads text only, and its clock is the machine's. */
function isGenuine({ secrets, headers, now, ...rest }: Vector): boolean {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), one(value)]));
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = lower;
  if (Math.abs(Number(timestamp) - now) >= 300) return false;
  const at = new Date(Number(timestamp) * 1000);
  return secrets.some((secret) => signatures!.split(' ').includes(new Webhook(secret).sign(id!, at, bytesOf(rest as Vector).toString())));
}

describe('the vectors of the receiver packages', () => {
  it('are published', () => holdJson('packages/vectors.json', { vectors: VECTORS, refusedSecrets: REFUSED_SECRETS }));

  it('are at least 300, each with a name of its own', () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(300);
    expect(new Set(VECTORS.map(({ name }) => name)).size).toBe(VECTORS.length);
  });

  it('are accepted only where the official library finds a signature', () => {
    const texts = VECTORS.filter(({ body }) => body !== undefined);
    const isAuthentic = ({ why }: Vector): boolean => ['ok', 'not_json', 'not_a_webhook'].includes(why);
    const isAboutHeaders = ({ why }: Vector): boolean => ['missing_header', 'duplicate_header', 'bad_timestamp'].includes(why);
    const compared = texts.filter((each) => !isAboutHeaders(each));
    expect(compared.filter((each) => isGenuine(each) !== isAuthentic(each)).map(({ name }) => name)).toEqual([]);
  });
});
