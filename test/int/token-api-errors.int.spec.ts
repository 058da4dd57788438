import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { api, type CreatedToken } from '../support/api.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const SOME_ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

interface Route {
  readonly method: string;
  readonly path: string;
  /** The lowest sufficient scope; undefined = public. */
  readonly scope?: 'read' | 'write' | 'generate';
  readonly allow: string;
  /** The fields that a POST without a body lacks. */
  readonly requires?: string | readonly string[];
  /** The unknown id of a POST without a body that lacks nothing. */
  readonly unknown?: string;
  /** A POST without a body lacks nothing: its headers suffice. */
  readonly lacksNothing?: true;
}

const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/tokens/list', scope: 'generate', allow: 'GET, HEAD' },
  { method: 'POST', path: '/tokens/generate', scope: 'generate', allow: 'POST', requires: 'scope' },
  { method: 'POST', path: '/tokens/revoke', scope: 'generate', allow: 'POST', requires: 'tokenId' },
  { method: 'POST', path: '/sessions', allow: 'POST, GET, HEAD', lacksNothing: true },
  { method: 'GET', path: '/sessions', scope: 'generate', allow: 'POST, GET, HEAD' },
  { method: 'GET', path: '/sessions/current', scope: 'read', allow: 'GET, HEAD, DELETE' },
  { method: 'DELETE', path: '/sessions/current', scope: 'read', allow: 'GET, HEAD, DELETE' },
  { method: 'DELETE', path: `/sessions/${SOME_ID}`, scope: 'generate', allow: 'DELETE' },
  { method: 'POST', path: '/sessions/links', scope: 'read', allow: 'POST', requires: 'scope' },
  { method: 'POST', path: '/sessions/links/inspect', allow: 'POST', requires: 'code' },
  { method: 'DELETE', path: `/sessions/links/${SOME_ID}`, scope: 'generate', allow: 'DELETE' },
  { method: 'POST', path: '/receivers', scope: 'write', allow: 'POST, GET, HEAD', requires: 'url' },
  { method: 'GET', path: '/receivers', scope: 'read', allow: 'POST, GET, HEAD' },
  { method: 'POST', path: '/receivers/preview', scope: 'read', allow: 'POST', lacksNothing: true },
  { method: 'GET', path: '/filter-values', scope: 'read', allow: 'GET, HEAD' },
  { method: 'GET', path: `/receivers/${SOME_ID}`, scope: 'read', allow: 'GET, HEAD, PATCH, DELETE' },
  { method: 'PATCH', path: `/receivers/${SOME_ID}`, scope: 'write', allow: 'GET, HEAD, PATCH, DELETE' },
  { method: 'DELETE', path: `/receivers/${SOME_ID}`, scope: 'write', allow: 'GET, HEAD, PATCH, DELETE' },
  { method: 'GET', path: '/deliveries', scope: 'read', allow: 'GET, HEAD' },
  { method: 'GET', path: `/deliveries/${SOME_ID}`, scope: 'read', allow: 'GET, HEAD' },
  { method: 'POST', path: `/receivers/${SOME_ID}/test`, scope: 'write', allow: 'POST', requires: 'event' },
  { method: 'POST', path: `/receivers/${SOME_ID}/redeliver`, scope: 'write', allow: 'POST', requires: ['from', 'status'] },
  { method: 'POST', path: `/deliveries/${SOME_ID}/redeliver`, scope: 'write', allow: 'POST', unknown: 'deliveryId' },
  { method: 'GET', path: `/redeliveries/${SOME_ID}`, scope: 'read', allow: 'GET, HEAD' },
  { method: 'GET', path: '/notifications', scope: 'read', allow: 'GET, HEAD' },
  { method: 'POST', path: '/notification-targets', scope: 'write', allow: 'POST, GET, HEAD', requires: ['kind', 'address'] },
  { method: 'GET', path: '/notification-targets', scope: 'read', allow: 'POST, GET, HEAD' },
  { method: 'GET', path: `/notification-targets/${SOME_ID}`, scope: 'read', allow: 'GET, HEAD, PATCH, DELETE' },
  { method: 'GET', path: '/statistics', scope: 'read', allow: 'GET, HEAD' },
  { method: 'PUT', path: '/consignments', scope: 'write', allow: 'PUT, GET, HEAD', requires: 'references' },
  { method: 'GET', path: '/consignments', scope: 'read', allow: 'PUT, GET, HEAD' },
  { method: 'GET', path: '/consignments/acme/1', scope: 'read', allow: 'GET, HEAD' },
  { method: 'GET', path: '/consignments/acme/1/explain', scope: 'read', allow: 'GET, HEAD' },
  {
    method: 'POST',
    path: '/scans',
    scope: 'write',
    allow: 'POST',
    requires: ['carrier_code', 'courier', 'tracking_number', 'occurred_at'],
  },
  { method: 'GET', path: '/event-types', scope: 'read', allow: 'GET, HEAD' },
  { method: 'GET', path: '/events', scope: 'read', allow: 'GET, HEAD' },
  { method: 'GET', path: `/events/${SOME_ID}`, scope: 'read', allow: 'GET, HEAD' },
  { method: 'GET', path: '/exports/deliveries.csv', scope: 'read', allow: 'GET, HEAD' },
  { method: 'GET', path: '/exports/consignments.csv', scope: 'read', allow: 'GET, HEAD' },
  { method: 'GET', path: '/exports/receivers.csv', scope: 'read', allow: 'GET, HEAD' },
  { method: 'GET', path: '/exports/redeliveries.csv', scope: 'read', allow: 'GET, HEAD' },
  { method: 'GET', path: '/exports/audit-log.csv', scope: 'generate', allow: 'GET, HEAD' },
  { method: 'GET', path: '/sender-addresses', allow: 'GET, HEAD' },
];
const guarded = ROUTES.filter(({ scope }) => scope);
const withBody = ROUTES.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method));
const LOWER = { read: undefined, write: 'read', generate: 'write' } as const;

