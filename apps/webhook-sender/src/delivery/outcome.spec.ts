import { describe, expect, it } from '@jest/globals';
import { classifyAnswer, classifyFailure } from './outcome.js';

describe('classifyAnswer', () => {
  it.each([
    [200, 'accepted'],
    [204, 'accepted'],
    [299, 'accepted'],
    [301, 'http_status'],
    [404, 'http_status'],
    [410, 'http_status'],
    [429, 'http_status'],
    [500, 'http_status'],
  ])('%d is %s', (status, kind) => {
    expect(classifyAnswer(status, '').kind).toBe(kind);
  });
});

describe('classifyFailure', () => {
  const coded = (code: string): Error => Object.assign(new Error('it failed'), { code });

  it.each([
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['E_DNS', 'dns'],
    ['ECONNREFUSED', 'connection'],
    ['ECONNRESET', 'connection'],
    ['UND_ERR_SOCKET', 'connection'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['E_GUARD', 'guard'],
    ['EADDRNOTAVAIL', 'own_fault'],
    ['EMFILE', 'own_fault'],
    ['ENETUNREACH', 'own_fault'],
    ['ENETDOWN', 'own_fault'],
    ['EHOSTUNREACH', 'connection'],
    ['E_PROXY', 'own_fault'],
    ['E_UNANSWERED', 'timeout'],
    ['E_UNREACHED', 'connection'],
    ['E_REFUSED_BY_PROXY', 'proxy'],
  ])('%s is of class %s', (code, kind) => {
    expect(classifyFailure(coded(code), 15_000).kind).toBe(kind);
  });

  it('names the deadline of a time-out', () => {
    expect(classifyFailure(new DOMException('aborted', 'TimeoutError'), 15_000)).toEqual({
      kind: 'timeout',
      detail: 'no complete answer within 15000 ms',
    });
  });

  it('passes on that it came late: its lane learns of it as of a time-out', () => {
    expect(classifyFailure({ ...coded('E_DNS'), name: '', message: 'no answer', isLate: true }, 1)).toEqual({
      kind: 'dns',
      detail: 'no answer',
      isLate: true,
    });
  });

  const failed = (syscall: string, code: string, address = 'it'): Error =>
    Object.assign(new Error(`${syscall} ${code} ${address}`), { code, syscall });
  /** As Node makes it. */
  const all = (...errors: Error[]): Error => Object.assign(new AggregateError(errors), { code: (errors[0] as { code?: string }).code });

  it.each([
    ['no route to it', failed('connect', 'ENETUNREACH'), true],
    ['no source address for its family', failed('connect', 'EADDRNOTAVAIL'), true],
    ['no route to any of its addresses', all(failed('connect', 'ENETUNREACH'), failed('connect', 'EADDRNOTAVAIL')), true],
    ['a sender address that is not here', failed('bind', 'EADDRNOTAVAIL'), undefined],
    ['a limit on files', failed('connect', 'EMFILE'), undefined],
    ['a limit on files at one of its addresses', all(failed('connect', 'ENETUNREACH'), failed('connect', 'EMFILE')), undefined],
  ])('%s: is that perhaps its address?', (_, error, mayBeTheirs) => {
    expect({ mayBeTheirs: undefined, ...classifyFailure(error, 1) }).toMatchObject({ kind: 'own_fault', side: 'machine', mayBeTheirs });
  });

  it('of several addresses is of the class of the first whose failure is not ours, and tells of all', () => {
    expect(classifyFailure(all(failed('connect', 'ENETUNREACH', '::1'), failed('connect', 'ETIMEDOUT', '192.0.2.7')), 1)).toEqual({
      kind: 'timeout',
      detail: 'ETIMEDOUT: connect ENETUNREACH ::1; connect ETIMEDOUT 192.0.2.7',
    });
  });

  it('says what undici means by a bad response', () => {
    expect(classifyFailure(Object.assign(new Error('bad response'), { code: 'UND_ERR_SOCKET' }), 1)).toMatchObject({
      kind: 'connection',
      detail: expect.stringMatching(/^UND_ERR_SOCKET: .*100 Continue/),
    });
  });
});
