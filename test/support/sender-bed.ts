import { beforeAll } from '@jest/globals';
import type { TrackingEvent } from '#libs/contracts';
import { insertReceiver, type ReceiverRow } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import type { ReceiverOptions, TestReceiver } from './receiver.js';
import type { TestBed } from './test-bed.js';
import { waitFor } from './wait-for.js';

export interface KnownReceiver {
  readonly account: number;
  readonly receiverId: string;
}

export interface DeliveryRow {
  readonly status: string;
  readonly attempts: number;
  readonly last_outcome: string | null;
  readonly next_attempt_at: Date | null;
}

export interface AttemptRow {
  readonly attempt: number;
  readonly outcome: string;
  readonly http_status: number | null;
  readonly detail: string | null;
  readonly answer: string | null;
  readonly sender_address: string | null;
  readonly duration_ms: number;
  readonly body_sha256: Buffer | null;
}

/** A test bed with a receiver, and the questions that tests of webhook-sender ask of both. */
export class SenderBed {
  /** Each path of this server acts as a receiver of its own. Started before the tests of the file. */
  receiver!: TestReceiver;
  private accounts = 0;

  constructor(readonly bed: TestBed) {}

  /** Returns the number of an account that has no receiver of this bed yet. */
  newAccount(): number {
    return ++this.accounts;
  }

  /** Inserts a receiver of a new account: at a path of `receiver`, or at another URL. */
  async addReceiver(place: string, row: Partial<ReceiverRow> = {}): Promise<KnownReceiver> {
    const account = row.account ?? this.newAccount();
    const url = place.startsWith('/') ? this.receiver.url(place) : place;
    return { account, receiverId: await insertReceiver(this.bed.database, { url, ...row, account }) };
  }

  publish(...events: readonly TrackingEvent[]): Promise<void> {
    return this.bed.publish('events', events.map(eventMessage));
  }

  /** Publishes an event with a consignment of its own. */
  async send({ account }: Pick<KnownReceiver, 'account'>): Promise<TrackingEvent> {
    const event = trackingEvent({ account });
    await this.publish(event);
    return event;
  }

  /** Publishes `count` such events. */
  async sendMany({ account }: Pick<KnownReceiver, 'account'>, count: number): Promise<TrackingEvent[]> {
    const events = Array.from({ length: count }, () => trackingEvent({ account }));
    await this.publish(...events);
    return events;
  }

  /** Returns the ids of the events POSTed to a path of `receiver`, in order of arrival. */
  postedTo(path: string): string[] {
    return this.receiver.requests(path).flatMap(({ eventid }) => eventid ?? []);
  }

  /** Returns the number of different events that have arrived at a path of `receiver`. */
  arrivedAt(path: string): number {
    return new Set(this.postedTo(path)).size;
  }

  async deliveryOf(event: TrackingEvent): Promise<DeliveryRow | undefined> {
    const rows = await this.bed.database.query<DeliveryRow>('SELECT * FROM delivery WHERE eventid = $1', [event.payload.eventid]);
    return rows[0];
  }

  untilStatus(event: TrackingEvent, status: string): Promise<unknown> {
    return waitFor(async () => (await this.deliveryOf(event))?.status === status, { what: `delivery ${status}` });
  }

  attemptsOf(event: TrackingEvent): Promise<AttemptRow[]> {
    return this.bed.database.query<AttemptRow>(
      'SELECT a.* FROM delivery_attempt a JOIN delivery d USING (delivery_id) WHERE d.eventid = $1 ORDER BY a.round, a.attempt',
      [event.payload.eventid],
    );
  }

  untilAttempts(event: TrackingEvent, count: number): Promise<AttemptRow[]> {
    const enough = async (): Promise<AttemptRow[] | undefined> => {
      const rows = await this.attemptsOf(event);
      return rows.length >= count ? rows : undefined;
    };
    return waitFor(enough, { what: `${count} recorded attempts` });
  }

  /** Returns the first attempt as soon as it is recorded. */
  async firstAttempt(event: TrackingEvent): Promise<AttemptRow> {
    return (await this.untilAttempts(event, 1))[0]!;
  }

  /** Returns the number in the column `count` of the statement's result. */
  async count(sql: string, values: readonly unknown[] = []): Promise<number> {
    return Number((await this.bed.database.query<{ count: string }>(sql, values))[0]?.count);
  }

  overflowSize(): Promise<number> {
    return this.count('SELECT count(*) FROM delivery_overflow');
  }

  /** Waits until no delivery is pending and no overflow is left. */
  untilIdle(): Promise<unknown> {
    const open = `SELECT (SELECT count(*) FROM delivery WHERE status = 'pending') + (SELECT count(*) FROM delivery_overflow) AS count`;
    return waitFor(async () => (await this.count(open)) === 0, { what: 'no delivery pending and no overflow left' });
  }
}

/** Call it at the top of a test file, after its bed. */
export function useSenderBed(bed: TestBed, options: ReceiverOptions = {}): SenderBed {
  const webhooks = new SenderBed(bed);
  beforeAll(async () => {
    webhooks.receiver = await bed.startReceiver(options);
  });
  return webhooks;
}