const bed = useTestBed();
const tokens: Record<string, CreatedToken> = {};
let anyone: AxiosInstance;
let call: (route: Route, headers?: Record<string, string>, data?: unknown) => Promise<AxiosResponse>;

beforeAll(async () => {
  for (const scope of ['read', 'write', 'generate'] as const) tokens[scope] = await bed.createAccountAndToken({ user: 7, scope });
  const app = await bed.startApp('token-api', { RATE_LIMIT_PER_SECOND: '1000000' });
  anyone = api(app.url);
  call = ({ method, path }, headers = {}, data) => anyone.request({ method, url: path, headers, data });
});

const as = (scope = 'generate'): Record<string, string> => ({ user: '7', token: tokens[scope]?.token ?? '' });
const json = { 'content-type': 'application/json' };
const body = (code: string, attr: string | null = null): unknown => ({
  type: 'client_error',
  errors: [{ code, detail: expect.stringMatching(/.+/), attr }],
});

function expectError(answer: AxiosResponse, status: number, code: string, attr: string | null = null): void {
  expect({ status: answer.status, data: answer.data as unknown }).toEqual({ status, data: body(code, attr) });
  expect(answer.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['x-powered-by']).toBeUndefined();
}

describe('404 for an unknown route comes first', () => {
  it.each(['/x', '/tokens', '/tokens/list/', '/Tokens/list', '/receivers/', `/receivers/${SOME_ID}/x`, '/receivers/%', '/%FF'])(
    '%s',
    async (path) => {
      expectError(await call({ method: 'POST', path, allow: '' }, { accept: 'text/html' }), 404, 'not_found');
    },
  );
});

describe.each(ROUTES)('$method $path', (route) => {
  it.each(['PUT', 'DELETE', 'POST', 'PATCH', 'OPTIONS', 'TRACE'].filter((method) => !route.allow.includes(method)))(
    '405 for %s comes before 406, with Allow',
    async (method) => {
      const answer = await call({ ...route, method }, { accept: 'text/html' });
      expectError(answer, 405, 'method_not_allowed');
      expect(answer.headers['allow']).toBe(route.allow);
    },
  );

  it('406 before 401', async () => {
    expectError(await call(route, { accept: 'text/html' }), 406, 'not_acceptable');
  });
});

