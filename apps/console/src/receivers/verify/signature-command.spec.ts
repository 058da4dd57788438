import { describe, expect, it } from '@jest/globals';
import { signatureOf } from './signature-command.js';

describe('the signature of an attempt', () => {
  const headers = { 'webhook-id': 'e-1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,abc=' };

  it('is shown if it is known', () => {
    expect(signatureOf({ requestHeaders: headers, requestBody: '{}' })).toEqual({
      id: 'e-1',
      timestamp: '1',
      signature: 'v1,abc=',
      body: '{}',
    });
  });

  it.each([
    { requestHeaders: { ...headers, 'webhook-signature': 'v1,***' }, requestBody: '{}' },
    { requestHeaders: headers, requestBody: null },
    { requestHeaders: {}, requestBody: '{}' },
    { requestHeaders: null, requestBody: null },
  ])('is not shown if it is masked or nothing was signed: %j', (attempt) => {
    expect(signatureOf(attempt)).toBeUndefined();
  });
});
