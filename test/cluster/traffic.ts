// Parcels on their way, scan by scan, and the book of what has come of them.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Kafka, logLevel, Partitioners, type Producer } from 'kafkajs';
import type { Client } from 'pg';
import { parcel } from '../builders/parcel.js';
import type { OutgoingMessage } from '../support/topics.js';
import type { CustomerReceiver } from './site.js';

const STATUSES = ['InTransit', 'OutForDelivery', 'Delivered'] as const;

export interface Book {
  readonly events: number;
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
  readonly repeats: number;
}

export class Traffic {
  private readonly running: Promise<void>[] = [];
  private isOver = false;
  private told = 0;

  private constructor(
    private readonly producer: Producer,
    private readonly account: number,
  ) {}

  static async open(kafkaBrokers: string, account: number): Promise<Traffic> {
    const kafka = new Kafka({ clientId: 'traffic', brokers: kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
    const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
    await producer.connect();
    return new Traffic(producer, account);
  }

  /** One parcel's record and scans, one after the other. */
  async tellParcel(): Promise<void> {
    const one = parcel({ account: this.account, trackingNumber: `K${randomUUID()}` });
    await this.send('records', one.record({ occurred_at: new Date().toISOString() }));
    for (const status of STATUSES) {
      await this.send('scans', one.scan(status, new Date().toISOString()));
    }
    this.told++;
  }

  /** So many parcels a second, until told to stop. */
  start(parcelsPerSecond: number): void {
    this.running.push(this.tell(1000 / parcelsPerSecond));
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.running);
    await this.producer.disconnect();
  }

  get parcels(): number {
    return this.told;
  }

  private async tell(everyMs: number): Promise<void> {
    const told: Promise<void>[] = [];
    while (!this.isOver) {
      told.push(this.tellParcel());
      await pause(everyMs);
    }
    await Promise.all(told);
  }

  private async send(topic: string, { key = '', value }: OutgoingMessage): Promise<void> {
    await this.producer.send({ topic, acks: -1, messages: [{ key, value: JSON.stringify(value) }] });
  }
}

/** Compares what was told, what was decided and what arrived. */
export async function readBook(database: Client, account: number, receiver: CustomerReceiver, path: string): Promise<Book> {
  const { rows } = await database.query<{ eventid: string }>('SELECT eventid FROM event WHERE account_id = $1', [account]);
  const [decided, heard] = [new Set(rows.map(({ eventid }) => eventid)), receiver.heardOn(path).map(({ eventid }) => eventid)];
  const arrived = new Set(heard);
  return {
    events: decided.size,
    missing: [...decided].filter((eventid) => !arrived.has(eventid)),
    unknown: [...arrived].filter((eventid) => !decided.has(eventid)),
    repeats: heard.length - arrived.size,
  };
}
