// out: <topic>.dlq, bytes as they came with headers that say why
import { dlqOf } from '#libs/contracts';
import type { Logger } from '#libs/observability';
import type { Verdicts } from './batch-handling.service.js';
import { type ConsumedMessage, deadLetterHeaders } from './consumed-message.js';
import type { KafkaConfig } from './kafka.config.js';
import type { MessagingMetrics } from './messaging-metrics.provider.js';
import type { Producer } from './producer.client.js';
import type { Verdict } from './verdict.js';

interface Parked {
  readonly message: ConsumedMessage;
  readonly verdict: Verdict & { kind: 'park' };
}

interface Parts {
  readonly config: KafkaConfig;
  readonly producer: Producer;
  readonly logger: Logger;
  readonly metrics: MessagingMetrics;
}

export class DeadLetters {
  constructor(private readonly parts: Parts) {}

  /** Those of a batch whose verdict already says so; a promised verdict comes by itself. */
  async publishParked(messages: readonly ConsumedMessage[], verdicts: Verdicts): Promise<void> {
    const parked = messages.flatMap((message, index): Parked[] => {
      const verdict = verdicts[index];
      return verdict && !(verdict instanceof Promise) && verdict.kind === 'park' ? [{ message, verdict }] : [];
    });
    if (parked.length > 0) await this.publish(parked);
  }

  async publish(parked: readonly Parked[]): Promise<void> {
    const { config, producer, logger, metrics } = this.parts;
    await producer.publish(
      parked.map(({ message, verdict }) => ({
        topic: dlqOf(message.topic),
        key: message.key,
        value: message.value,
        headers: deadLetterHeaders(message, { ...verdict, prefix: config.topicPrefix }),
      })),
    );
    for (const { message, verdict } of parked) {
      const { topic, partition, offset } = message;
      metrics.parked.inc({ topic, reason: verdict.reason });
      logger.warn('message.parked', { topic, partition, offset, reason: verdict.reason, detail: verdict.detail });
    }
  }
}
