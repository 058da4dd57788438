import { describe, expect, it } from '@jest/globals';
import { toLogin } from './login.js';
import { asOptionalOrigin, asOrigins } from './origins.js';
import { loginFaults } from './sessions.dto.js';

describe('CONSOLE_FRAME_ANCESTORS', () => {
  it.each([
    ['', []],
    ['https://portal.example', ['https://portal.example']],
    [' https://Portal.example/ ,https://b.example:8443', ['https://portal.example', 'https://b.example:8443']],
    ['http://localhost:3000,http://127.0.0.1', ['http://localhost:3000', 'http://127.0.0.1']],
  ])('%j is %j', (text, expected) => {
    expect(asOrigins(text)).toEqual(expected);
  });

  it.each([
    'portal.example',
    'http://portal.example',
    'https://portal.example/path',
    'https://portal.example/?',
    'https://user@portal.example',
    'https://*.portal.example',
    'https://portal.example;script-src',
    "'self'",
    '*',
    'https:',
  ])('refuses %s', (text) => {
    expect(() => asOrigins(text)).toThrow(`must be origins such as https://portal.example`);
  });
});

describe('PUBLIC_URL', () => {
  it.each([
    ['', undefined],
    ['https://Webhooks.example/', 'https://webhooks.example'],
    ['http://localhost:8080', 'http://localhost:8080'],
  ])('%j is %j', (text, expected) => {
    expect(asOptionalOrigin(text)).toBe(expected);
  });

  it.each(['webhooks.example', 'http://webhooks.example', 'https://webhooks.example/console', 'https://a.example,https://b.example'])(
    'refuses %s',
    (text) => {
      expect(() => asOptionalOrigin(text)).toThrow('must be an origin such as https://webhooks.example');
    },
  );
});

describe('the body of a login', () => {
  it.each([
    [{}, []],
    [{ user: 1, token: 't' }, []],
    [{ user: '1', token: 't' }, []],
    [{ code: 'c' }, []],
    [{ user: 1 }, ['token']],
    [{ token: 't' }, ['user']],
    [{ user: '', token: '' }, ['user', 'token']],
    [{ user: 1.5, token: 7 }, ['user', 'token']],
    [{ user: null, token: null }, ['user', 'token']],
    [{ code: '' }, ['code']],
    [{ code: null }, ['code']],
    [{ code: 'c', user: 1, token: 't' }, ['code']],
  ])('%j has faults at %j', (body, expected) => {
    expect(loginFaults(body).map(({ attr }) => attr)).toEqual(expected);
  });

  it.each([
    [{ code: 'c' }, { kind: 'link', code: 'c' }],
    [
      { user: 1, token: 't' },
      { kind: 'token', user: '1', token: 't' },
    ],
    [{}, { kind: 'token', user: 'of the header', token: undefined }],
  ])('%j logs in by %j', (body, expected) => {
    expect(toLogin(body, { user: 'of the header', token: undefined })).toEqual(expected);
  });
});
