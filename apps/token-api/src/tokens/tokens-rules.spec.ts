import { describe, expect, it } from '@jest/globals';
import { type CommandDefinition, readArguments } from '#libs/command-line';
import { COMMAND as ACCOUNT_CREATE } from '../accounts/account-create.command.js';
import { includesScope } from '../auth/scope.guard.js';
import { readCredentials } from '../auth/credentials.js';
import { FailureCounts, loginDelayMs, sourceOf } from '../auth/failed-logins.service.js';
import { auditedNote } from './tokens.repository.js';
import { COMMAND as TOKEN_CREATE } from './token-create.command.js';
import { COMMAND as TOKEN_LIST } from './token-list.command.js';
import { COMMAND as TOKEN_REVOKE } from './token-revoke.command.js';
import { requestedScope, scopeFaults } from './tokens.dto.js';
import { hashTokenSecret, isHashOf, isTokenSecret, TOKEN_PATTERN, toTokenSecret } from './token-secret.js';

const secret = toTokenSecret(Uint8Array.from({ length: 32 }, (_, i) => i));

describe('a token secret', () => {
  it('has a prefix and a checksum by which scanners know it', () => {
    expect(secret).toMatch(/^pew_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8[0-9A-Za-z]{6}$/);
    expect(isTokenSecret(secret)).toBe(true);
  });

  it('is refused with any one character changed', () => {
    const changed = [...secret].map((character, i) => secret.slice(0, i) + (character === 'x' ? 'y' : 'x') + secret.slice(i + 1));
    expect(changed.filter(isTokenSecret)).toEqual([]);
  });

  it.each(['', 'pew_', `${secret}x`, ` ${secret}`, `${secret}\n`, secret.slice(1), secret.toUpperCase()])('%j is none', (text) => {
    expect(isTokenSecret(text)).toBe(false);
  });

  it('every checksum fills its six places', () => {
    for (let i = 0; i < 500; i++) expect(toTokenSecret(new Uint8Array(32).fill(i))).toHaveLength(4 + 43 + 6);
  });

  it('is stored as SHA-256', () => {
    expect(hashTokenSecret('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('the hash of a token secret', () => {
  it('is that of this secret alone', () => {
    expect(isHashOf(secret, hashTokenSecret(secret))).toBe(true);
    expect(isHashOf(secret, hashTokenSecret(`${secret}x`))).toBe(false);
    expect(isHashOf(secret, new Uint8Array())).toBe(false);
  });

  it('its pattern finds a token in any text', () => {
    expect([...`export TOKEN="${secret}" # ${secret.slice(0, 20)}`.matchAll(new RegExp(TOKEN_PATTERN, 'g'))].flat()).toEqual([secret]);
  });
});

describe('credentials', () => {
  it.each([
    [undefined, secret, 'absent'],
    ['1', undefined, 'absent'],
    ['', secret, 'absent'],
    ['1', '', 'absent'],
    [undefined, undefined, 'absent'],
    ['one', secret, 'impossible'],
    ['1.0', secret, 'impossible'],
    ['-1', secret, 'impossible'],
    ['0', secret, 'impossible'],
    ['01', secret, 'impossible'],
    ['1e3', secret, 'impossible'],
    ['1, 2', secret, 'impossible'],
    ['9007199254740993', secret, 'impossible'],
    ['99999999999999999999', secret, 'impossible'],
    ['1', 'wrong', 'impossible'],
    ['1', secret, 'given'],
  ])('user %j, token %s… → %s', (user, token, kind) => {
    expect(readCredentials(user, token).kind).toBe(kind);
  });
});

describe('scopes', () => {
  it.each([
    ['read', [true, false, false]],
    ['write', [true, true, false]],
    ['generate', [true, true, true]],
  ] as const)('%s includes the lower ones', (held, expected) => {
    expect((['read', 'write', 'generate'] as const).map((needed) => includesScope(held, needed))).toEqual(expected);
  });

  it.each([
    [{ scope: 'read' }, 'read'],
    [{ scopes: ['write'] }, 'write'],
    [{ scope: 'generate', scopes: ['generate'] }, 'generate'],
  ])('%j asks for %s', (fields, expected) => {
    expect(scopeFaults(fields)).toEqual([]);
    expect(requestedScope(fields)).toBe(expected);
  });

  it.each([
    [{}, ['scope:required']],
    [{ scope: 'admin' }, ['scope:invalidChoice']],
    [{ scope: '' }, ['scope:invalidChoice']],
    [{ scopes: ['admin'] }, ['scope:invalidChoice']],
    [{ scope: 'Read' }, ['scope:invalidChoice']],
    [{ scope: null }, ['scope:invalid']],
    [{ scope: 5 }, ['scope:invalid']],
    [{ scope: ['read'] }, ['scope:invalid']],
    [{ scopes: null }, ['scopes:invalid']],
    [{ scopes: 'read' }, ['scopes:invalid']],
    [{ scopes: [] }, ['scopes:invalid']],
    [{ scopes: [5] }, ['scopes:invalid']],
    [{ scopes: ['read', 'write'] }, ['scopes:invalid']],
    [{ scopes: ['read', 'read'] }, ['scopes:invalid']],
    [{ scope: 'read', scopes: ['write'] }, ['scopes:invalid']],
    [{ scope: 'read', scopes: [] }, ['scopes:invalid']],
    [{ scope: 5, scopes: [] }, ['scope:invalid', 'scopes:invalid']],
    [{ scope: 'admin', scopes: ['admin'] }, ['scope:invalidChoice']],
  ])('%j → %j', (fields, expected) => {
    expect(scopeFaults(fields).map(({ attr, name }) => `${attr}:${name}`)).toEqual(expected);
  });
});

describe('failed logins', () => {
  it('the first ones do not wait, later ones longer and longer, none for ever', () => {
    expect([1, 50, 51, 90, 100, 1_000_000].map(loginDelayMs)).toEqual([0, 0, 5, 200, 250, 250]);
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['fe80:1:2:3:4:5:6:7%eth0', 'fe80:1:2:3'],
    ['2001:db8::a:b:c:d', '2001:db8:0:0'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['', ''],
  ])('source of %s', (address, expected) => {
    expect(sourceOf(address)).toBe(expected);
  });
});

describe('failures by key', () => {
  const counts = (): FailureCounts => new FailureCounts({ windowMs: 100, maxKeys: 3 });

  it('are counted apart, within a window from the first', () => {
    const failures = counts();
    expect([failures.add('a', 0), failures.add('a', 99), failures.add('b', 99), failures.add('a', 100)]).toEqual([1, 2, 1, 1]);
  });

  it('of many keys never take more than their room; the one that goes on failing is not forgotten', () => {
    const failures = counts();
    for (let i = 1; i <= 50; i++) {
      expect(failures.add('hammering', i)).toBe(i);
      failures.add(`passing ${i}`, i);
      expect(failures.size).toBeLessThanOrEqual(3);
    }
  });
});

describe('commands about accounts and tokens', () => {
  const words = (line: string): string[] => line.split(' ');

  it('take what they need', () => {
    const first = { user: 7, scope: 'generate', note: 'first', createAccount: false };
    expect(readArguments(TOKEN_CREATE, words('--user 7 --scope=generate --note first'))).toEqual(first);
    expect(readArguments(ACCOUNT_CREATE, words('--user 7 --name Shop'))).toEqual({ user: 7, name: 'Shop' });
    expect(readArguments(TOKEN_LIST, words('--user=7'))).toEqual({ user: 7 });
    expect(readArguments(TOKEN_REVOKE, words('--user 7 --token-id 12'))).toEqual({ user: 7, tokenId: 12 });
  });

  it.each<[CommandDefinition, string, string]>([
    [TOKEN_CREATE, '--scope read', '--user is missing'],
    [TOKEN_CREATE, '--user x --scope read', 'not "x"'],
    [TOKEN_CREATE, '--user 0 --scope read', 'not "0"'],
    [TOKEN_CREATE, '--user 1', '--scope is missing: one of read, write, generate'],
    [TOKEN_CREATE, '--user 1 --scope admin', 'not "admin"'],
    [TOKEN_CREATE, '--user 1 --scope read --colour red', "unknown option '--colour'"],
    [ACCOUNT_CREATE, '--user -1', '--user'],
    [TOKEN_LIST, '--user x', 'not "x"'],
    [TOKEN_REVOKE, '--user 7', '--token-id is missing'],
    [TOKEN_REVOKE, '--user 7 --token-id 7a', 'must be a number as token:list shows it, not "7a"'],
  ])('%# is refused: %s', (command, line, sentence) => {
    expect(() => readArguments(command, words(line))).toThrow(sentence);
  });
});

describe('a note in the audit log', () => {
  it.each([
    ['', ''],
    ['n'.repeat(1000), 'n'.repeat(1000)],
    ['n'.repeat(1001), `${'n'.repeat(1000)}…`],
    [`${'n'.repeat(999)}😀`, `${'n'.repeat(999)}\ufffd…`],
  ])('is whole or its beginning, and never half a character %#', (note, kept) => {
    expect(auditedNote(note)).toBe(kept);
  });
});
