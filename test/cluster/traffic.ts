// The traffic of a client: parcels on their way, scan by scan.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Producer, producerAt } from '#libs/messaging';
import { parcel } from '../builders/parcel.js';
import type { OutgoingMessage } from '../support/topics.js';

const STATUSES = ['InTransit', 'OutForDelivery', 'Delivered'] as const;

export class Traffic {
  private running: Promise<void> = Promise.resolve();
  private isOver = false;
  private told = 0;

  private constructor(
    private readonly producer: Producer,
    readonly account: number,
  ) {}

  static async open(kafkaBrokers: string, account: number): Promise<Traffic> {
    const producer = producerAt(kafkaBrokers, '', 'traffic');
    await producer.connect();
    return new Traffic(producer, account);
  }

  /** Publishes one parcel's record and scans, one after the other. @param everyMs pause after each message */
  async tellParcel(everyMs = 0): Promise<void> {
    const one = parcel({ account: this.account, trackingNumber: `K${randomUUID()}` });
    await this.send('records', one.record({ occurred_at: new Date().toISOString() }));
    await pause(everyMs);
    for (const status of STATUSES) {
      await this.send('scans', one.scan(status, new Date().toISOString()));
      await pause(everyMs);
    }
    this.told++;
  }

  /** Publishes `perSecond` records and scans a second, evenly, until `stop`. The last parcel is always completed. */
  start(perSecond: number): void {
    this.running = this.tell(1000 / perSecond);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
    await this.producer.onApplicationShutdown();
  }

  get parcels(): number {
    return this.told;
  }

  private async tell(everyMs: number): Promise<void> {
    while (!this.isOver) await this.tellParcel(everyMs);
  }

  private async send(topic: string, { key = '', value }: OutgoingMessage): Promise<void> {
    await this.producer.publish([{ topic, key, value: JSON.stringify(value) }]);
  }
}
