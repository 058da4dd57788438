import { describe, expect, it } from '@jest/globals';
import type { AttemptReason } from '#libs/contracts';
import type { ExchangeProgress } from './failure-words.js';
import { classifyAnswer, classifyFailure } from './outcome.js';

describe('classifyAnswer', () => {
  it.each([
    [199, 'http_status'],
    [200, 'accepted'],
    [204, 'accepted'],
    [299, 'accepted'],
    [300, 'http_status'],
    [301, 'http_status'],
    [404, 'http_status'],
    [410, 'http_status'],
    [429, 'http_status'],
    [500, 'http_status'],
  ])('%d is %s', (status, kind) => {
    expect(classifyAnswer({ httpStatus: status, text: '' })).toMatchObject({ kind, httpStatus: status });
  });

  it.each([
    ['https://login.shop.example/in?session=s#top', 'https://login.shop.example/in'],
    ['https://user:word@shop.example/', 'https://shop.example/'],
    ['/other\r\nX: y', '/other X: y'],
    [`/${'a'.repeat(300)}`, `/${'a'.repeat(199)}`],
  ])('says that a redirect to %j is not followed', (location, place) => {
    expect(classifyAnswer({ httpStatus: 301, text: '', location }).detail).toBe(`redirects are not followed: it leads to ${place}`);
  });

  it.each([
    [307, undefined, 'redirects are not followed'],
    [308, '/b', 'redirects are not followed: it leads to /b'],
    [300, '/b', 'redirects are not followed: it leads to /b'],
    [300, undefined, undefined],
    [304, '/b', undefined],
    [305, '/b', undefined],
    [306, '/b', undefined],
    [201, '/b', undefined],
  ])('%d to %s: %s', (httpStatus, location, detail) => {
    expect(classifyAnswer({ httpStatus, text: '', location }).detail).toBe(detail);
  });

  it('keeps the body, if there is one', () => {
    expect(classifyAnswer({ httpStatus: 500, text: 'no' })).toEqual({ kind: 'http_status', httpStatus: 500, answer: 'no' });
    expect(classifyAnswer({ httpStatus: 500, text: '' })).toEqual({ kind: 'http_status', httpStatus: 500 });
  });
});

/** For cases that are not about the limit. */
const limit = { timeoutMs: 15_000 };
const BAD_HEAD =
  'the head of its answer is not valid HTTP/1.1: look for a bad header name, a blank before a colon, a folded line, a second Content-Length';
const WRITTEN: ExchangeProgress = { kind: 'written', isReused: false, isCertificateWanted: false };

