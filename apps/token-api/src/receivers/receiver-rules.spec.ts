import { describe, expect, it } from '@jest/globals';
import { type EventName, NO_FILTER, type ReferenceKey } from '#libs/contracts';
import { auditOf, type ReceiverRow, toReceiverView } from './receiver-view.js';
import { EXAMPLE_SETTINGS, plainSettingsOf, signingRule } from './receiver-settings.dto.js';
import { authFaults, urlFaults } from './receiver-rules.js';
import { endOverlap, type KeptSecret, previousValidUntil, rotateSigning, toSigningSecret } from './signing.js';
import { resealReceiver } from './sealed-receivers.repository.js';

describe('the url of a receiver', () => {
  it.each([
    ['https://shop.example/hook?x=1', []],
    ['https://127.0.0.1:8443/', []],
    ['', ['invalid']],
    ['http://shop.example/', ['invalid']],
    ['https://', ['invalid']],
    ['https://u:p@shop.example/', ['invalid']],
    ['https://shop.example/\nx', ['invalid']],
    [' https://shop.example/', ['invalid']],
    ['https://shop.example/a b', ['invalid']],
    ['https://shop.example/\0', ['invalid']],
    ['shop.example', ['invalid']],
    ['https:shop.example', ['invalid']],
    ['https:\\\\shop.example/', ['invalid']],
    ['HTTPS://shop.example?a@b', []],
    [7, ['invalid']],
    [['https://shop.example/'], ['invalid']],
  ])('%j → %j', (url, expected) => {
    expect(urlFaults(url).map(({ name }) => name)).toEqual(expected);
  });
});

describe('auth and signing', () => {
  const namesOf = (faults: ReturnType<typeof authFaults>): string[] => faults.map(({ attr, name }) => `${attr}:${name}`);

  it.each([
    [{ type: 'none' }, []],
    [{ type: 'none', password: 'meant for basic' }, ['password:invalid']],
    [{ type: 'kerberos' }, ['type:invalidChoice']],
    [{ type: null }, ['type:invalid']],
    [{ type: 'basic', username: 'ü', password: '' }, []],
    [{ type: 'basic' }, ['username:required', 'password:required']],
    [{ type: 'basic', username: '', password: null }, ['username:invalid', 'password:invalid']],
    [{ type: 'basic', username: 'a:b', password: 'c\nd' }, ['username:invalid', 'password:invalid']],
    [{ type: 'basic', username: 7, password: ['p'] }, ['username:invalid', 'password:invalid']],
    [{ type: 'headers', headers: { 'X-Api-Key': 'k v\t2', authorization: 'Token abc' } }, []],
    [{ type: 'headers' }, ['headers:required']],
    [{ type: 'headers', headers: {} }, ['headers:invalid']],
    [{ type: 'headers', headers: ['X-Api-Key'] }, ['headers:invalid']],
    [{ type: 'headers', headers: { a: '1', A: '2' } }, ['headers.A:invalid']],
    [{ type: 'headers', headers: { 'a b': '1' } }, ['headers.a b:invalid']],
    [
      { type: 'headers', headers: { 'X-A': 'a\r\nHost: x', 'X-B': ' a', 'X-C': '', 'X-D': 1, 'X-E': 'ü' } },
      ['A', 'B', 'C', 'D', 'E'].map((n) => `headers.X-${n}:invalid`),
    ],
    [{ type: 'oauth2', tokenUrl: 'https://idp.example/token', clientId: 'i', clientSecret: 's' }, []],
    [{ type: 'oauth2', tokenUrl: 'https://idp.example/token', clientId: 'i', clientSecret: 's', scope: 'a b' }, []],
    [{ type: 'oauth2' }, ['tokenUrl:required', 'clientId:required', 'clientSecret:required']],
    [
      { type: 'oauth2', tokenUrl: 'http://idp.example/', clientId: 'ü', clientSecret: '', scope: 'a  b' },
      ['tokenUrl:invalid', 'clientId:invalid', 'clientSecret:invalid', 'scope:invalid'],
    ],
    [
      { type: 'oauth2', tokenUrl: 'https://u:p@idp.example/', clientId: 'i', clientSecret: 's', scope: null },
      ['tokenUrl:invalid', 'scope:invalid'],
    ],
    [{}, ['type:required']],
    ['none', [':invalid']],
    [[], [':invalid']],
  ])('auth %j → %j', (auth, expected) => {
    expect(namesOf(authFaults(auth))).toEqual(expected);
  });

  it('an OAuth2 id or secret may contain blanks, and its fault says so', () => {
    const withSecret = (clientSecret: string) => ({ type: 'oauth2', tokenUrl: 'https://idp.example/', clientId: ' i d', clientSecret });
    expect(authFaults(withSecret('~ s '))).toEqual([]);
    expect(authFaults(withSecret('ü'))).toMatchObject([{ detail: 'Must consist of visible ASCII characters and blanks.' }]);
  });

  it.each([
    'Host',
    'content-length',
    'Content-Type',
    'content-encoding',
    'Connection',
    'keep-alive',
    'TE',
    'Trailer',
    'transfer-encoding',
    'Upgrade',
    'Expect',
    'User-Agent',
    'Proxy-Authorization',
    'Webhook-Signature',
    'traceparent',
  ])('the header %s belongs to the service or the connection', (name) => {
    expect(namesOf(authFaults({ type: 'headers', headers: { [name]: 'x' } }))).toEqual([`headers.${name}:invalid`]);
  });

  it('no fault repeats a secret', () => {
    const secret = 'SECRET\u0000word';
    const bodies = [
      { type: 'basic', username: secret, password: secret },
      { type: 'headers', headers: { 'X-Key': secret } },
      { type: 'oauth2', tokenUrl: 'https://idp.example/', clientId: secret, clientSecret: secret, scope: secret },
    ];
    const faults = bodies.flatMap((body) => authFaults(body));
    expect(faults).toHaveLength(6);
    expect(JSON.stringify(faults)).not.toContain('SECRET');
  });

  it.each([
    [{ enabled: false }, []],
    [{}, []],
    [{ enabled: 'yes' }, ['enabled:invalid']],
    [{ enabled: null }, ['enabled:invalid']],
    [{ enable: false }, ['enable:invalid']],
    [true, [':invalid']],
  ])('signing %j → %j', (signing, expected) => {
    expect(namesOf(signingRule(signing))).toEqual(expected);
  });

  it('a signing secret has the form of Standard Webhooks', () => {
    expect(toSigningSecret(new Uint8Array(32))).toBe(`whsec_${'A'.repeat(43)}=`);
  });
});

