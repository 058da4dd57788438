// Events → delivery attempts → POSTs and their rows, by the floor.
import type { DataSource } from 'typeorm';
import { Pool as Connections } from 'undici';
import { type DeliveryAttempt, deliveryAttemptHeaders, deliveryIdOf, onlyReferences, TOPICS, type TrackingEvent } from '#libs/contracts';
import type { Producer } from '#libs/messaging';
import type { KafkaRecord } from '#libs/messaging/client';
import type { AttemptLogRepository } from '../../apps/webhook-sender/src/attempt/attempt-log.repository.js';
import type { FinishedAttempt } from '../../apps/webhook-sender/src/attempt/finished-attempt.js';
import type { Hop } from './listen.js';

const CONNECTIONS = 64;

interface Receiver {
  readonly receiverId: string;
  readonly account: number;
  readonly clients: readonly string[];
  readonly url: string;
}

interface Parts {
  readonly producer: Producer;
  readonly database: DataSource;
  readonly attempts: AttemptLogRepository;
  /** The PEM of the authority that signed the receivers' certificate. */
  readonly ca: string;
}

type WireAttempt = Omit<DeliveryAttempt, 'body' | 'deliveryCreatedAtMs'> & { readonly deliveryCreatedAt: string };

/** The hops of webhook-sender. */
export class DeliverHops {
  private receivers: readonly Receiver[] = [];
  private readonly pools = new Map<string, Connections>();

  constructor(private readonly parts: Parts) {}

  readonly fanOut: Hop = async (records) => {
    const messages = await Promise.all(
      records.map(async (record) => {
        const attempt = await this.attemptOf(record);
        return {
          topic: TOPICS.deliveryAttempts.name,
          key: attempt.receiverId,
          value: attempt.body,
          headers: deliveryAttemptHeaders(attempt),
        };
      }),
    );
    await this.parts.producer.publish(messages);
  };

  readonly send: Hop = async (records) => {
    const byId = new Map(this.receivers.map((receiver) => [receiver.receiverId, receiver]));
    await this.parts.attempts.record(await Promise.all(records.map((record) => this.post(record, byId))));
  };

  private async attemptOf({ value, headers }: KafkaRecord): Promise<DeliveryAttempt> {
    const { event, eventid, references } = JSON.parse(String(value)) as TrackingEvent['payload'];
    const header = (name: string): string => String(headers?.[name]);
    const { receiverId, account } = await this.receiverFor(Number(header('ce_account')), references.client);
    return {
      deliveryId: deliveryIdOf(eventid, receiverId),
      deliveryCreatedAtMs: Date.parse(header('ce_createdat')),
      receiverId,
      account,
      consignmentId: header('ce_consignmentid'),
      eventid,
      event,
      round: 1,
      attempt: 1,
      references: onlyReferences(references),
      body: value!,
    };
  }

  private async receiverFor(account: number, client: string): Promise<Receiver> {
    const known = this.receiverOf(account, client);
    if (known) return known;
    this.receivers = await this.parts.database.query<Receiver[]>(
      'SELECT receiver_id AS "receiverId", account_id AS account, clients, url FROM receiver',
    );
    return this.receiverOf(account, client)!;
  }

  private receiverOf(account: number, client: string): Receiver | undefined {
    return this.receivers.find((each) => each.account === account && (each.clients.length === 0 || each.clients.includes(client)));
  }

  private poolOf(origin: string): Connections {
    const known =
      this.pools.get(origin) ?? new Connections(origin, { connections: CONNECTIONS, allowH2: false, connect: { ca: this.parts.ca } });
    this.pools.set(origin, known);
    return known;
  }

  private async post(record: KafkaRecord, byId: ReadonlyMap<string, Receiver>): Promise<FinishedAttempt> {
    const wire = JSON.parse(String(record.headers?.['delivery-attempt'])) as WireAttempt;
    const { url } = byId.get(wire.receiverId)!;
    const { origin, pathname } = new URL(url);
    const attemptedAtMs = Date.now();
    const headers = { 'content-type': 'application/json', 'user-agent': 'parcel-event-webhooks/1' };
    const answer = await this.poolOf(origin).request({ method: 'POST', path: pathname, headers, body: record.value! });
    await answer.body.dump();
    const finishedAtMs = Date.now();
    const details = {
      url,
      requestHeaders: Object.entries(headers)
        .map((each) => each.join(': '))
        .join('\n'),
      firstByteMs: finishedAtMs - attemptedAtMs,
    };
    return {
      attempt: { ...wire, body: record.value!, deliveryCreatedAtMs: Date.parse(wire.deliveryCreatedAt) },
      traceparent: undefined,
      settlement: { kind: 'delivered' },
      made: {
        outcome: { kind: 'accepted', httpStatus: answer.statusCode },
        attemptedAtMs,
        durationMs: finishedAtMs - attemptedAtMs,
        senderAddress: '127.0.0.1',
        isSent: true,
        details,
      },
      finishedAtMs,
    };
  }
}
