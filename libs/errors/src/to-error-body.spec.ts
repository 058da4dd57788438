import { describe, expect, it } from '@jest/globals';
import { ApiError } from './api-error.js';
import { ERRORS, type ErrorName } from './error-catalogue.js';
import { isUnexpected, toApiError } from './to-api-error.js';
import { toErrorBody } from './to-error-body.js';

const names = Object.keys(ERRORS) as ErrorName[];

describe('the error body', () => {
  it.each(names)('%s: type follows status, attr is null when no field is at fault', (name) => {
    const error = ApiError.of(name);
    expect(error.status).toBe(ERRORS[name].status);
    expect(toErrorBody(error)).toEqual({
      type: error.status < 500 ? 'client_error' : 'server_error',
      errors: [{ code: ERRORS[name].code, detail: ERRORS[name].detail, attr: null }],
    });
  });

  it('reports several fields at once, each with its own code', () => {
    const error = ApiError.ofFields([
      { name: 'required', attr: 'url' },
      { name: 'invalidChoice', attr: 'events.0', detail: '"x" is not a valid choice.' },
      { name: 'invalid', attr: '' },
    ]);
    expect(error.status).toBe(400);
    expect(toErrorBody(error).errors).toEqual([
      { code: 'required', detail: 'This field is required.', attr: 'url' },
      { code: 'invalid_choice', detail: '"x" is not a valid choice.', attr: 'events.0' },
      { code: 'invalid', detail: 'Invalid value.', attr: null },
    ]);
  });
});

describe('anything thrown', () => {
  const httpFault = (statusCode: number): Error => Object.assign(new Error('inner text'), { statusCode, expose: true });

  it.each([
    ['an Error', new Error('password=x'), 500, 'error'],
    ['a string', 'boom', 500, 'error'],
    ['undefined', undefined, 500, 'error'],
    ['an answer of another service', Object.assign(new Error('x'), { statusCode: 404 }), 500, 'error'],
    ['a fault of the body reader', httpFault(413), 413, 'request_too_large'],
    ['an unsupported encoding', httpFault(415), 415, 'not_acceptable'],
    ['a status that is not listed', httpFault(418), 500, 'error'],
    ['an exception of Nest', { getStatus: () => 404 }, 404, 'not_found'],
    ['a 503 of Nest', { getStatus: () => 503 }, 500, 'error'],
  ])('%s becomes its status and code, never its text', (_, thrown, status, code) => {
    const error = toApiError(thrown);
    expect(error.status).toBe(status);
    expect(toErrorBody(error).errors[0]?.code).toBe(code);
    expect(JSON.stringify(toErrorBody(error))).not.toMatch(/inner text|password/);
    expect(isUnexpected(error)).toBe(status === 500);
  });

  it('an ApiError passes unchanged', () => {
    const error = ApiError.of('throttled', { headers: { 'Retry-After': '1' } });
    expect(toApiError(error)).toBe(error);
  });
});