describe.each(guarded)('$method $path without valid credentials', (route) => {
  it.each([
    ['neither header', {}, 'not_authenticated'],
    ['no token', { user: '7' }, 'not_authenticated'],
    ['an empty token', { user: '7', token: '' }, 'not_authenticated'],
    ['no user', { token: 'given' }, 'not_authenticated'],
    ['an empty user', { user: '', token: 'given' }, 'not_authenticated'],
    ['a user that is not a number', { user: 'seven', token: 'given' }, 'authentication_failed'],
    ['an unknown user', { user: '8', token: 'given' }, 'authentication_failed'],
    ['a token of the wrong form', { user: '7', token: 'x' }, 'authentication_failed'],
  ])('401 for %s, before 403 and 415', async (_, { token, ...rest }: { user?: string; token?: string }, code) => {
    const secret: Record<string, string> = token === undefined ? {} : { token: token === 'given' ? (tokens['read']?.token ?? '') : token };
    const answer = await call(route, { ...rest, ...secret, 'content-type': 'text/plain' }, route.method === 'GET' ? undefined : 'x');
    expectError(answer, 401, code);
    expect(answer.headers['www-authenticate']).toBe('Token');
  });

  it('403 if the scope is too low, before 415', async () => {
    const lower = LOWER[route.scope ?? 'read'];
    if (!lower) return;
    const answer = await call(route, { ...as(lower), 'content-type': 'text/plain' }, 'x');
    expectError(answer, 403, 'permission_denied');
    expect(JSON.stringify(answer.data)).toContain(`It needs a token of scope \`${route.scope}\`; this token has \`${lower}\`.`);
  });

  it('its own scope is enough', async () => {
    expect([200, 204, 400, 404]).toContain((await call(route, as(route.scope))).status);
  });
});

describe.each(withBody)('$method $path and its body', (route) => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/problem+json', 'application/json; charset=latin1'])(
    '415 for %s, before 413',
    async (contentType) => {
      expectError(await call(route, { ...as(), 'content-type': contentType }, 'x'.repeat(2 ** 20 + 1)), 415, 'not_acceptable');
    },
  );

  it('415 for a body without a content type', async () => {
    const url = `${anyone.defaults.baseURL ?? ''}${route.path}`;
    const answer = await fetch(url, { method: route.method, headers: as(), body: Buffer.from('{}') });
    expect([answer.status, await answer.json()]).toEqual([415, body('not_acceptable')]);
  });

  it('413 above 1 MiB, and the answer can be read', async () => {
    const tooLarge = `{"note":"${'x'.repeat(2 ** 20)}"}`;
    expectError(await call(route, { ...as(), ...json }, tooLarge), 413, 'request_too_large');
  });

  it.each([
    ['{', 'parse_error'],
    ['not json', 'parse_error'],
    ['[]', 'invalid'],
    ['null', 'invalid'],
    ['"text"', 'invalid'],
  ])('400 for %s, before 404', async (text, code) => {
    expectError(
      await anyone.request({ method: route.method, url: route.path, headers: { ...as(), ...json }, data: Buffer.from(text) }),
      400,
      code,
    );
  });

  it('without a body needs no content type: the fields are missing', async () => {
    const url = `${anyone.defaults.baseURL ?? ''}${route.path}`;
    const answer = await fetch(url, { method: route.method, headers: { ...as(), 'content-type': 'text/plain' } });
    const { errors } = (await answer.json()) as { errors?: { code: string; attr: string }[] };
    const expected = route.lacksNothing
      ? [route.path === '/sessions' ? 201 : 200, undefined]
      : route.requires
        ? [400, [route.requires].flat().map((attr) => `${attr}:required`)]
        : [404, [`${route.unknown ?? 'receiverId'}:not_found`]];
    expect([answer.status, errors?.map(({ attr, code }) => `${attr}:${code}`)]).toEqual(expected);
  });
});

describe('404 for an unknown id comes last', () => {
  it.each([
    ['GET', `/receivers/${SOME_ID}`, 'receiverId'],
    ['GET', '/receivers/7', 'receiverId'],
    ['PATCH', `/receivers/${SOME_ID}`, 'receiverId'],
    ['DELETE', `/receivers/${SOME_ID}`, 'receiverId'],
    ['GET', `/deliveries/${SOME_ID}`, 'deliveryId'],
    ['GET', '/deliveries/x%00y', 'deliveryId'],
    ['POST', `/deliveries/${SOME_ID}/redeliver`, 'deliveryId'],
    ['GET', `/redeliveries/${SOME_ID}`, 'redeliveryId'],
    ['GET', `/events/${SOME_ID}`, 'eventid'],
    ['DELETE', `/sessions/${SOME_ID}`, 'sessionId'],
    ['DELETE', `/sessions/links/${SOME_ID}`, 'linkId'],
    ['GET', '/consignments/acme/1', 'trackingNumber'],
    ['GET', `/consignments/acme/1/explain?receiverId=${SOME_ID}`, 'receiverId'],
  ])('%s %s', async (method, path, attr) => {
    expectError(await call({ method, path, allow: '' }, as()), 404, 'not_found', attr);
  });
});

