import { describe, expect, it } from '@jest/globals';
import { toTraceparent } from '#libs/contracts';
import { ApiError } from '#libs/errors';
import { accepts, methodsAt, toRequestId } from './request-gate.middleware.js';
import { isJsonContentType, parseJsonBody } from './json-body.interceptor.js';
import { parseQuery } from '../http.setup.js';

describe('Accept covers application/json', () => {
  it.each([
    [undefined, true],
    ['', true],
    ['*/*', true],
    ['application/*', true],
    ['application/json', true],
    ['APPLICATION/JSON', true],
    ['application/json;charset=utf-8', true],
    ['text/html, application/xhtml+xml, */*;q=0.8', true],
    ['text/html;q=1, application/json;q=0.1', true],
    ['application/json; q=0.5', true],
    ['text/html', false],
    ['text/*', false],
    ['application/xml', false],
    ['application/problem+json', false],
    ['application/json;q=0', false],
    ['application/json;q=0.000, */*', false],
    ['application/*;q=0, */*;q=1', false],
    ['*/*;q=0', false],
    ['*/*;q=0, application/json', true],
    ['json', false],
    [',', false],
  ])('%s → %s', (accept, expected) => {
    expect(accepts(accept, 'application/json')).toBe(expected);
  });
});

describe('Accept covers text/csv', () => {
  it.each([
    [undefined, true],
    ['*/*', true],
    ['text/*', true],
    ['text/csv; charset=utf-8', true],
    ['application/json', false],
    ['text/csv;q=0, */*', false],
  ])('%s → %s', (accept, expected) => {
    expect(accepts(accept, 'text/csv')).toBe(expected);
  });
});

describe('a content type that is JSON', () => {
  it.each([
    ['application/json', true],
    ['Application/JSON; Charset=UTF-8', true],
    ['application/json; charset="utf-8"', true],
    ['application/json;charset=utf8', true],
    ['application/json; profile=x', true],
    ['application/json;', true],
    ['application/json; charset=iso-8859-1', false],
    ['application/json; charset=', false],
    ['application/problem+json', false],
    ['application/jsonp', false],
    ['text/json', false],
    ['text/plain', false],
    ['', false],
    [undefined, false],
  ])('%s → %s', (contentType, expected) => {
    expect(isJsonContentType(contentType)).toBe(expected);
  });
});

describe('the JSON body', () => {
  const codeOf = (body: string | Uint8Array): string => {
    try {
      parseJsonBody(typeof body === 'string' ? Buffer.from(body) : body);
      return 'fine';
    } catch (error) {
      return (error as ApiError).items[0]?.code ?? '';
    }
  };

  it.each([
    ['{}', 'fine'],
    ['', 'fine'],
    [' {"a":1}\r\n', 'fine'],
    ['\uFEFF{"a":1}', 'fine'],
    ['[]', 'invalid'],
    ['null', 'invalid'],
    ['"text"', 'invalid'],
    ['7', 'invalid'],
    ['{', 'parse_error'],
    ["{'a':1}", 'parse_error'],
    ['{"a":1}}', 'parse_error'],
    [' ', 'parse_error'],
    ['{"a":"\u0001"}', 'parse_error'],
    [`{"a":${'['.repeat(31)}${']'.repeat(31)}}`, 'fine'],
    [`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, 'invalid'],
    [`{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}`, 'invalid'],
  ])('%s → %s', (body, expected) => {
    expect(codeOf(body)).toBe(expected);
  });

  it('is not JSON if its bytes are not UTF-8', () => {
    expect(codeOf(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBe('parse_error');
  });

  it('may have the key __proto__, without harm', () => {
    parseJsonBody(Buffer.from('{"__proto__":{"polluted":true}}'));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('methods at an address', () => {
  const routes = [
    { method: 'GET', path: '/tokens/list' },
    { method: 'POST', path: '/receivers' },
    { method: 'GET', path: '/receivers' },
    { method: 'POST', path: '/receivers/named' },
    { method: 'GET', path: '/receivers/:receiverId' },
    { method: 'DELETE', path: '/receivers/:receiverId' },
    { method: 'GET', path: '/console/*path' },
  ];

  it.each([
    ['/tokens/list', ['GET', 'HEAD']],
    ['/receivers', ['POST', 'GET', 'HEAD']],
    ['/receivers/7', ['GET', 'HEAD', 'DELETE']],
    ['/receivers/%C3%A4', ['GET', 'HEAD', 'DELETE']],
    ['/receivers/', undefined],
    ['/console', undefined],
    ['/console/', ['GET', 'HEAD']],
    ['/console/a/b%2Fc/', ['GET', 'HEAD']],
    ['/console/%', undefined],
    ['/consoles/a', undefined],
    ['/a/console/b', undefined],
    ['/tokens/list/', undefined],
    ['/Tokens/list', undefined],
    ['/tokens', undefined],
    ['//tokens/list', undefined],
    ['/', undefined],
    ['*', undefined],
    ['/receivers/%', undefined],
    ['/receivers/%FF', undefined],
    ['/receivers/7/8', undefined],
    ['/receivers/__proto__', ['GET', 'HEAD', 'DELETE']],
    ['/receivers/named', ['POST']],
  ])('%s → %s', (path, expected) => {
    expect(methodsAt(routes, path)).toEqual(expected);
  });
});

describe('the request id', () => {
  it.each([
    ['abc-1.2_3', 'abc-1.2_3'],
    ['a'.repeat(128), 'a'.repeat(128)],
    ['a'.repeat(129), 'fresh'],
    ['', 'fresh'],
    ['a b', 'fresh'],
    ['a\nb', 'fresh'],
    ['ä', 'fresh'],
    [undefined, 'fresh'],
  ])('%s → %s', (given, expected) => {
    expect(toRequestId(given, 'fresh')).toBe(expected);
  });
});

describe('a traceparent', () => {
  const given = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

  it('is kept unchanged in the format of version 00', () => {
    expect(toTraceparent(given)).toBe(given);
  });

  it.each([
    [undefined],
    [''],
    ['x'],
    [given.toUpperCase()],
    [`${given}-00`],
    [`${given}, ${given}`],
    [given.replace('00-', 'ff-')],
    [given.replace('4bf92f3577b34da6a3ce929d0e0e4736', '0'.repeat(32))],
    [given.replace('00f067aa0ba902b7', '0'.repeat(16))],
  ])('is dropped in another format: %s', (text) => {
    expect(toTraceparent(text)).toBeUndefined();
  });
});

describe('a query', () => {
  it.each([
    ['limit=3&limit=4&event=', { limit: ['3', '4'], event: '' }],
    [`${'&'.repeat(5000)}receiverId=7`, { receiverId: '7' }],
    [Array.from({ length: 2000 }, (_, index) => `k${index}=0`).join('&'), expect.objectContaining({ k1999: '0' })],
  ])('%# is read to its end', (text, expected) => {
    expect({ ...parseQuery(text) }).toEqual(expected);
  });
});
