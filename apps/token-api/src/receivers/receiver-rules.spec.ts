import { describe, expect, it } from '@jest/globals';
import { applyChanges, DEFAULTS } from './apply-changes.js';
import { authFaults } from './auth-rule.js';
import { toReceiverView } from './receiver-view.js';
import { signingFaults } from './signing-rule.js';
import { toSigningSecret } from './signing-secret.js';
import { urlFaults } from './url-rule.js';

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
    [{ type: 'none', password: 'ignored' }, []],
    [{ type: 'basic', username: 'u', password: 'p' }, ['type:invalidChoice']],
    [{ type: null }, ['type:invalid']],
    [{}, ['type:required']],
    ['none', [':invalid']],
    [[], [':invalid']],
  ])('auth %j → %j', (auth, expected) => {
    expect(namesOf(authFaults(auth))).toEqual(expected);
  });

  it.each([
    [{ enabled: false }, []],
    [{}, []],
    [{ enabled: 'yes' }, ['enabled:invalid']],
    [{ enabled: null }, ['enabled:invalid']],
    [true, [':invalid']],
  ])('signing %j → %j', (signing, expected) => {
    expect(namesOf(signingFaults(signing))).toEqual(expected);
  });

  it('a signing secret is spelled as Standard Webhooks wants it', () => {
    expect(toSigningSecret(new Uint8Array(32))).toBe(`whsec_${'A'.repeat(43)}=`);
  });
});

describe('changes of a receiver', () => {
  const current = { ...DEFAULTS, url: 'https://shop.example/' };

  it('what is left out stays', () => {
    expect(applyChanges(current, {})).toEqual(current);
    expect(applyChanges(current, { enabled: false, signing: {} })).toEqual({ ...current, enabled: false });
  });

  it('a list is replaced, its doubles dropped; an empty one means all', () => {
    const changed = applyChanges(current, { events: ['onDelay', 'onDelay', 'onReturn'], clients: ['', 'a', ''] });
    expect([changed.events, changed.clients]).toEqual([
      ['onDelay', 'onReturn'],
      ['', 'a'],
    ]);
    expect(applyChanges(changed, { events: [] }).events).toEqual([]);
  });

  it('sealed credentials that nobody changed stay sealed', () => {
    const sealed = { type: 'basic', sealed: 'k:abc' };
    expect(applyChanges({ ...current, auth: sealed }, { url: 'https://b.example/' }).auth).toBe(sealed);
    expect(applyChanges({ ...current, auth: sealed }, { auth: { type: 'none' } }).auth).toEqual({ type: 'none' });
  });
});

describe('the view of a receiver', () => {
  const at = new Date(0);
  const row = { ...DEFAULTS, receiverId: 'r', url: 'https://shop.example/', createdAt: at, updatedAt: at };

  it('never shows credentials; the signing secret only when it was just made', () => {
    const stored = { ...row, auth: { type: 'basic', sealed: 'k:abc' }, signingSecrets: [{ sealed: 'k:def' }] };
    expect(JSON.stringify(toReceiverView(stored))).not.toMatch(/sealed|k:/);
    expect(toReceiverView(stored).signing).toEqual({ enabled: true });
    expect(toReceiverView(stored, 'whsec_x').signing).toEqual({ enabled: true, secret: 'whsec_x' });
  });
});