describe.each([SOME_ID, 'abc', 'x%00y'])('with the unknown id %s', (id) => {
  it.each<[string, string, object, string[]]>([
    ['PATCH', `/receivers/${id}`, { enabled: 'yes' }, ['enabled:invalid']],
    ['PATCH', `/receivers/${id}`, { url: 'https://10.0.0.1/' }, ['url:invalid']],
    ['POST', `/receivers/${id}/redeliver`, {}, ['from:required', 'status:required']],
    ['POST', `/receivers/${id}/test`, {}, ['event:required']],
    ['POST', `/receivers/${id}/signing/rotate`, { overlapMs: -1 }, ['overlapMs:invalid']],
  ])('%s %s %j: 400 before 404', async (method, path, data, expected) => {
    const answer = await call({ method, path, allow: '' }, as(), data);
    const { errors } = answer.data as { errors: { code: string; attr: string }[] };
    expect([answer.status, errors.map(({ attr, code }) => `${attr}:${code}`)]).toEqual([400, expected]);
  });

  it.each([
    ['PATCH', `/receivers/${id}`, { enabled: false }, 'receiverId'],
    ['DELETE', `/receivers/${id}`, undefined, 'receiverId'],
    ['POST', `/receivers/${id}/redeliver`, { from: '2026-03-29T00:00:00Z', status: 'exhausted' }, 'receiverId'],
    ['POST', `/receivers/${id}/test`, { event: 'onDelivered' }, 'receiverId'],
    ['POST', `/receivers/${id}/signing/rotate`, { overlapMs: 0 }, 'receiverId'],
    ['DELETE', `/receivers/${id}/signing/previous`, undefined, 'receiverId'],
    ['POST', `/deliveries/${id}/redeliver`, undefined, 'deliveryId'],
    ['GET', `/redeliveries/${id}`, undefined, 'redeliveryId'],
    ['DELETE', `/sessions/${id}`, undefined, 'sessionId'],
    ['DELETE', `/sessions/links/${id}`, undefined, 'linkId'],
    ['GET', `/events/${id}`, undefined, 'eventid'],
  ])('%s %s: 404', async (method, path, data, attr) => {
    expectError(await call({ method, path, allow: '' }, as(), data), 404, 'not_found', attr);
  });

  it('400 for an unusable Idempotency-Key, before 404', async () => {
    const answer = await call(
      { method: 'POST', path: `/deliveries/${id}/redeliver`, allow: '' },
      { ...as(), 'idempotency-key': 'k'.repeat(256) },
    );
    expectError(answer, 400, 'invalid', 'Idempotency-Key');
  });
});

describe('names that every object has are unknown like any other name', () => {
  // Sent as text, because axios itself drops such names.
  const receiver =
    '{"url":"https://203.0.114.7/","auth":{"type":"headers","headers":{"X-A":"a","constructor":"b","__proto__":"c","toString":"d"}}}';

  it.each<[string, string, string | undefined, string[]]>([
    [
      'GET',
      '/deliveries?constructor=1&prototype=1&__proto__=1&toString=1',
      undefined,
      ['__proto__', 'constructor', 'prototype', 'toString'],
    ],
    ['GET', '/events?constructor=1&limit=0', undefined, ['constructor', 'limit']],
    ['POST', '/receivers', receiver, ['auth.headers.__proto__', 'auth.headers.constructor', 'auth.headers.toString']],
  ])('%s %s', async (method, path, text, attrs) => {
    const answer = await call({ method, path, allow: '' }, { ...as(), ...json }, text === undefined ? undefined : Buffer.from(text));
    const { errors } = answer.data as { errors: { code: string; attr: string }[] };
    expect([answer.status, errors.map(({ attr, code }) => `${attr}:${code}`).toSorted()]).toEqual([
      400,
      attrs.map((attr) => `${attr}:invalid`),
    ]);
  });
});

describe('500', () => {
  it('has no internal text; the log has it, with the request id', async () => {
    const app = await bed.startApp('token-api');
    await bed.database.query('ALTER TABLE receiver RENAME TO receiver_gone');
    const answer = await anyone.get('/receivers', { headers: { ...as(), 'x-request-id': 'case-500' }, baseURL: app.url });
    await bed.database.query('ALTER TABLE receiver_gone RENAME TO receiver');
    expect([answer.status, answer.data]).toEqual([
      500,
      { type: 'server_error', errors: [{ code: 'error', detail: 'A server error occurred.', attr: null }] },
    ]);
    expect(answer.headers['x-request-id']).toBe('case-500');
    const line = await waitFor(() => app.logs().find(({ event, requestId }) => event === 'request.failed' && requestId === 'case-500'), {
      what: 'its line in the log',
    });
    expect(line).toMatchObject({ error: expect.any(String) });
  });
});
