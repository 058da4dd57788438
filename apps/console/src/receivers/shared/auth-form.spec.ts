import { describe, expect, it } from '@jest/globals';
import { toAuth, toAuthValues } from './auth-form.js';

describe('credentials', () => {
  it.each([
    [{ type: 'none' }, { type: 'none' }],
    [
      { type: 'basic', username: 'shop' },
      { type: 'basic', username: 'shop', password: 'p' },
    ],
    [
      { type: 'headers', headerNames: ['X-Key'] },
      { type: 'headers', headers: { 'X-Key': 'v' } },
    ],
    [
      { type: 'oauth2', tokenUrl: 'https://login.example/token', clientId: 'c' },
      { type: 'oauth2', tokenUrl: 'https://login.example/token', clientId: 'c', clientSecret: 's' },
    ],
    [
      { type: 'oauth2', tokenUrl: 'https://login.example/token', clientId: 'c', scope: 'events' },
      { type: 'oauth2', tokenUrl: 'https://login.example/token', clientId: 'c', clientSecret: 's', scope: 'events' },
    ],
  ] as const)('sends the shown values, with secrets typed again: %o', (shown, sent) => {
    const values = toAuthValues(shown as Parameters<typeof toAuthValues>[0]);
    const headers = values.headers.map((row) => ({ ...row, value: 'v' }));
    expect(toAuth({ ...values, headers, password: 'p', clientSecret: 's' })).toEqual(sent);
  });

  it('leaves out a header without a name', () => {
    expect(toAuth({ ...toAuthValues({ type: 'none' }), type: 'headers' })).toEqual({ type: 'headers', headers: {} });
  });
});
