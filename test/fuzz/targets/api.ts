// Input from callers of the API: bodies, headers, queries, cursors, tokens.
import { ApiError, toErrorBody } from '#libs/errors';
import type { JsonObject } from '#libs/contracts';
import { readCredentials } from '../../../apps/token-api/src/auth/credentials.js';
import { sourceOf } from '../../../apps/token-api/src/auth/failed-logins.service.js';
import { toRecordMessage } from '../../../apps/token-api/src/consignments/record-message.js';
import { ListDeliveriesDto } from '../../../apps/token-api/src/deliveries/deliveries.dto.js';
import { accepts, methodsAt, toRequestId } from '../../../apps/token-api/src/http/request-gate.middleware.js';
import { isJsonContentType, parseJsonBody } from '../../../apps/token-api/src/http/json-body.interceptor.js';
import { parseCursor, Terms, toCursorText, toPageRange } from '../../../apps/token-api/src/paging/page.js';
import { ChangeReceiverDto, CreateReceiverDto } from '../../../apps/token-api/src/receivers/receivers.dto.js';
import { toScanMessages } from '../../../apps/token-api/src/scans/scan-messages.js';
import { GenerateTokenDto, RevokeTokenDto } from '../../../apps/token-api/src/tokens/tokens.dto.js';
import { isTokenSecret, toTokenSecret } from '../../../apps/token-api/src/tokens/token-secret.js';
import { validationPipe } from '../../../apps/token-api/src/validation/validation.setup.js';
import { aRecord, aScan } from '../../builders/parcel-world.js';
import { hold, isOneLine, orFault, type Target, twice } from '../target.js';

const NOW_MS = Date.parse('2026-03-30T12:00:00Z');
const ACCOUNT = 100;
const PIPE = validationPipe();
const DTOS = [CreateReceiverDto, ChangeReceiverDto, GenerateTokenDto, RevokeTokenDto, ListDeliveriesDto];
const isApiError = (error: Error): boolean => error instanceof ApiError;

const scan = aScan('Delivered', '2026-03-28T10:00:00Z');

export const BODIES: Target = {
  name: 'bodies',
  what: 'the body of a request → messages and fields, or an error with all its faults',
  seeds: [
    JSON.stringify(scan),
    JSON.stringify({ scans: [scan, { ...scan, scan_id: undefined }] }),
    JSON.stringify({ ...aRecord(), account: undefined }),
    '{"url":"https://shop.example/","events":["onDelay"],"auth":{"type":"basic","username":"u","password":"p"},"signing":{"enabled":true},"timeoutMs":900}',
    '{"scope":"read","scopes":["read"],"note":"x"}',
    '{"tokenId":7}',
  ],
  words: ['account', 'scans', 'schema', '__proto__', 'constructor', 'url', 'headers', 'true', '100', '101'],
  check: async (input) => {
    const body = orFault(() => parseJsonBody(input), isApiError);
    if (body instanceof Error) return holdError(body);
    const scans = orFault(() => toScanMessages(body as JsonObject, { account: ACCOUNT, nowMs: NOW_MS }), isApiError);
    if (scans instanceof Error) holdError(scans);
    else scans.forEach(({ message }) => holdOwn(message.value));
    const record = orFault(() => toRecordMessage(body as JsonObject, { account: ACCOUNT, nowMs: NOW_MS, newId: 'id' }), isApiError);
    if (record instanceof Error) holdError(record);
    else holdOwn(record.message.value);
    for (const metatype of DTOS) await checkDto(body, metatype);
  },
};

async function checkDto(body: object, metatype: new () => object): Promise<void> {
  try {
    const dto = (await PIPE.transform(body, { type: 'body', metatype })) as object;
    hold(Object.getPrototypeOf(dto) === metatype.prototype, 'a body becomes an instance of the requested class');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    holdError(error);
  }
}

