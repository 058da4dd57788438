// in: table delivery_overflow; out: which of a receiver's rows are to be made next
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG } from '#libs/config';
import { type QueuedAttempt, toQueuedAttempt } from '../attempt/queued-attempt.js';
import { OverflowReader } from '../overflow/overflow-reader.service.js';
import type { OldestQuery, OverflowRow } from '../overflow/overflow.repository.js';
import type { ReceiverEndpoint } from '../receivers/receiver.js';
import { ReceiversRepository } from '../receivers/receivers.repository.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';
import { Barriers, type Outlook } from './barriers.service.js';
import { NO_LIMIT } from './owner-limits.js';
import { ReceiverQueues } from './receiver-queues.service.js';

/** So many rows are read where those before were made already. */
const MADE_AT_ONCE = 500;
/** Rows that are read for one probe: of those ahead of it some may be under way here. */
const PROBE_ROWS = 16;

/** Decides which rows of a receiver are made next: behind a hold, an open circuit or a limit of its owner, or without any of these. */
@Injectable()
export class NextRows {
  /** Rows whose attempt was made and can be recorded nowhere. Read again and again, they would keep the place of those behind them. */
  private readonly setAside = new Set<number>();
  private isStopping = false;

  constructor(
    private readonly reader: OverflowReader,
    private readonly queues: ReceiverQueues,
    private readonly barriers: Barriers,
    private readonly receivers: ReceiversRepository,
    @Inject(CONFIG) private readonly config: Pick<WebhookSenderConfig, 'maxInFlightPerReceiver' | 'maxWaitMs'>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'steadyMs'>,
  ) {}

  /** Looks no further where what it finds was made already. */
  stop(): void {
    this.isStopping = true;
  }

  /** @param taken rows of the receiver that are in memory */
  async of(receiverId: string, taken: ReadonlySet<number>): Promise<NextOfReceiver> {
    const receiverReadAtMs = this.clock.steadyMs();
    const receiver = await this.receiverOf(receiverId);
    const { rows, ...next } = await this.rowsOf(receiverId, taken);
    return { ...next, attempts: rows.map((row) => toQueuedAttempt({ receiver, receiverReadAtMs, ...row })) };
  }

  /** The receiver as it is configured now. If it is deleted or disabled, nothing keeps its rows back: each is cancelled at its turn. */
  private async receiverOf(receiverId: string): Promise<ReceiverEndpoint | undefined> {
    const receiver = (await this.receivers.endpoints([receiverId])).get(receiverId);
    this.barriers.limit(receiverId, receiver?.enabled ? receiver : NO_LIMIT);
    if (!receiver?.enabled) this.barriers.end(receiverId);
    return receiver;
  }

  private async rowsOf(receiverId: string, taken: ReadonlySet<number>): Promise<NextRowsOfReceiver> {
    const outlook = this.barriers.outlookOf(receiverId);
    if (outlook.isHeld) return this.lastChances(receiverId, taken);
    if (outlook.isOpen) return this.probeOrLastChance(receiverId, taken, outlook);
    const read = await this.oldest(receiverId, taken, { limit: outlook.room - taken.size });
    if (!outlook.isLimited) return read;
    return { ...read, rows: read.rows.map((row) => ({ ...row, isLastChance: row.waitedMs > this.config.maxWaitMs })) };
  }

  /** Behind an open circuit: what has waited long enough gets its last POST, as many at once as the receiver may have; else one probe now and then. */
  private async probeOrLastChance(receiverId: string, taken: ReadonlySet<number>, { isProbeDue }: Outlook): Promise<NextRowsOfReceiver> {
    const waitedLong = await this.lastChances(receiverId, taken);
    if (waitedLong.rows.length > 0) return waitedLong;
    if (taken.size > 0 || !isProbeDue) return NOTHING;
    const { rows, isEmpty } = await this.oldest(receiverId, taken, { limit: PROBE_ROWS });
    return { isEmpty, isProbe: true, rows: rows.slice(0, 1) };
  }

  private async lastChances(receiverId: string, taken: ReadonlySet<number>): Promise<NextRowsOfReceiver> {
    const { maxInFlightPerReceiver, maxWaitMs: waitedMs } = this.config;
    const read = await this.oldest(receiverId, taken, { limit: maxInFlightPerReceiver - taken.size, waitedMs });
    return { isEmpty: false, rows: read.rows.map((row) => ({ ...row, isLastChance: true })) };
  }

  /**
   * What is still to be made; what is under way here stays where it is. Rows that are made already go, however many there are before the first
   * other one: a redelivery leaves those of the round before, and each would cost a probe.
   */
  private async oldest(receiverId: string, inMemory: ReadonlySet<number>, { limit, waitedMs }: OldestLimits): Promise<NextRowsOfReceiver> {
    if (limit <= 0) return NOTHING;
    for (let most = limit; ; most = Math.max(limit, MADE_AT_ONCE)) {
      const taken = [...inMemory, ...this.setAside];
      const rows = await this.reader.oldest(receiverId, { taken, limit: most, waitedMs });
      const { makeable, unrecordable } = this.queues.sorted(rows);
      unrecordable.forEach(({ overflowId }) => this.setAside.add(overflowId));
      const open = await this.reader.withoutRecorded(makeable);
      if (open.length > 0 || makeable.length + unrecordable.length === 0 || this.isStopping)
        return { isEmpty: rows.length === 0, rows: open.slice(0, limit) };
    }
  }
}

type OldestLimits = Omit<OldestQuery, 'taken'>;

interface Waited extends OverflowRow {
  readonly isLastChance?: boolean;
}

interface NextRowsOfReceiver {
  /** No row was found, though none was left out. */
  readonly isEmpty: boolean;
  readonly rows: readonly Waited[];
  /** The circuit is open: one goes out to look whether the receiver answers. */
  readonly isProbe?: boolean;
}

/** What is to be made next of a receiver's rows. */
export interface NextOfReceiver extends Pick<NextRowsOfReceiver, 'isEmpty' | 'isProbe'> {
  readonly attempts: readonly QueuedAttempt[];
}

const NOTHING: NextRowsOfReceiver = { isEmpty: false, rows: [] };
