// out: topics records and scans (messages of accounts about their parcels), delivery-attempts (redeliveries and tests)
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { SECOND } from '#libs/config';
import { type DeliveryAttempt, deliveryAttemptHeaders, jsonHeaders, TOPICS } from '#libs/contracts';
import { ApiError } from '#libs/errors';
import { type OutgoingMessage, Producer } from '#libs/messaging';
import { errorFields, Logger } from '#libs/observability';

/** A caller gets an answer within this time; kafkajs itself retries for longer. */
const WITHIN_MS = 5 * SECOND;
/** The most unconfirmed requests. Any other request is refused at once: while a broker is down, requests must not fill the memory. */
const MOST_UNDER_WAY = 200;

export interface KeyedMessage {
  readonly key: string;
  readonly value: string;
}

/**
 * Publishes messages; resolves when they are written with acks = all. Any failure is a 503: the messages may still be written, and the caller can
 * safely send them again.
 */
@Injectable()
export class MessagesPublisher {
  private underWay = 0;

  constructor(
    private readonly producer: Producer,
    private readonly logger: Logger,
  ) {}

  /** @param traceparent of the request that submitted it */
  publishRecord(record: KeyedMessage, traceparent: string | undefined): Promise<void> {
    return this.publish([{ topic: TOPICS.records.name, ...record, headers: jsonHeaders(traceparent) }]);
  }

  /** @param traceparent of the request that submitted them */
  publishScans(scans: readonly KeyedMessage[], traceparent: string | undefined): Promise<void> {
    const headers = jsonHeaders(traceparent);
    return this.publish(scans.map((scan) => ({ topic: TOPICS.scans.name, ...scan, headers })));
  }

  publishAttempts(attempts: readonly DeliveryAttempt[]): Promise<void> {
    return this.publish(
      attempts.map((attempt) => ({
        topic: TOPICS.deliveryAttempts.name,
        key: attempt.receiverId,
        value: attempt.body,
        headers: deliveryAttemptHeaders(attempt),
      })),
    );
  }

  private async publish(messages: readonly OutgoingMessage[]): Promise<void> {
    if (this.underWay >= MOST_UNDER_WAY) throw unavailable();
    this.underWay++;
    const written = this.producer.publish(messages).finally(() => this.underWay--);
    try {
      await within(WITHIN_MS, written);
    } catch (error) {
      this.logger.warn('messages.notPublished', { messages: messages.length, topic: messages[0]?.topic, ...errorFields(error) });
      throw unavailable();
    }
  }
}

async function within(limitMs: number, work: Promise<void>): Promise<void> {
  const limit = new AbortController();
  const late = wait(limitMs, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`the broker has not answered within ${limitMs} ms`);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    limit.abort();
    late.catch(() => undefined); // aborted: the request has ended
  }
}

const unavailable = (): ApiError => ApiError.of('unavailable', { headers: { 'Retry-After': String(WITHIN_MS / SECOND) } });
