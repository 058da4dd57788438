import { describe, expect, it } from '@jest/globals';
import { ConnectionSteps } from './connection-steps.client.js';

describe('the steps of opening a connection', () => {
  it('have a duration when they end, with success or failure', async () => {
    const steps = new ConnectionSteps(new AbortController().signal);
    await expect(steps.time('dnsMs', Promise.resolve('addresses'))).resolves.toBe('addresses');
    await expect(steps.time('connectMs', Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect([steps.dnsMs, steps.connectMs, steps.tlsMs]).toEqual([expect.any(Number), expect.any(Number), undefined]);
  });

  it('have no duration when they are given up', async () => {
    const limit = new AbortController();
    const steps = new ConnectionSteps(limit.signal);
    const given = steps.time('tlsMs', Promise.reject(new Error('closed')));
    limit.abort();
    await expect(given).rejects.toThrow('closed');
    expect(steps.tlsMs).toBeUndefined();
  });

  it('ignore a step that ends after the opening', async () => {
    const steps = new ConnectionSteps(new AbortController().signal);
    const late = steps.time('tlsMs', Promise.resolve());
    steps.end();
    await late;
    expect(steps.tlsMs).toBeUndefined();
  });
});
