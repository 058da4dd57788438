import { describe, expect, it } from '@jest/globals';
import { answerTo, cacheControlOf, consoleSecurity, contentTypeOf, toConsolePage } from './page.js';

const FILES = new Set(['assets/index-1.js', 'licences.txt']);
const NOTHING = { kind: 'nothing' };
const page = (base: string) => ({ kind: 'page', base });
const file = (name: string) => ({ kind: 'file', name });

describe('an address of the console', () => {
  it.each([
    ['/console', { kind: 'redirect' }],
    ['/console/', page('./')],
    ['/console/deliveries', page('./')],
    ['/console/deliveries/', page('../')],
    ['/console/deliveries/abc', page('../')],
    ['/console/parcels/acme/A%2F1', page('../../')],
    ['/console//a', page('../')],
    ['/console/index.html', page('./')],
    ['/console/licences.txt', file('licences.txt')],
    ['/console/assets/index-1.js', file('assets/index-1.js')],
    ['/console/assets/index-1.js.gz', NOTHING],
    ['/console/assets/', NOTHING],
    ['/console/assets/../index.html', NOTHING],
    ['/console/assets/__proto__', NOTHING],
    ['/console/deliveries/../../docs', NOTHING],
    ['/console/%2e%2e/docs', NOTHING],
    ['/console/.%2E', NOTHING],
    ['/console/%2e', NOTHING],
  ])('%s → %j', (path, expected) => {
    expect(answerTo(path, FILES)).toEqual(expected);
    if (expected.kind !== 'page' || !('base' in expected)) return;
    expect(new URL(expected.base, `https://example.test${path}`).pathname).toBe('/console/');
  });
});

describe('the page', () => {
  it('has its base before every relative link, and the nonce at every placeholder', () => {
    const template = '<head><meta nonce="__NONCE__"><script src="./a.js" nonce="__NONCE__"></script></head>';
    expect(toConsolePage(template, { nonce: 'n1', base: '../' })).toBe(
      '<head>\n    <base href="../" /><meta nonce="n1"><script src="./a.js" nonce="n1"></script></head>',
    );
  });

  it.each([
    [[], "frame-ancestors 'none'"],
    [['https://a.example', 'https://b.example:8443'], "frame-ancestors 'self' https://a.example https://b.example:8443"],
  ])('may be shown in a frame by pages of %j', (ancestors, expected) => {
    const policy = consoleSecurity('n1', ancestors).split('; ');
    expect(policy.slice(0, 3)).toEqual(["default-src 'none'", "script-src 'nonce-n1' 'self'", "style-src 'self' 'nonce-n1'"]);
    expect(policy.at(-1)).toBe(expected);
  });
});

it.each([
  ['assets/index-1.js', 'text/javascript; charset=utf-8', true],
  ['assets/index-1.css', 'text/css; charset=utf-8', true],
  ['assets/text-1.woff2', 'font/woff2', true],
  ['assets/thing', 'application/octet-stream', true],
  ['licences.txt', 'text/plain; charset=utf-8', false],
])('%s is sent as %s; cached for good: %s', (name, type, isKept) => {
  expect([contentTypeOf(name), cacheControlOf(name).includes('immutable')]).toEqual([type, isKept]);
});
