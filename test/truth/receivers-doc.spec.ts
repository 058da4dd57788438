import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { AUTH_TYPES, authFaults } from '../../apps/token-api/src/receivers/receiver-rules.js';

const DOC = readFileSync(join(import.meta.dirname, '../../docs/receivers.md'), 'utf8');
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"event":"onDelivered","data":{"raw_scan":"Köln 📦"}}';

describe('docs/receivers.md', () => {
  it('shows bodies that the API takes, one of each type with credentials', () => {
    const auths = [...DOC.matchAll(/-d '(\{"auth": .+\})'/g)].map(
      ([, body]) => (JSON.parse(body ?? '') as { auth: { type: string } }).auth,
    );
    expect(auths.flatMap(authFaults)).toEqual([]);
    expect(['none', ...auths.map(({ type }) => type)]).toEqual(AUTH_TYPES);
  });

  it('names no header as taken that is taken, nor the other way round', () => {
    const [, listed = ''] = /Not those that the service or the connection sets: (.+)\.\n/.exec(DOC) ?? [];
    const names = [...listed.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replace('*', 'x'));
    expect(names.length).toBeGreaterThan(10);
    const faultsOf = (name: string): string[] => authFaults({ type: 'headers', headers: { [name]: 'v' } }).map(({ attr }) => attr);
    expect(names.flatMap(faultsOf)).toEqual(names.map((name) => `headers.${name}`));
  });

  /** What the code on the page says of a request, in a process of its own. */
  function isGenuine(headers: Readonly<Record<string, string>>, body: string): string {
    const [, code = ''] = /```js\n([\s\S]+?)```/.exec(DOC) ?? [];
    const call = `process.stdout.write(String(isGenuine(${JSON.stringify(SECRET)}, ${JSON.stringify(headers)}, Buffer.from(${JSON.stringify(body)}))));`;
    return execFileSync(process.execPath, ['--input-type=module', '-e', `${code}\n${call}`], { stdio: 'pipe' }).toString();
  }

  function signed(ageSeconds = 0): Record<string, string> {
    const signedAt = new Date(Date.now() + ageSeconds * 1000);
    return {
      'webhook-id': 'e-1',
      'webhook-timestamp': String(Math.floor(signedAt.getTime() / 1000)),
      'webhook-signature': `v1,AAAA ${new Webhook(SECRET).sign('e-1', signedAt, BODY)}`,
    };
  }

  it.each([
    ['what was signed', 0, BODY, 'true'],
    ['another body', 0, BODY.replace('Köln', 'Bonn'), 'false'],
    ['an old one', -400, BODY, 'false'],
  ])('verifies %s by its own code as the official library signs it', (_, ageSeconds, body, expected) => {
    expect(isGenuine(signed(ageSeconds), body)).toBe(expected);
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature', 'webhook-*'])('its code refuses a request without %s', (missing) => {
    const prefix = missing.replace('*', '');
    const headers = Object.fromEntries(Object.entries(signed()).filter(([name]) => !name.startsWith(prefix)));
    expect(isGenuine(headers, BODY)).toBe('false');
  });
});
