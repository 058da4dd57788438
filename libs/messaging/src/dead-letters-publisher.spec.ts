import { describe, expect, it } from '@jest/globals';
import type { Logger } from '#libs/observability';
import type { ConsumedMessage } from './consumed-message.js';
import { DeadLetters } from './dead-letters.publisher.js';
import { isLasting } from './failure.js';
import type { KafkaConfig } from './kafka.config.js';
import type { MessagingMetrics } from './messaging-metrics.provider.js';
import type { OutgoingMessage, Producer } from './producer.client.js';
import { park, type Verdict } from './verdict.js';

/** What no broker can be made to refuse at will: here the producer is stood in for. */
function deadLettersThat(refuse: (letter: OutgoingMessage) => boolean) {
  const written: (string | undefined)[] = [];
  const logged: object[] = [];
  const publish = (letters: readonly OutgoingMessage[]): Promise<void> => {
    if (letters.some(refuse)) return Promise.reject(Object.assign(new Error('too large'), { type: 'MESSAGE_TOO_LARGE' }));
    written.push(...letters.map(({ value }) => value?.toString()));
    return Promise.resolve();
  };
  const log = (event: string, fields: object): void => void logged.push({ event, ...fields });
  const deadLetters = new DeadLetters({
    config: { topicPrefix: 'p.' } as KafkaConfig,
    producer: { publish } as Producer,
    logger: { warn: log } as unknown as Logger,
    metrics: { parked: { inc: () => undefined } } as unknown as MessagingMetrics,
  });
  return { deadLetters, written, logged };
}

const parked = (...values: string[]) =>
  values.map((value, offset) => ({
    message: {
      topic: 'scans',
      partition: 1,
      offset: String(offset),
      key: null,
      value: Buffer.from(value),
      timestampMs: 0,
      headers: {},
    } satisfies ConsumedMessage,
    verdict: park('E_JSON', 'no JSON') as Verdict & { kind: 'park' },
  }));

describe('dead letters', () => {
  it('of which one is refused are written each alone, and that one without what came', async () => {
    const { deadLetters, written, logged } = deadLettersThat(({ value }) => value?.toString() === 'large');
    await deadLetters.publish(parked('a', 'large', 'b'));
    expect(written).toEqual(['a', undefined, 'b']);
    expect(logged).toContainEqual(
      expect.objectContaining({ event: 'message.cut', topic: 'scans', partition: 1, offset: '1', leftOut: 'a value of 5 bytes' }),
    );
  });

  it('of which one is refused even so are waited for, not taken for a fault of the consumer, and it is told which', async () => {
    const { deadLetters, logged } = deadLettersThat(() => true);
    const error: unknown = await deadLetters.publish(parked('a')).catch((reason: unknown) => reason);
    expect(String(error)).toContain('scans.dlq does not take the dead letter of scans[1]@0: too large');
    expect(isLasting(error)).toBe(false);
    expect(logged).not.toContainEqual(expect.objectContaining({ event: 'message.parked' }));
  });
});
