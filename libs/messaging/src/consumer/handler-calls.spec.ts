import { describe, expect, it } from '@jest/globals';
import { systemClock } from '#libs/config';
import { Logger } from '#libs/observability';
import { Abandoned, HandlerCalls } from './handler-calls.js';

const handlerCalls = (): HandlerCalls =>
  new HandlerCalls(
    (messages) => Promise.resolve(messages.map(() => ({ kind: 'done' }))),
    systemClock,
    new Logger('test', { logLevel: 'error' }),
  );
const down = (): Promise<never> => Promise.reject(new Error('the database is down'));
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a failure that is retried', () => {
  it('is reported until the batch is given up', async () => {
    const own = handlerCalls();
    let isAbandoned = false;
    const waiting = own.untilItWorks(down, () => isAbandoned).catch((error: unknown) => error);
    await turn();
    expect(own.trouble).toBe('the database is down');
    isAbandoned = true;
    expect(await waiting).toBeInstanceOf(Abandoned);
    expect(own.trouble).toBeUndefined();
  });

  it('is reported although another batch succeeds meanwhile', async () => {
    const own = handlerCalls();
    let isAbandoned = false;
    const waiting = own.untilItWorks(down, () => isAbandoned).catch((error: unknown) => error);
    await turn();
    await own.untilItWorks(
      () => Promise.resolve(),
      () => false,
    );
    expect(own.trouble).toBe('the database is down');
    isAbandoned = true;
    await waiting;
  });
});
