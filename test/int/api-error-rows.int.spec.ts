// Tests every route with every error row of its document, over real HTTP; api() compares each answer with the document.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosRequestConfig, AxiosResponse } from 'axios';
import { type Operation, operationsOf, readOpenApi, responseAt } from '../support/answer-checks.js';
import { api, type CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import { logIn } from '../support/sessions.js';
import { useTestBed } from '../support/test-bed.js';
import { eventually } from '../support/wait-for.js';

const SOME_ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const SCOPES = ['read', 'write', 'generate'] as const;
type Scope = (typeof SCOPES)[number];

/**
 * 408 takes a minute and belongs to the connection, not to a route. The other two need special states (token-api-redeliveries,
 * token-api-parcels).
 */
const ELSEWHERE = ['408 request_timeout', '409 conflict', '503 service_unavailable'];

interface Row {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly status: number;
  readonly code: string;
  /** The field named in the document's example. */
  readonly attr: string | null;
}

const document = readOpenApi();
/**
 * Excludes combinations that cannot happen: all operations share one response per status. A public operation reads no session, and a
 * question about a link cannot lack credentials.
 */
const isPossible = ({ id, code, operation }: Row): boolean =>
  operation.security.length > 0 || !(code === 'session_mismatch' || (id === 'inspectSessionLink' && code === 'not_authenticated'));
const documented: Row[] = operationsOf(document).flatMap((found) =>
  Object.keys(found.operation.responses).flatMap((status) => {
    const media = responseAt(document, found, status)?.response.content?.['application/json'];
    if (Number(status) < 400) return [];
    return Object.entries(media?.examples ?? {}).map(([code, { value }]) => {
      const { errors } = value as { errors: readonly { attr: string | null }[] };
      const { method, path, operation } = found;
      return { id: operation.operationId, method, path, operation, status: Number(status), code, attr: errors[0]?.attr ?? null };
    });
  }),
);
const rows = documented.filter(isPossible);
const isPublic = ({ operation }: Row): boolean => operation.security.length === 0;
const scopeOf = ({ operation }: Row): Scope => (operation.security[0]?.['token']?.[0] ?? 'read') as Scope;
const ofStatus = (...statuses: number[]): Row[] => rows.filter(({ status }) => statuses.includes(status));

const bed = useTestBed();
const tokens = new Map<Scope, CreatedToken>();
/** The cookie of a session. */
let cookie: string;
let app: App;
let throttling: App;
const requestIds: string[] = [];

beforeAll(async () => {
  for (const scope of SCOPES) tokens.set(scope, await bed.createAccountAndToken({ user: 7, scope }));
  [app, throttling] = await Promise.all([
    bed.startApp('token-api', { RATE_LIMIT_PER_SECOND: '1000000' }),
    bed.startApp('token-api', { RATE_LIMIT_PER_SECOND: '1' }),
  ]);
  ({ cookie } = await logIn(app.url, tokens.get('generate') as CreatedToken));
});

const as = (scope: Scope = 'generate'): Record<string, string> => ({ user: '7', token: tokens.get(scope)?.token ?? '' });

/** Returns a valid request for the row's route, except that its ids do not exist. */
function usual(row: Row): AxiosRequestConfig {
  const [example] = Object.values(row.operation.requestBody?.content['application/json']?.examples ?? {});
  return {
    method: row.method,
    url: row.path.replaceAll(/\{\w+\}/g, SOME_ID),
    headers: { ...as(), ...(example && { 'content-type': 'application/json' }) },
    ...(example && { data: example.value }),
  };
}

const withHeaders = (row: Row, headers: Record<string, string>): AxiosRequestConfig => {
  const request = usual(row);
  return { ...request, headers: { ...(request.headers as Record<string, string>), ...headers } };
};
const withBody = (row: Row, data: unknown): AxiosRequestConfig => ({ ...withHeaders(row, { 'content-type': 'application/json' }), data });
const withQuery = (row: Row, value: string): AxiosRequestConfig => ({ ...usual(row), params: { [row.attr ?? '']: value } });
/** The API reads a body even if the route does not use it. */
const hasBody = ({ method }: Row): boolean => ['post', 'put', 'patch'].includes(method);

/** `events.0` and a value → `{events: [value]}` */
function nested(attr: string, value: unknown): unknown {
  return attr
    .split('.')
    .toReversed()
    .reduce<unknown>((inner, part) => (/^\d+$/.test(part) ? [inner] : { [part]: inner }), value);
}

/** `auth.type` → `{auth: {}}`, `url` → `{}` */
const lacking = (attr: string): unknown => (attr.includes('.') ? nested(attr.slice(0, attr.lastIndexOf('.')), {}) : {});

/** Comes from another site's page: every route refuses its session, and the login refuses its credentials. */
const fromElsewhere = (row: Row): AxiosRequestConfig => {
  const { user: _, token: __, ...headers } = usual(row).headers as Record<string, string>;
  return { ...usual(row), headers: { ...headers, cookie, 'sec-fetch-site': 'cross-site' } };
};

const PROVOKE: Readonly<Record<string, (row: Row) => AxiosRequestConfig>> = {
  '400 parse_error': (row) => withBody(row, Buffer.from('{')),
  '400 invalid': (row) => (hasBody(row) ? withBody(row, Buffer.from('[]')) : withQuery(row, '')),
  // Lists name a parcel by two parameters or by none.
  '400 required': (row) => (hasBody(row) ? withBody(row, lacking(row.attr ?? '')) : { ...usual(row), params: { trackingNumber: 'x' } }),
  '400 invalid_choice': (row) => (hasBody(row) ? withBody(row, nested(row.attr ?? '', 'nonsense')) : withQuery(row, 'nonsense')),
  '401 not_authenticated': (row) => withHeaders(row, { token: '' }),
  '401 authentication_failed': (row) => withHeaders(row, { user: '8' }),
  '403 permission_denied': (row) =>
    isPublic(row) || scopeOf(row) === 'read' ? fromElsewhere(row) : withHeaders(row, as(SCOPES[SCOPES.indexOf(scopeOf(row)) - 1])),
  // The API explains unknown parcels too, but refuses unknown receivers.
  '404 not_found': (row) =>
    row.path.includes('{')
      ? { ...usual(row), ...(row.id === 'explainConsignment' && { params: { receiverId: SOME_ID } }) }
      : withBody(row, nested(row.attr ?? 'tokenId', 987_654)),
  '405 method_not_allowed': (row) => ({ ...usual(row), method: 'OPTIONS' }),
  '406 not_acceptable': (row) => withHeaders(row, { accept: 'text/html' }),
  '409 session_mismatch': (row) => {
    const { user: _, token: __, ...headers } = usual(row).headers as Record<string, string>;
    return { ...usual(row), headers: { ...headers, cookie, 'x-session-id': SOME_ID } };
  },
  '413 request_too_large': (row) => withBody(row, `{"note":"${'x'.repeat(2 ** 20)}"}`),
  '415 not_acceptable': (row) => ({ data: 'x', ...withHeaders(row, { 'content-type': 'text/plain' }) }),
  '431 request_headers_too_large': (row) => withHeaders(row, { 'x-large': 'a'.repeat(20_000) }),
};

const send = (row: Row, to: App, request: AxiosRequestConfig): Promise<AxiosResponse> => {
  const requestId = `${row.id}-${row.status}-${row.code}-${requestIds.length}`;
  if (to === app && row.status !== 431) requestIds.push(requestId);
  return api(to.url).request({ ...request, headers: { ...(request.headers as Record<string, string>), 'x-request-id': requestId } });
};

function expectRow({ status, code, attr }: Row, answer: AxiosResponse): void {
  const { errors, ...rest } = answer.data as { errors: { code: string; attr: string | null }[] };
  expect([answer.status, rest]).toEqual([status, { type: status < 500 ? 'client_error' : 'server_error' }]);
  expect(errors).toContainEqual(expect.objectContaining(code === 'required' ? { code, attr } : { code }));
  expect(answer.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
}

const name = ({ id, status, code }: Row): string => `${id} ${status} ${code}`;
const keyOf = ({ status, code }: Row): string => `${status} ${code}`;

describe('every route with every error row', () => {
  const provoked = rows.filter((row) => PROVOKE[keyOf(row)]);

  it.each(provoked.map((row) => [name(row), row] as const))('%s', async (_, row) => {
    expectRow(row, await send(row, app, (PROVOKE[keyOf(row)] as (row: Row) => AxiosRequestConfig)(row)));
  });

  it('is tested', () => {
    const left = rows.filter((row) => !PROVOKE[keyOf(row)] && ![429, 500].includes(row.status)).map(keyOf);
    expect(new Set(left)).toEqual(new Set(ELSEWHERE));
    expect(provoked.length).toBeGreaterThan(100);
  });
});

describe('429', () => {
  it.each(ofStatus(429).map((row) => [name(row), row] as const))('answers %s, and says when to try again', async (_, row) => {
    await eventually(async () => {
      const answers = await Promise.all([1, 2, 3].map(() => send(row, throttling, usual(row))));
      const refused = answers.find(({ status }) => status === 429);
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expectRow(row, refused as AxiosResponse);
    });
  });
});

describe('500', () => {
  beforeAll(() => bed.database.query('ALTER TABLE api_token RENAME TO api_token_gone'));
  afterAll(() => bed.database.query('ALTER TABLE api_token_gone RENAME TO api_token'));

  const guarded = ofStatus(500).filter((row) => !isPublic(row));

  it.each(guarded.map((row) => [name(row), row] as const))('answers %s without internal text', async (_, row) => {
    const answer = await send(row, app, usual(row));
    expectRow(row, answer);
    expect(answer.data).toEqual({ type: 'server_error', errors: [{ code: 'error', detail: 'A server error occurred.', attr: null }] });
  });
});

/** Requests refused before authentication: the log contains the first of each kind and counts the others. */
const BEFORE_LOGIN = /-(?:401|404|405|406)-/;

it('the log contains the id of every request of an account, with its status', async () => {
  await eventually(() => {
    const seen = new Map(app.logs().map((line) => [line['requestId'], line]));
    expect(requestIds.filter((id) => !BEFORE_LOGIN.test(id) && seen.get(id)?.['event'] === undefined)).toEqual([]);
  });
});