describe('the settings in a body', () => {
  it('are the given fields; null is a value', () => {
    expect(plainSettingsOf({})).toEqual({});
    expect(plainSettingsOf({ enabled: false, maxPerSecond: null })).toEqual({ enabled: false, maxPerSecond: null });
  });

  it('include no other field of a body or row', () => {
    const carried = { name: 'Web shop', receiverId: 'r', accountId: 1, auth: { sealed: 'k:abc' }, signingSecrets: [] };
    expect(plainSettingsOf(carried)).toEqual({ name: 'Web shop' });
  });

  it('keep each word of a list once; an empty list stays', () => {
    const body = { events: ['onDelay', 'onDelay', 'onReturn'] as EventName[], queryParameters: ['courier', 'courier'] as ReferenceKey[] };
    expect(plainSettingsOf(body)).toEqual({ events: ['onDelay', 'onReturn'], queryParameters: ['courier'] });
  });
});

describe('the rotation of keys', () => {
  const renew = (sealed: string): string | undefined => (sealed.startsWith('new:') ? undefined : sealed.replace('old:', 'new:'));

  it('seals all secrets of a row again and keeps the rest', () => {
    const row = {
      receiverId: 'r',
      auth: { type: 'basic', username: 'u', sealed: 'old:1' },
      signingSecrets: [
        { sealed: 'old:2', validUntil: '2026-01-01T00:00:00Z' },
        { sealed: 'new:3', validUntil: null },
      ],
      clientCertificate: { chain: 'c', sealed: 'old:4' },
    };
    expect(resealReceiver(row, renew)).toEqual({
      receiverId: 'r',
      auth: { type: 'basic', username: 'u', sealed: 'new:1' },
      signingSecrets: [
        { sealed: 'new:2', validUntil: '2026-01-01T00:00:00Z' },
        { sealed: 'new:3', validUntil: null },
      ],
      clientCertificate: { chain: 'c', sealed: 'new:4' },
    });
  });

  it('changes no row whose secrets are sealed with the newest key or not at all', () => {
    expect(resealReceiver({ auth: { type: 'none' }, signingSecrets: [], clientCertificate: null }, renew)).toBeUndefined();
    const row = { auth: { type: 'basic', sealed: 'new:1' }, signingSecrets: [{ sealed: 'new:2' }], clientCertificate: { sealed: 'new:3' } };
    expect(resealReceiver(row, renew)).toBeUndefined();
  });
});

/** The columns that no customer sends. */
const STORED = {
  auth: { type: 'none' as const },
  signingEnabled: true,
  signingSecrets: [],
  clientCertificate: null,
  disabledAt: null,
  disabledReason: null,
};

describe('the view of a receiver', () => {
  const at = new Date(0);
  const row = { ...EXAMPLE_SETTINGS, ...NO_FILTER, ...STORED, receiverId: 'r', createdAt: at, updatedAt: at };

  it('never shows credentials, and shows the signing secret only when it is new', () => {
    const auth = { type: 'basic' as const, username: 'u', sealed: 'k:abc' };
    const stored = { ...row, auth, signingSecrets: [{ sealed: 'k:def', validUntil: null }] };
    expect(JSON.stringify(toReceiverView(stored))).not.toMatch(/sealed|k:/);
    expect(toReceiverView(stored).signing).toEqual({ enabled: true });
    expect(toReceiverView(stored, 'whsec_x').signing).toEqual({ enabled: true, secret: 'whsec_x' });
  });

  it.each<ReceiverRow['auth']>([
    { type: 'none' },
    { type: 'basic', username: 'u' },
    { type: 'headers', headerNames: ['X-Key'] },
    { type: 'oauth2', tokenUrl: 'https://idp.example/', clientId: 'i' },
    { type: 'oauth2', tokenUrl: 'https://idp.example/', clientId: 'i', scope: 's' },
  ])('shows the public parts of %j', (auth) => {
    const stored = { ...auth, sealed: 'k:abc' };
    expect(toReceiverView({ ...row, auth: stored }).auth).toEqual(auth);
  });
});

