import { expect, it } from '@jest/globals';
import type { ConsumedMessage } from './consumed-message.js';
import { ConsumerRunner, type RunnerParts } from './consumer-runner.js';
import { hold, deadLetter } from './verdict.js';

it.each([false, true])(
  'a record that stands for an unreadable batch reaches no handler and gets the verdict deadLetter (isMixed: %s)',
  async (isMixed) => {
    const [handled, logged]: [string[], unknown[]] = [[], []];
    const ignored = { inc: () => undefined, observe: () => undefined, startTimer: () => () => undefined };
    const metrics = { batchSeconds: ignored, messages: ignored, batchMessages: ignored };
    const logger = { few: (_level: string, _kind: string, event: string, fields: object) => logged.push({ event, ...fields }) };
    const clock = { nowMs: () => 0, steadyMs: () => 0 };
    const handle = (messages: readonly ConsumedMessage[]): Promise<unknown> => {
      handled.push(...messages.map(({ offset }) => offset));
      return Promise.resolve(messages.map(({ offset }) => hold(Number(offset))));
    };
    const options = { consumer: Symbol('test'), group: 'g', maxBatch: 10, concurrency: 1, isMixed };
    const runner = new ConsumerRunner({ options, handlerOf: () => handle, metrics, logger, clock } as unknown as RunnerParts);
    const messageAt = (offset: string, unread?: string): ConsumedMessage => ({
      topic: 'scans',
      partition: 1,
      offset,
      key: null,
      value: null,
      timestampMs: 0,
      headers: {},
      unread,
    });
    const verdictsOf = (...messages: ConsumedMessage[]): Promise<unknown> =>
      runner.verdicts({ messages, isAbandoned: () => false, hasMore: false });

    const verdicts = await verdictsOf(messageAt('0'), messageAt('4', 'too large'), messageAt('5'));
    expect(verdicts).toEqual([hold(0), deadLetter('E_BATCH', 'too large'), hold(5)]);
    expect(logged).toEqual([{ event: 'batch.unread', topic: 'scans', partition: 1, offset: '4', why: 'too large' }]);
    expect(await verdictsOf(messageAt('9', 'no gzip'))).toEqual([deadLetter('E_BATCH', 'no gzip')]);
    expect(handled).toEqual(['0', '5']);
  },
);
