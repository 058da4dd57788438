import { describe, expect, it } from '@jest/globals';
import { MIB } from '#libs/config';
import type { Logger } from '#libs/observability';
import type { ConsumedMessage } from '../consumer/consumed-message.js';
import { DeadLetters } from './dead-letters.publisher.js';
import { isLasting } from '../consumer/failure.js';
import type { KafkaConfig } from '../kafka.config.js';
import type { MessagingMetrics } from '../health/messaging-metrics.provider.js';
import type { OutgoingMessage, Producer } from '../producer/producer.client.js';
import { deadLetter, type Verdict } from '../consumer/verdict.js';

const TOO_LARGE = Object.assign(new Error('too large'), { type: 'MESSAGE_TOO_LARGE' });
const AWAY = new Error('no broker answers');
const isOf = (letter: OutgoingMessage, value: string): boolean => textOf(letter) === value;
const textOf = ({ value }: OutgoingMessage): string | undefined => (value as Buffer | null)?.toString('utf8', 0, 10);

/**
 * Dead letters with a fake producer, because no broker can be made to refuse at will.
 * @param refuse returns the error of a request, or false. The first request has number 1
 */
function deadLettersThat(refuse: (letters: readonly OutgoingMessage[], request: number) => Error | false) {
  const requests: (string | undefined)[][] = [];
  const written: (string | undefined)[] = [];
  const logged: object[] = [];
  const publish = (letters: readonly OutgoingMessage[]): Promise<void> => {
    requests.push(letters.map(textOf));
    const refusal = refuse(letters, requests.length);
    if (refusal) return Promise.reject(refusal);
    written.push(...letters.map(textOf));
    return Promise.resolve();
  };
  const log = (event: string, fields: object): void => void logged.push({ event, ...fields });
  const deadLetters = new DeadLetters({
    config: { topicPrefix: 'p.' } as KafkaConfig,
    producer: { publish } as Producer,
    logger: { warn: log, few: (_level: string, _kind: string, event: string, fields: object) => log(event, fields) } as unknown as Logger,
    metrics: { deadLettered: { inc: () => undefined } } as unknown as MessagingMetrics,
  });
  return { deadLetters, requests, written, logged };
}

const rejected = (...values: (string | Buffer)[]) =>
  values.map((value, offset) => ({
    message: {
      topic: 'scans',
      partition: 1,
      offset: String(offset),
      key: null,
      value: typeof value === 'string' ? Buffer.from(value) : value,
      timestampMs: 0,
      headers: {},
    } satisfies ConsumedMessage,
    verdict: deadLetter('E_JSON', 'no JSON') as Verdict & { kind: 'deadLetter' },
  }));

describe('dead letters', () => {
  it('are written one by one when the broker refuses them together, and a refused letter is written without its value', async () => {
    const { deadLetters, written, logged } = deadLettersThat((letters) => letters.some((letter) => isOf(letter, 'large')) && TOO_LARGE);
    await deadLetters.publish(rejected('a', 'large', 'b'));
    expect(written).toEqual(['a', undefined, 'b']);
    expect(logged).toContainEqual(
      expect.objectContaining({ event: 'message.cut', topic: 'scans', partition: 1, offset: '1', leftOut: 'a value of 5 bytes' }),
    );
  });

  it('are retried when the broker refuses even a bare letter, and the error names its message', async () => {
    const { deadLetters, logged } = deadLettersThat(() => TOO_LARGE);
    const error: unknown = await deadLetters.publish(rejected('a')).catch((reason: unknown) => reason);
    expect(String(error)).toContain('scans.dlq does not take the dead letter of scans[1]@0: too large');
    expect(isLasting(error)).toBe(false);
    expect(logged).not.toContainEqual(expect.objectContaining({ event: 'message.deadLettered' }));
  });

  it('keep all their bytes while the broker is away: all are tried again later', async () => {
    const { deadLetters, requests, logged } = deadLettersThat(() => AWAY);
    await expect(deadLetters.publish(rejected('a', 'b'))).rejects.toBe(AWAY);
    expect([requests, logged]).toEqual([[['a', 'b']], []]);
  });

  it('are tried again when the broker goes away after a refusal', async () => {
    const { deadLetters } = deadLettersThat((_, request) => (request === 1 ? TOO_LARGE : AWAY));
    await expect(deadLetters.publish(rejected('a'))).rejects.toBe(AWAY);
  });

  it('go in one request each when together they are larger than a topic takes', async () => {
    const large = Buffer.alloc(9 * MIB, 'x');
    const { deadLetters, requests, logged } = deadLettersThat(() => false);
    await deadLetters.publish(rejected(large, large));
    expect(requests).toEqual([['xxxxxxxxxx'], ['xxxxxxxxxx']]);
    expect(logged).not.toContainEqual(expect.objectContaining({ event: 'message.cut' }));
  });
});
