import { describe, expect, it } from '@jest/globals';
import { MINUTE, SECOND, Secret } from '#libs/config';
import { parseTokenAnswer } from './token-answer.js';

const answer = (fields: object): ReturnType<typeof parseTokenAnswer> => parseTokenAnswer(200, JSON.stringify(fields), []);

describe('parseTokenAnswer', () => {
  it.each([
    [{ access_token: 'a.b-c', token_type: 'Bearer', expires_in: 3600 }, 3600 * SECOND],
    [{ access_token: 'a', token_type: 'bearer', expires_in: '90' }, 90 * SECOND],
    [{ access_token: 'a' }, 5 * MINUTE],
    [{ access_token: 'a', error: 'none' }, 5 * MINUTE],
    [{ access_token: 'a', expires_in: 0 }, 0],
    [{ access_token: 'a', expires_in: -1 }, 5 * MINUTE],
    [{ access_token: 'a', expires_in: 'soon' }, 5 * MINUTE],
    [{ access_token: 'a', expires_in: '' }, 5 * MINUTE],
  ])('%j is valid for %d ms', (fields, lifetimeMs) => {
    expect(answer(fields)).toMatchObject({ ok: true, lifetimeMs });
  });

  it.each([
    [{}, 'answered 200 without a usable access_token'],
    [{ access_token: '' }, 'answered 200 without a usable access_token'],
    [{ access_token: 'a\r\nHost: x' }, 'answered 200 without a usable access_token'],
    [{ access_token: 'a'.repeat(20_000) }, 'answered 200 without a usable access_token'],
    [{ access_token: 'a', token_type: 'mac' }, 'answered with a token that is not a bearer token'],
    [{ access_token: 'a', token_type: 7 }, 'answered with a token that is not a bearer token'],
  ])('%j is not a token', (fields, detail) => {
    expect(answer(fields)).toEqual({ ok: false, reason: 'token_endpoint_failed', detail, isAboutClient: false });
  });

  it.each([
    [401, '{"error":"invalid_client"}', 'answered 401 invalid_client', true],
    [400, '{"error":"invalid_client"}', 'answered 400 invalid_client', true],
    [400, '{"error":"invalid_request"}', 'answered 400 invalid_request', true],
    [400, '<html>', 'answered 400', true],
    [400, '{"error":"unauthorized_client"}', 'answered 400 unauthorized_client', true],
    [200, '{"error":"invalid_client","error_description":"no"}', 'answered 200 invalid_client: no', true],
    [200, '{"error":"incorrect_client_credentials"}', 'answered 200 with an error', true],
    [200, '{"error":"invalid_scope"}', 'answered 200 invalid_scope', false],
    [400, '{"error":"invalid_scope"}', 'answered 400 invalid_scope', false],
    [403, 'null', 'answered 403', false],
  ])('%d %s is a refusal: %s', (status, body, detail, isAboutClient) => {
    expect(parseTokenAnswer(status, body, [])).toEqual({ ok: false, detail, isAboutClient });
  });

  it.each([
    [304, '', 'answered 304'],
    [500, '', 'answered 500'],
    [302, '', 'answered 302, and redirects are not followed'],
    [204, '', 'answered 204'],
    [500, '{"error":"your secret was hunter2"}', 'answered 500'],
  ])('%d %s is not a refusal: %s', (status, body, detail) => {
    expect(parseTokenAnswer(status, body, [])).toEqual({ ok: false, reason: 'token_endpoint_failed', detail, isAboutClient: false });
  });

  it.each<[unknown, string]>([
    ['Unknown scope: webhooks', 'answered 400 invalid_scope: Unknown scope: webhooks'],
    [
      'client_secret hunter-2 is wrong, and so is hunter%2D2',
      'answered 400 invalid_scope: client_secret [secret] is wrong, and so is [secret]',
    ],
    [`${'x'.repeat(195)}hunter-2`, `answered 400 invalid_scope: ${'x'.repeat(195)}[secr`],
    ['one\r\n"two"\u0000', 'answered 400 invalid_scope: one two'],
    [' ', 'answered 400 invalid_scope'],
    [{ a: 1 }, 'answered 400 invalid_scope'],
  ])('quotes the endpoint’s description without the secrets: %j', (description, detail) => {
    const body = JSON.stringify({ error: 'invalid_scope', error_description: description });
    expect(parseTokenAnswer(400, body, [new Secret('hunter-2')])).toEqual({ ok: false, detail, isAboutClient: false });
  });
});