describe('classifyFailure', () => {
  it('says that a status is below 100, where the library only fails an assertion', () => {
    const error = {
      name: 'AssertionError',
      code: 'ERR_ASSERTION',
      message: 'The expression evaluated to a falsy value:\n\n  assert(statusCode >= 100)\n',
    };
    const detail = 'the status of its answer is below 100, which is not an HTTP status';
    expect(classifyFailure(error, { limit })).toMatchObject({ kind: 'connection', detail });
  });

  const coded = (code: string): Error => Object.assign(new Error('it failed'), { code });

  it.each([
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout'],
    ['ETIMEDOUT', 'timeout'],
    ['E_DNS', 'dns'],
    ['ENOTFOUND', 'dns'],
    ['ECONNREFUSED', 'connection'],
    ['ECONNRESET', 'connection'],
    ['EHOSTUNREACH', 'connection'],
    ['UND_ERR_SOCKET', 'connection'],
    ['X_CERT_', 'connection'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['CRL_HAS_EXPIRED', 'tls'],
    ['INVALID_CA', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['UNABLE_TO_GET_ISSUER_CERT', 'tls'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls'],
    ['HOSTNAME_MISMATCH', 'tls'],
    ['UNSPECIFIED', 'tls'],
    ['EPROTO', 'tls'],
    ['E_GUARD', 'guard'],
    ['E_UNANSWERED', 'timeout'],
    ['E_UNREACHED', 'connection'],
    ['E_REFUSED_BY_PROXY', 'proxy'],
  ])('%s is of class %s', (code, kind) => {
    expect(classifyFailure(coded(code), { limit }).kind).toBe(kind);
  });

  it.each([
    ['EMFILE', 'machine'],
    ['ENFILE', 'machine'],
    ['ENOBUFS', 'machine'],
    ['ENOMEM', 'machine'],
    ['EADDRNOTAVAIL', 'machine'],
    ['ENETUNREACH', 'machine'],
    ['ENETDOWN', 'machine'],
    ['EACCES', 'machine'],
    ['EPERM', 'machine'],
    ['E_PROXY', 'proxy'],
    ['E_OWN_DNS', 'dns'],
  ])('%s is a local fault of the %s', (code, side) => {
    expect(classifyFailure(coded(code), { limit })).toMatchObject({ kind: 'local_fault', side });
  });

  it.each([
    ['an error of the service, with its text only', coded('E_DNS'), 'it failed'],
    ['an error without a code', new Error('it failed'), 'it failed'],
    ['a foreign error, with its code', coded('ECONNRESET'), 'ECONNRESET: it failed'],
    ['a code that contains the service’s prefix', coded('HANDLE_CLOSED'), 'HANDLE_CLOSED: it failed'],
    ['an error whose cause has the code', new Error('fetch failed', { cause: coded('EPIPE') }), 'EPIPE: fetch failed'],
    ['an error whose code is a number', Object.assign(new Error('aborted'), { code: 20 }), 'aborted'],
    ['an error in several lines', new Error('one\r\n\u2028two'), 'one two'],
    ['a very long error', new Error('x'.repeat(501)), 'x'.repeat(500)],
    ['an error that is cut inside a character', new Error(`${'x'.repeat(499)}😀`), `${'x'.repeat(499)}\ufffd`],
  ])('describes %s', (_, error, detail) => {
    expect(classifyFailure(error, { limit }).detail).toBe(detail);
  });

  it('treats an aborted exchange as a time-out', () => {
    expect(classifyFailure(new DOMException('aborted', 'AbortError'), { limit }).kind).toBe('timeout');
  });

  it.each<[ExchangeProgress | undefined, AttemptReason | undefined, string]>([
    [undefined, undefined, 'no complete answer within 15000 ms'],
    [{ kind: 'connecting' }, 'no_connection', 'no connection within 15000 ms'],
    [{ kind: 'securing' }, 'tls_unanswered', 'connected, but the TLS handshake was not answered within 15000 ms'],
    [WRITTEN, 'no_answer', 'connected, but no answer came within 15000 ms'],
    [{ kind: 'answering', httpStatus: 200 }, 'body_incomplete', 'status 200 came, but not the whole body, within 15000 ms'],
  ])('says how far a time-out at %j had come', (progress, reason, detail) => {
    const { httpStatus } = { httpStatus: undefined, ...progress };
    const outcome = classifyFailure(new DOMException('aborted', 'TimeoutError'), { limit, progress });
    expect({ httpStatus: undefined, ...outcome }).toEqual({ kind: 'timeout', httpStatus, reason, detail });
  });

  it.each([
    [4848.2, 'within 5000 ms, of which the token endpoint took 4848 ms'],
    [499, 'within 5000 ms'],
  ])('mentions what came before a time-out only if it took long: %d ms', (ms, told) => {
    const late = { timeoutMs: 5000, before: { what: 'the token endpoint', ms } };
    expect(classifyFailure(new DOMException('aborted', 'TimeoutError'), { limit: late }).detail).toBe(`no complete answer ${told}`);
  });

  it('passes on `isLate`, which the queue treats as a time-out', () => {
    expect(classifyFailure({ ...coded('E_DNS'), name: '', message: 'no answer', isLate: true }, { limit })).toEqual({
      kind: 'dns',
      detail: 'no answer',
      isLate: true,
    });
  });

  const failed = (syscall: string, code: string, address = 'it'): Error =>
    Object.assign(new Error(`${syscall} ${code} ${address}`), { code, syscall });
  /** Builds the error as Node does. */
  const all = (...errors: Error[]): Error => Object.assign(new AggregateError(errors), { code: (errors[0] as { code?: string }).code });

  it.each([
    ['no route to it', failed('connect', 'ENETUNREACH'), true],
    ['a rule of a firewall', failed('connect', 'EACCES'), true],
    ['another one', failed('connect', 'EPERM'), true],
    ['a network that is down', failed('connect', 'ENETDOWN'), true],
    ['no source address for its family', failed('connect', 'EADDRNOTAVAIL'), true],
    ['no route to any of its addresses', all(failed('connect', 'ENETUNREACH'), failed('connect', 'EADDRNOTAVAIL')), true],
    ['a sender address that is not here', failed('bind', 'EADDRNOTAVAIL'), undefined],
    ['a limit on files', failed('connect', 'EMFILE'), undefined],
    ['a limit on files at one address', all(failed('connect', 'ENETUNREACH'), failed('connect', 'EMFILE')), undefined],
  ])('says whether the fault may be the receiver’s address: %s', (_, error, mayBeTheirs) => {
    expect({ mayBeTheirs: undefined, ...classifyFailure(error, { limit }) }).toMatchObject({
      kind: 'local_fault',
      side: 'machine',
      mayBeTheirs,
    });
  });

  it('with several addresses takes the class of the first failure that is not local, and mentions all', () => {
    const tried = [
      failed('connect', 'ENETUNREACH', '::1'),
      failed('connect', 'ETIMEDOUT', '192.0.2.7'),
      failed('connect', 'ECONNREFUSED', '192.0.2.8'),
    ];
    expect(classifyFailure(all(...tried), { limit })).toEqual({
      kind: 'timeout',
      detail: 'ETIMEDOUT: connect ENETUNREACH ::1; connect ETIMEDOUT 192.0.2.7; connect ECONNREFUSED 192.0.2.8',
    });
  });

  it.each([
    ['bad response', /^UND_ERR_SOCKET: .*100 Continue/],
    ['bad upgrade', /^UND_ERR_SOCKET: .*Upgrade/],
  ])('says what undici means by "%s"', (message, detail) => {
    expect(classifyFailure(Object.assign(new Error(message), { code: 'UND_ERR_SOCKET' }), { limit })).toMatchObject({
      kind: 'connection',
      detail: expect.stringMatching(detail),
    });
  });

  it.each<[string, string | undefined, string]>([
    ['tlsv13 alert certificate required', undefined, 'it refuses the configured client certificate'],
    ['tlsv1 alert unknown ca', undefined, 'it refuses the configured client certificate'],
    ['ssl/tls alert bad certificate', undefined, 'it refuses the configured client certificate'],
    ['ssl/tls alert unsupported certificate', undefined, 'it refuses the configured client certificate'],
    ['ssl/tls alert certificate revoked', undefined, 'it refuses the configured client certificate'],
    ['ssl/tls alert certificate unknown', undefined, 'it refuses the configured client certificate'],
    ['tlsv1 alert access denied', undefined, 'it refuses the configured client certificate'],
    [
      'ssl/tls alert certificate expired',
      '2026-03-01T00:00:00.000Z',
      'it refuses the configured client certificate, which expired at 2026-03-01T00:00:00.000Z',
    ],
    [
      'ssl/tls alert handshake failure',
      undefined,
      'it broke off the TLS handshake: it refuses the configured client certificate, or supports none of the offered ciphers',
    ],
  ])('says that the alert %s is about the client certificate', (reason, expiredAt, words) => {
    const error = Object.assign(new Error(openssl(reason)), { code: 'ERR_SSL_ALERT' });
    const outcome = classifyFailure(error, { limit, progress: WRITTEN, certificate: { expiredAt } });
    expect(outcome).toMatchObject({ kind: 'tls', detail: expect.stringMatching(new RegExp(`^${words} \\(`)) });
  });

  it.each([
    [undefined, 'it may refuse the configured client certificate'],
    ['2026-03-01T00:00:00.000Z', 'it may refuse the configured client certificate, which expired at 2026-03-01T00:00:00.000Z'],
  ])('says that the connection was closed because of a client certificate', (expiredAt, words) => {
    const circumstances = { limit, progress: { ...WRITTEN, isCertificateWanted: true }, certificate: { expiredAt } };
    expect(classifyFailure(CLOSED, circumstances).detail).toBe(`${closed}: ${words} (UND_ERR_SOCKET: other side closed)`);
  });

  const CLOSED = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  const closed = 'it closed the connection before an answer';

  it.each<[ExchangeProgress, AttemptReason | undefined, string]>([
    [WRITTEN, 'closed_unanswered', `${closed} (UND_ERR_SOCKET: other side closed)`],
    [
      { ...WRITTEN, isReused: true },
      'idle_connection_closed',
      `${closed}, on a connection kept open from an earlier request (UND_ERR_SOCKET: other side closed)`,
    ],
    [
      { ...WRITTEN, isCertificateWanted: true },
      'client_certificate',
      `${closed}: it may want a client certificate, but none is configured (UND_ERR_SOCKET: other side closed)`,
    ],
    [{ kind: 'connecting' }, undefined, 'it closed the connection (UND_ERR_SOCKET: other side closed)'],
    [{ kind: 'securing' }, undefined, 'it closed the connection during the TLS handshake (UND_ERR_SOCKET: other side closed)'],
  ])('says what it means that the connection closed at %j', (progress, reason, detail) => {
    expect(classifyFailure(CLOSED, { limit, progress })).toEqual({ kind: 'connection', reason, detail });
  });

  it.each<[string, ExchangeProgress | undefined, string]>([
    ['UND_ERR_HEADERS_OVERFLOW', WRITTEN, 'the headers of its answer are longer than 64 KiB (UND_ERR_HEADERS_OVERFLOW: it failed)'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', WRITTEN, BAD_HEAD],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', undefined, BAD_HEAD],
    [
      'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
      { kind: 'answering', httpStatus: 200 },
      'status 200 came, but not the whole body (UND_ERR_RES_CONTENT_LENGTH_MISMATCH: it failed)',
    ],
  ])('says what is wrong with the answer for %s at %j', (code, progress, detail) => {
    expect(classifyFailure(coded(code), { limit, progress })).toMatchObject({ kind: 'connection', detail });
  });

  it('keeps the status of an answer that broke off', () => {
    const progress: ExchangeProgress = { kind: 'answering', httpStatus: 200 };
    expect(classifyFailure(CLOSED, { limit, progress })).toEqual({
      kind: 'connection',
      httpStatus: 200,
      reason: 'body_incomplete',
      detail: 'status 200 came, then it closed the connection before the end of the body (UND_ERR_SOCKET: other side closed)',
    });
    expect(classifyFailure(coded('HPE_INVALID_CHUNK_SIZE'), { limit, progress })).toEqual({
      kind: 'connection',
      httpStatus: 200,
      reason: 'body_incomplete',
      detail: 'status 200 came, but not the whole body (HPE_INVALID_CHUNK_SIZE: it failed)',
    });
  });

  const openssl = (reason: string): string =>
    `80BCCB7F947F0000:error:0A00010B:SSL routines:ssl3_get_record:${reason}:../deps/openssl/openssl/ssl/record/ssl3_record.c:350:SSL alert number 70\n`;

  it.each([
    [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      openssl('wrong version number'),
      /plain HTTP\? \(ERR_SSL_WRONG_VERSION_NUMBER: wrong version number\)$/,
    ],
    ['EPROTO', `write EPROTO ${openssl('wrong version number')}`, /plain HTTP\? \(EPROTO: write EPROTO wrong version number\)$/],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', openssl('tlsv1 alert protocol version'), /^it does not support TLS 1.2 or newer \(/],
    ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', openssl('tlsv1 alert no application protocol'), /^it does not speak HTTP\/1.1/],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', openssl('tlsv13 alert certificate required'), /^it asks for a client certificate/],
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', openssl('ssl/tls alert handshake failure'), /client certificate.*ciphers/],
    [
      'UNSPECIFIED',
      'EE certificate key too weak',
      /^the key of its certificate .* 2048 bits or more \(UNSPECIFIED: EE certificate key too weak\)$/,
    ],
    ['UNSPECIFIED', 'CA certificate key too weak', /^an authority of its certificate .* 2048 bits or more \(/],
    ['UNSPECIFIED', 'CA signature digest algorithm too weak', /^its certificate.* is signed with SHA-1 or MD5 \(/],
    ['ERR_SSL_DH_KEY_TOO_SMALL', openssl('dh key too small'), /^its Diffie-Hellman key .* \(ERR_SSL_DH_KEY_TOO_SMALL: dh key too small\)$/],
    ['ERR_SSL_SOMETHING_NEW', openssl('something new'), /^ERR_SSL_SOMETHING_NEW: something new$/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate', /intermediate certificates.*first certificate\)$/],
    ['CERT_HAS_EXPIRED', 'certificate has expired', /^CERT_HAS_EXPIRED: certificate has expired$/],
  ])('says what %s means, without pointers and paths', (code, message, detail) => {
    const outcome = classifyFailure(Object.assign(new Error(message), { code }), { limit, progress: { kind: 'connecting' } });
    expect(outcome).toMatchObject({ kind: 'tls', detail: expect.stringMatching(detail) });
  });

  it.each<[ExchangeProgress, object]>([
    [WRITTEN, { kind: 'connection', detail: 'what it sent after the TLS handshake is not TLS (ERR_SSL_X: wrong version number)' }],
    [
      { kind: 'answering', httpStatus: 200 },
      {
        kind: 'connection',
        httpStatus: 200,
        reason: 'body_incomplete',
        detail: 'status 200 came, but not the whole body (ERR_SSL_X: wrong version number)',
      },
    ],
  ])('does not blame the handshake when TLS broke after it, at %j', (progress, outcome) => {
    const error = Object.assign(new Error(openssl('wrong version number')), { code: 'ERR_SSL_X' });
    expect(classifyFailure(error, { limit, progress })).toEqual(outcome);
  });
});

describe('Retry-After', () => {
  it.each([
    [429, '7'],
    [503, '7'],
    [500, undefined],
    [200, undefined],
    [302, undefined],
  ])('keeps Retry-After of a %i as %j', (httpStatus, kept) => {
    expect(classifyAnswer({ httpStatus, text: '', retryAfter: '7' }).retryAfter).toBe(kept);
  });
});
