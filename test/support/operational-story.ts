import { OPERATIONAL_EVENT_NAMES, type OperationalEntries, type OperationalEvent, type OperationalEventName } from '#libs/contracts';
import { type AttemptOptions, insertAttempt } from '../builders/attempt-rows.js';
import type { ReceiverRow } from '../builders/receiver-row.js';
import { holding } from './database.js';
import type { SenderBed } from './sender-bed.js';
import { waitFor } from './wait-for.js';

interface Told<T extends OperationalEventName> extends Omit<OperationalEvent, 'data'> {
  readonly data: { readonly count: number; readonly receivers: readonly OperationalEntries[T][] };
}

/** One account with a receiver that gets the operational events about all its other receivers. */
export class OperationalStory {
  readonly watch: string;

  private constructor(
    readonly webhooks: SenderBed,
    readonly account: number,
    readonly watcherId: string,
  ) {
    this.watch = watchPath(account);
  }

  static async begin(webhooks: SenderBed, events: readonly string[] = OPERATIONAL_EVENT_NAMES): Promise<OperationalStory> {
    const account = webhooks.newAccount();
    const { receiverId } = await webhooks.addReceiver(watchPath(account), { account, events });
    return new OperationalStory(webhooks, account, receiverId);
  }

  /** Adds a receiver of the account at a path of its own. */
  async add(name: string, row: Partial<ReceiverRow> = {}): Promise<{ receiverId: string; path: string }> {
    const path = `/${this.account}/${name}`;
    const { receiverId } = await this.webhooks.addReceiver(path, { ...row, account: this.account });
    return { receiverId, path };
  }

  /** Returns the events of this type that arrived, in order. */
  told<T extends OperationalEventName>(type: T, path = this.watch): Told<T>[] {
    const bodies = this.webhooks.receiver.requests(path).map((request) => request.json<OperationalEvent>());
    return bodies.filter((body) => body.type === type) as unknown as Told<T>[];
  }

  /** Returns all entries of this type that arrived. */
  entries<T extends OperationalEventName>(type: T): OperationalEntries[T][] {
    return this.told(type).flatMap(({ data }) => data.receivers);
  }

  /** Waits until `count` events of this type have arrived. @returns the events */
  async untilTold<T extends OperationalEventName>(type: T, count = 1): Promise<Told<T>[]> {
    const isTold = async (): Promise<boolean> => {
      await this.hurryStatistics();
      return this.told(type).length >= count;
    };
    await waitFor(isTold, { what: `${count} ${type} at ${this.watch}`, everyMs: 250 });
    return this.told(type);
  }

  /** Waits until everything recorded so far has been counted, decided and published. */
  async settled(): Promise<void> {
    const { database } = this.webhooks.bed;
    const nowAt = async (): Promise<Date> => (await database.query<{ at: Date }>('SELECT clock_timestamp() AS at'))[0]!.at;
    const holds = async (sql: string, at: Date): Promise<boolean> => (await database.query<{ ok: boolean }>(sql, [at]))[0]!.ok;
    const recordedAt = await nowAt();
    const isCounted = async (): Promise<boolean> => {
      await this.hurryStatistics();
      return holds('SELECT recorded_until > $1 AS ok FROM statistics_progress', recordedAt);
    };
    await waitFor(isCounted, { what: 'the statistics', everyMs: 250 });
    // A decision already under way may have missed it: the second decision includes it.
    for (let nth = 1; nth <= 2; nth++) {
      const decidedAt = await nowAt();
      await waitFor(() => holds('SELECT decided_at > $1 AS ok FROM notification_progress', decidedAt), { what: 'the next decision' });
    }
    const isPublished = `SELECT NOT EXISTS (SELECT FROM notification WHERE published_at IS NULL AND created_at < $1) AS ok`;
    const decidedAt = await nowAt();
    await waitFor(() => holds(isPublished, decidedAt), { what: 'everything to be published' });
    const pending = `SELECT count(*) FROM delivery WHERE account_id = $1 AND kind = 'operational' AND status = 'pending' AND attempts = 0`;
    await waitFor(async () => (await this.webhooks.count(pending, [this.account])) === 0, { what: 'the first attempt of each delivery' });
  }

  /** Skips the pause of the job, which depends on its work: on a busy machine it is longer than a test waits. */
  private async hurryStatistics(): Promise<void> {
    await this.webhooks.bed.database.query(`UPDATE statistics_progress SET not_before = '-infinity' WHERE not_before > now()`);
  }

  /** Inserts attempts as a sender records them, in one transaction. */
  async record(all: readonly Omit<AttemptOptions, 'account'>[]): Promise<string[]> {
    const holder = await holding(this.webhooks.bed.database, 'SELECT 1');
    const inTransaction = {
      query: async <Row>(sql: string, values: readonly unknown[] = []) => (await holder.query(sql, [...values])).rows as Row[],
    };
    const ids: string[] = [];
    for (const options of all) ids.push(await insertAttempt(inTransaction, { ...options, account: this.account }));
    await holder.query('COMMIT');
    await holder.end();
    return ids;
  }

  /**
   * Inserts three failures of each receiver, spread over the last ten seconds. All are recorded at one time, so that they are counted
   * together.
   */
  async recordFailures(receiverIds: readonly string[], options: Partial<AttemptOptions> = {}): Promise<void> {
    const nowMs = Date.now();
    const ago = [10_000, 5_000, 50];
    await this.record(
      receiverIds.flatMap((receiverId) =>
        ago.map((ms) => ({
          receiverId,
          attemptedAt: nowMs - ms,
          recordedAt: new Date(nowMs),
          outcome: 'timeout',
          isRetried: true,
          ...options,
        })),
      ),
    );
  }
}

const watchPath = (account: number): string => `/watch/${account}`;
