// in: table delivery_overflow; out: the rows of a receiver that are made next
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG } from '#libs/config';
import { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import { Dispatcher } from '../dispatch/dispatcher.service.js';
import { OverflowReader } from '../overflow/overflow-reader.service.js';
import type { OldestQuery, OverflowRow } from '../overflow/overflow.repository.js';
import { NO_LIMIT } from '../queue/pace.js';
import { type Queue, QueuedAttempt } from '../queue/queued-attempt.js';
import type { ReceiverEndpoint } from '../receivers/receiver.js';
import { ReceiversRepository } from '../receivers/receivers.repository.js';
import { Turns } from '../turns/turns.provider.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';

/** The number of rows to read when all rows before were made already. */
const MADE_AT_ONCE = 500;
/** The number of rows to read for one probe: earlier rows may be in flight here. */
const PROBE_ROWS = 16;

/** Decides which rows of a receiver are made next: during a hold, behind an open circuit, under an owner's limit, or freely. */
@Injectable()
export class NextRows {
  private isStopping = false;

  constructor(
    private readonly reader: OverflowReader,
    private readonly dispatcher: Dispatcher,
    private readonly turns: Turns,
    private readonly receivers: ReceiversRepository,
    private readonly events: DeliveryEvents,
    @Inject(CONFIG) private readonly config: Pick<WebhookSenderConfig, 'maxInFlightPerReceiver' | 'maxWaitMs'>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'steadyMs'>,
  ) {}

  /** Stops looking past rows that were made already. */
  stop(): void {
    this.isStopping = true;
  }

  /** Returns the rows of a receiver that are to be made next, without rows in memory. */
  async of(queue: Queue): Promise<NextOfReceiver> {
    const receiverReadAtMs = this.clock.steadyMs();
    const receiver = await this.receiverOf(queue);
    const { rows, isEmpty } = await this.rowsOf(queue);
    return { isEmpty, attempts: rows.map((row) => new QueuedAttempt(queue, { receiver, receiverReadAtMs, ...row })) };
  }

  /**
   * Returns the receiver as configured now. If it is deleted or disabled, nothing holds its rows back, and each row is cancelled in turn.
   */
  private async receiverOf(queue: Queue): Promise<ReceiverEndpoint | undefined> {
    const { receiverId } = queue;
    const receiver = (await this.receivers.endpoints([receiverId])).get(receiverId);
    queue.limit(receiver?.enabled ? receiver : NO_LIMIT, this.clock.steadyMs());
    if (!receiver?.enabled && this.turns.change(queue, () => queue.forget())) this.events.circuitClosed(receiverId, 'gone');
    return receiver;
  }

  private async rowsOf(queue: Queue): Promise<NextRowsOfReceiver> {
    const { taken } = queue.rows;
    const nowMs = this.clock.steadyMs();
    if (queue.isHeld(nowMs)) return this.lastChances(queue);
    if (queue.isOpen) return this.probeOrLastChance(queue, nowMs);
    const read = await this.oldest(queue, { limit: this.turns.roomOf(queue) - taken.size });
    if (!queue.isLimited) return read;
    return { ...read, rows: read.rows.map((row) => ({ ...row, isLastChance: row.waitedMs > this.config.maxWaitMs })) };
  }

  /**
   * For an open circuit: returns all rows that have waited too long for their last POST, as many as the receiver may have at once;
   * otherwise one probe per interval.
   */
  private async probeOrLastChance(queue: Queue, nowMs: number): Promise<NextRowsOfReceiver> {
    const isProbeDue = queue.isProbeDue(nowMs);
    const waitedLong = await this.lastChances(queue);
    if (waitedLong.rows.length > 0) return waitedLong;
    if (queue.rows.taken.size > 0 || !isProbeDue) return NOTHING;
    const { rows, isEmpty } = await this.oldest(queue, { limit: PROBE_ROWS });
    return { isEmpty, rows: rows.slice(0, 1) };
  }

  private async lastChances(queue: Queue): Promise<NextRowsOfReceiver> {
    const { maxInFlightPerReceiver, maxWaitMs: waitedMs } = this.config;
    const read = await this.oldest(queue, { limit: maxInFlightPerReceiver - queue.rows.taken.size, waitedMs });
    return { isEmpty: false, rows: read.rows.map((row) => ({ ...row, isLastChance: true })) };
  }

  /**
   * Returns the oldest rows that are still to be made; rows in flight here stay. Removes all rows before them that were made already: a
   * redelivery leaves the rows of the previous round, and each would cost a probe.
   */
  private async oldest(queue: Queue, { limit, waitedMs }: OldestLimits): Promise<NextRowsOfReceiver> {
    if (limit <= 0) return NOTHING;
    for (let most = limit; ; most = Math.max(limit, MADE_AT_ONCE)) {
      const { read, open, isDone } = await this.reader.oldest(queue, {
        limit: most,
        waitedMs,
        mayEnter: (rows) => this.dispatcher.enterable(rows),
      });
      if (open.length > 0 || isDone || this.isStopping) return { isEmpty: read === 0, rows: open.slice(0, limit) };
    }
  }
}

type OldestLimits = Omit<OldestQuery, 'taken'>;

interface Waited extends OverflowRow {
  readonly isLastChance?: boolean;
}

interface NextRowsOfReceiver {
  /** True when the query left no row out and found none. */
  readonly isEmpty: boolean;
  readonly rows: readonly Waited[];
}

/** The attempts of a receiver's rows that are to be made next. */
export interface NextOfReceiver extends Pick<NextRowsOfReceiver, 'isEmpty'> {
  readonly attempts: readonly QueuedAttempt[];
}

const NOTHING: NextRowsOfReceiver = { isEmpty: false, rows: [] };