describe('the rotation of the signing secret', () => {
  const nowMs = Date.parse('2026-03-01T00:00:00Z');
  const inForce = { sealed: 'first', validUntil: null };
  const rotate = (secrets: readonly KeptSecret[], overlapMs: number): string[] =>
    rotateSigning(secrets, { sealed: 'new', nowMs, overlapMs }).map(({ sealed, validUntil }) => `${sealed} ${validUntil}`);

  it('puts the new secret first, and ends the old secret after the overlap', () => {
    expect(rotate([inForce], 60_000)).toEqual(['new null', 'first 2026-03-01T00:01:00.000Z']);
  });

  it('ends the old secret at once without an overlap', () => {
    expect(rotate([inForce], 0)).toEqual(['new null']);
  });

  it('keeps a secret that still overlaps, with its earlier end, and drops a secret that has ended', () => {
    const ending = { sealed: 'ending', validUntil: '2026-03-01T00:00:30.000Z' };
    const ended = { sealed: 'ended', validUntil: '2026-02-28T23:59:59.000Z' };
    expect(rotate([inForce, ending, ended], 60_000)).toEqual([
      'new null',
      'first 2026-03-01T00:01:00.000Z',
      'ending 2026-03-01T00:00:30.000Z',
    ]);
  });

  it('leaves at most five secrets, among them the secret in use, however often it is repeated', () => {
    let secrets: readonly KeptSecret[] = [inForce];
    for (let nth = 1; nth <= 7; nth++) secrets = rotateSigning(secrets, { sealed: `new ${nth}`, nowMs: nowMs + nth, overlapMs: 60_000 });
    expect(secrets.map(({ sealed }) => sealed)).toEqual(['new 7', 'new 6', 'new 5', 'new 4', 'first']);
    expect(secrets.at(-1)?.validUntil).toBe('2026-03-01T00:01:00.001Z');
  });

  it('shows its overlap while it lasts, and the overlap can be ended', () => {
    const secrets = rotateSigning([inForce], { sealed: 'new', nowMs, overlapMs: 60_000 });
    expect(previousValidUntil(secrets)).toBe('2026-03-01T00:01:00.000Z');
    expect(endOverlap(secrets)).toEqual([{ sealed: 'new', validUntil: null }]);
    expect(previousValidUntil(endOverlap(secrets))).toBeUndefined();
  });
});

describe('the audit entry of a changed receiver', () => {
  const at = new Date(0);
  const row = { ...EXAMPLE_SETTINGS, ...NO_FILTER, ...STORED, receiverId: 'r', createdAt: at, updatedAt: at };

  it('has the changed fields, before and after', () => {
    expect(auditOf(row, { ...row, enabled: false, updatedAt: new Date(1) })).toEqual({
      before: { enabled: true },
      after: { enabled: false },
    });
  });

  it('says that credentials were replaced, but not which', () => {
    const basic = (sealed: string): ReceiverRow['auth'] & { sealed: string } => ({ type: 'basic', username: 'u', sealed });
    const audit = auditOf({ ...row, auth: basic('k:1') }, { ...row, auth: basic('k:2') });
    expect(audit).toEqual({ before: {}, after: { credentials: 'replaced' } });
  });

  it('says when a client certificate and its successor expire, and contains nothing sealed', () => {
    const facts = { subject: 'CN=a', issuer: 'CN=b', serialNumber: '01', fingerprint256: 'AA', notBefore: '2026-01-01T00:00:00.000Z' };
    const first = { ...facts, notAfter: '2027-01-01T00:00:00.000Z', sealed: 'k:1', chain: 'c' };
    const second = { ...first, notAfter: '2028-01-01T00:00:00.000Z', sealed: 'k:2' };
    expect(auditOf({ ...row, clientCertificate: first }, { ...row, clientCertificate: second })).toEqual({
      before: { clientCertificate: { ...facts, notAfter: first.notAfter } },
      after: { clientCertificate: { ...facts, notAfter: second.notAfter }, credentials: 'replaced' },
    });
  });

  it.each([
    ['a signing secret replaced at once', [{ sealed: 'k:1', validUntil: null }]],
    ['the first signing secret', []],
  ])('exists for %s, although no other field changes', (_, signingSecrets) => {
    const after = { ...row, signingSecrets: [{ sealed: 'k:2', validUntil: null }] };
    expect(auditOf({ ...row, signingSecrets }, after)).toEqual({ before: {}, after: { credentials: 'replaced' } });
  });

  it('does not exist when nothing differs', () => {
    expect(auditOf(row, { ...row, updatedAt: new Date(1) })).toBeUndefined();
  });
});
