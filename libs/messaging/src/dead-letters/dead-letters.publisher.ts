// out: <topic>.dlq, bytes as they came with headers that say why
import { MIB } from '#libs/config';
import type { Logger } from '#libs/observability';
import type { Verdicts } from '../consumer/handler-calls.js';
import { bytesOf } from '../producer/batches.js';
import type { ConsumedMessage } from '../consumer/consumed-message.js';
import { bareLetter, LEFT_OUT_HEADER, type Rejected, wholeLetter } from './dead-letter.js';
import { isLasting } from '../consumer/failure.js';
import type { KafkaConfig } from '../kafka.config.js';
import type { MessagingMetrics } from '../health/messaging-metrics.provider.js';
import type { Producer } from '../producer/producer.client.js';

interface Parts {
  readonly config: KafkaConfig;
  readonly producer: Producer;
  readonly logger: Logger;
  readonly metrics: MessagingMetrics;
}

/** No topic takes larger letters. Letters can be twice as large as the batch that they came in, and kafkajs would copy them before the broker refuses them. */
const MOST_BYTES = 16 * MIB;

export class DeadLetters {
  constructor(private readonly parts: Parts) {}

  /** Publishes the messages of a batch that are rejected now. A promised verdict follows later. */
  async publishRejected(messages: readonly ConsumedMessage[], verdicts: Verdicts): Promise<void> {
    const rejected = messages.flatMap((message, index): Rejected[] => {
      const verdict = verdicts[index];
      return verdict && !(verdict instanceof Promise) && verdict.kind === 'deadLetter' ? [{ message, verdict }] : [];
    });
    if (rejected.length > 0) await this.publish(rejected);
  }

  /**
   * Writes all letters, where necessary without large parts. A letter that can be written never waits for a letter that cannot.
   * @throws an error that may pass. Then the offset stays. A refusal of the bare letter counts as such an error
   */
  async publish(rejected: readonly Rejected[]): Promise<void> {
    await this.write(rejected);
    const { metrics, logger } = this.parts;
    for (const { message, verdict } of rejected) {
      const { topic, partition, offset } = message;
      metrics.deadLettered.inc({ topic, reason: verdict.reason });
      logger.few('warn', `${topic} ${verdict.reason}`, 'message.deadLettered', {
        topic,
        partition,
        offset,
        reason: verdict.reason,
        detail: verdict.detail,
      });
    }
  }

  /** Writes letters one by one where they cannot be written together. Some of them may then be there twice. */
  private async write(rejected: readonly Rejected[]): Promise<void> {
    const letters = rejected.map((each) => wholeLetter(each, this.parts.config.topicPrefix));
    try {
      if (letters.reduce((sum, letter) => sum + bytesOf(letter), 0) > MOST_BYTES) throw new RangeError('larger than what a topic takes');
      await this.parts.producer.publish(letters);
    } catch (error) {
      if (!isLasting(error)) throw error;
      if (rejected.length === 1) return this.writeBare(rejected[0]!, error as Error);
      for (const each of rejected) await this.write([each]);
    }
  }

  private async writeBare(rejected: Rejected, { message: error }: Error): Promise<void> {
    const { topic, partition, offset } = rejected.message;
    const letter = bareLetter(rejected, this.parts.config.topicPrefix);
    const leftOut = letter.headers?.[LEFT_OUT_HEADER];
    this.parts.logger.warn('message.cut', { topic, partition, offset, leftOut, error });
    const refusal = await this.parts.producer.publish([letter]).catch((reason: unknown) => reason as Error);
    if (!refusal) return;
    if (!isLasting(refusal)) throw refusal;
    // Without the cause, which would make the error a lasting one: a lasting error ends the consumer and unsettles its group again and again.
    throw new Error(`${letter.topic} does not take the dead letter of ${topic}[${partition}]@${offset}: ${refusal.message}`);
  }
}