/** Checks that messages belong to the caller's account, whatever the body says. */
function holdOwn(value: string): void {
  hold((JSON.parse(value) as { account?: unknown }).account === ACCOUNT, 'a message names the account of its caller');
}

const MOST_ERROR_BYTES = 256 * 1024;

function holdError(error: Error): void {
  const answer = JSON.stringify(toErrorBody(error as ApiError));
  hold((error as ApiError).status < 500, 'a body never causes a server error');
  hold(answer.length <= MOST_ERROR_BYTES, `an error is no larger than ${MOST_ERROR_BYTES} characters: ${answer.length}`);
}

export const HEADERS: Target = {
  name: 'headers',
  what: 'headers and paths of a request → decisions, never an exception',
  seeds: [
    'application/json',
    'text/html;q=0.8, */*;q=0',
    'application/json; charset="utf-8"',
    '/receivers/%C3%A4',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '7',
    '::ffff:1.2.3.4',
    'fe80::1%eth0',
  ],
  words: [';', ',', 'q=', 'charset=', '*/*', '%', '/', ':', '"'],
  check: (input) => {
    const text = input.toString('latin1').slice(0, 16_384);
    twice(() => [
      accepts(text, 'application/json'),
      accepts(text, 'text/csv'),
      isJsonContentType(text),
      readCredentials(text, text),
      sourceOf(text),
    ]);
    twice(() => methodsAt([{ method: 'GET', path: '/receivers/:receiverId' }], text));
    const id = twice(() => toRequestId(text, 'fresh'));
    hold(isOneLine(id) && id.length <= 128, 'a request id fits a log line');
  },
};

export const CURSORS: Target = {
  name: 'cursors',
  what: 'cursor and instants of a list’s query → parameters that the database takes',
  seeds: [
    toCursorText('deliveries', { createdAt: '2026-03-29T10:00:00.123456Z', id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' }),
    '2026-03-29T10:00:00+02:00',
    '9999-12-31T23:59:59-23:59',
    '0100-01-01T00:00:00 23:59',
  ],
  words: ['T', 'Z', '+00:00', '-23:59', '|', '=', '9999', '0000', '60'],
  check: async (input) => {
    const text = input.toString('utf8');
    const cursor = twice(() => parseCursor('deliveries', text));
    if (cursor)
      hold(
        parseCursor('deliveries', toCursorText('deliveries', cursor))?.createdAt === cursor.createdAt,
        'reading a cursor a second time gives the same result',
      );
    const query = { from: text, ...(cursor && { cursor: text }) };
    try {
      await PIPE.transform(query, { type: 'query', metatype: ListDeliveriesDto });
    } catch (error) {
      if (error instanceof ApiError) return;
      throw error;
    }
    const { parameters } = new Terms().addPageRange(toPageRange('deliveries', query), 'id').toCondition();
    hold(
      parameters.every((each) => !/^[+-]/.test(String(each))),
      `PostgreSQL reads ${parameters.join()}`,
    );
  },
};

export const TOKENS: Target = {
  name: 'tokens',
  what: 'the header token → whether it can be a token of the service',
  seeds: [toTokenSecret(Buffer.alloc(32, 7)), toTokenSecret(Buffer.alloc(32, 255)), 'pew_', ''],
  words: ['pew_', '_', '-', '0'],
  check: (input) => {
    const text = input.toString('latin1');
    const isOurs = twice(() => isTokenSecret(text));
    hold(!isOurs || /^pew_[A-Za-z0-9_-]{43}[0-9A-Za-z]{6}$/.test(text), 'an accepted token has the right form');
    const made = toTokenSecret(Buffer.concat([input, Buffer.alloc(32)]).subarray(0, 32));
    hold(isTokenSecret(made), 'a newly made token is accepted');
    const typo = made.slice(0, 10) + (made[10] === 'A' ? 'B' : 'A') + made.slice(11);
    hold(!isTokenSecret(typo), 'a mistyped token is refused');
  },
};
