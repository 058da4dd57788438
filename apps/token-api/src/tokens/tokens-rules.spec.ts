import { describe, expect, it } from '@jest/globals';
import { type CommandDefinition, readArguments } from '#libs/command-line';
import { COMMAND as ACCOUNT_CREATE } from '../accounts/account-create.command.js';
import { COMMAND as TOKEN_CREATE } from './token-create.command.js';
import { COMMAND as TOKEN_LIST } from './token-list.command.js';
import { COMMAND as TOKEN_REVOKE } from './token-revoke.command.js';
import { hashTokenSecret, isHashOf, isTokenSecret, TOKEN_PATTERN, toTokenSecret } from './token-secret.js';
import { requestedScope, scopeFaults } from './tokens.dto.js';
import { auditedNote } from './tokens.repository.js';

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

  it.each(['', 'pew_', `${secret}x`, ` ${secret}`, `${secret}\n`, secret.slice(1), secret.toUpperCase()])(
    '%j is not a token secret',
    (text) => {
      expect(isTokenSecret(text)).toBe(false);
    },
  );

  it('always has a checksum of six characters', () => {
    for (let i = 0; i < 500; i++) expect(toTokenSecret(new Uint8Array(32).fill(i))).toHaveLength(4 + 43 + 6);
  });

  it('is stored as SHA-256', () => {
    expect(hashTokenSecret('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('a known token secret', () => {
  it('is the only secret that matches its hash', () => {
    expect(isHashOf(secret, hashTokenSecret(secret))).toBe(true);
    expect(isHashOf(secret, hashTokenSecret(`${secret}x`))).toBe(false);
    expect(isHashOf(secret, new Uint8Array())).toBe(false);
  });

  it('is found in any text by its pattern', () => {
    expect([...`export TOKEN="${secret}" # ${secret.slice(0, 20)}`.matchAll(new RegExp(TOKEN_PATTERN, 'g'))].flat()).toEqual([secret]);
  });
});

describe('the wanted scope', () => {
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

describe('commands about accounts and tokens', () => {
  const words = (line: string): string[] => line.split(' ');

  it('accept their options', () => {
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
  ])('is kept whole or cut, but never inside a character: %#', (note, kept) => {
    expect(auditedNote(note)).toBe(kept);
  });
});
