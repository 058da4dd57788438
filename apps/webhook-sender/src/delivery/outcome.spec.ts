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

  it('looks into several addresses tried', () => {
    const error = Object.assign(new Error('all failed'), { errors: [coded('ECONNREFUSED')] });
    expect(classifyFailure(error, 1).kind).toBe('connection');
  });
});
