import { describe, expect, it } from '@jest/globals';
import { Busy, InMemory, onceByEventId, Receiver, type Webhook } from './index.js';

const webhook: Webhook = { kind: 'unknown', event: 'onParked', eventid: 'e-1', timestamp: null, body: {} };

describe('onceByEventId', () => {
  it('works once for an event that comes again', async () => {
    const done: string[] = [];
    const store = onceByEventId(new InMemory(), ({ eventid }) => Promise.resolve(void done.push(eventid)));
    await store(webhook);
    await store(webhook);
    await store({ ...webhook, eventid: 'e-2' });
    expect(done).toEqual(['e-1', 'e-2']);
  });

  it('forgets an event whose work failed', async () => {
    let tries = 0;
    const store = onceByEventId(new InMemory(), () => (++tries === 1 ? Promise.reject(new Error('no')) : Promise.resolve()));
    await expect(store(webhook)).rejects.toThrow('no');
    await store(webhook);
    await store(webhook);
    expect(tries).toBe(2);
  });

  it('refuses a repetition while the first is at work', async () => {
    let finish = (): void => undefined;
    const work = new Promise<void>((resolve) => (finish = resolve));
    const store = onceByEventId(new InMemory(), () => work);
    const running = store(webhook);
    await expect(store(webhook)).rejects.toThrow(Busy);
    finish();
    await running;
    await expect(store(webhook)).resolves.toBeUndefined();
  });

  it('lets the receiver answer 503 to such a repetition', () => {
    const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
    const receiver = new Receiver({ secret, store: () => Promise.resolve() });
    expect(receiver.failed(new Busy('e-1'))).toMatchObject({ status: 503, text: expect.stringContaining('e-1') });
  });
});
