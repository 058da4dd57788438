// in: table delivery_backlog; out: which of a receiver's rows are to be made next
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import { OverflowReader } from '../overflow/overflow-reader.service.js';
import type { OldestWish, OverflowRow } from '../overflow/overflow.repository.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';
import { type Outlook, ReceiverQueues } from './receiver-queues.service.js';

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
    @Inject(CONFIG) private readonly config: Pick<WebhookSenderConfig, 'maxInFlightPerReceiver' | 'maxWaitMs'>,
  ) {}

  /** Looks no further where what it finds was made already. */
  stop(): void {
    this.isStopping = true;
  }

  /** @param taken rows of the receiver that are in memory */
  async of(receiverId: string, taken: ReadonlySet<number>): Promise<NextOfReceiver> {
    const outlook = this.queues.outlookOf(receiverId);
    if (outlook.isHeld) return this.lastChances(receiverId, taken);
    if (outlook.isOpen) return this.probeOrLastChance(receiverId, taken, outlook);
    const read = await this.oldest(receiverId, taken, { limit: outlook.room - taken.size });
    if (!outlook.isLimited) return read;
    return { ...read, open: read.open.map((row) => ({ ...row, isLastChance: row.waitedMs > this.config.maxWaitMs })) };
  }

  /** Behind an open circuit: what has waited long enough gets its last POST, as many at once as the receiver may have; else one probe now and then. */
  private async probeOrLastChance(receiverId: string, taken: ReadonlySet<number>, { isProbeDue }: Outlook): Promise<NextOfReceiver> {
    const waitedLong = await this.lastChances(receiverId, taken);
    if (waitedLong.open.length > 0) return waitedLong;
    if (taken.size > 0 || !isProbeDue) return NOTHING;
    return { ...(await this.oldest(receiverId, taken, { limit: PROBE_ROWS })), isProbe: true };
  }

  private async lastChances(receiverId: string, taken: ReadonlySet<number>): Promise<NextOfReceiver> {
    const { maxInFlightPerReceiver, maxWaitMs: waitedMs } = this.config;
    const read = await this.oldest(receiverId, taken, { limit: maxInFlightPerReceiver - taken.size, waitedMs });
    return { isEmpty: false, open: read.open.map((row) => ({ ...row, isLastChance: true })) };
  }

  /**
   * What is still to be made; what is under way here stays where it is. Rows that are made already go, however many there are before the first
   * other one: a redelivery leaves those of the round before, and each would cost a probe.
   */
  private async oldest(receiverId: string, inMemory: ReadonlySet<number>, { limit, waitedMs }: OldestLimits): Promise<NextOfReceiver> {
    if (limit <= 0) return NOTHING;
    for (let most = limit; ; most = Math.max(limit, MADE_AT_ONCE)) {
      const taken = [...inMemory, ...this.setAside];
      const rows = await this.reader.oldest(receiverId, { taken, limit: most, waitedMs });
      const { makeable, unrecordable } = this.queues.sort(rows);
      unrecordable.forEach(({ backlogId }) => this.setAside.add(backlogId));
      const open = await this.reader.withoutRecorded(makeable);
      if (open.length > 0 || makeable.length + unrecordable.length === 0 || this.isStopping)
        return { isEmpty: rows.length === 0, open: open.slice(0, limit) };
    }
  }
}

type OldestLimits = Omit<OldestWish, 'taken'>;

interface Waited extends OverflowRow {
  readonly isLastChance?: boolean;
}

/** What is to be made next of a receiver's rows. */
export interface NextOfReceiver {
  /** No row was found, though none was left out. */
  readonly isEmpty: boolean;
  /** Those that are to be made. */
  readonly open: readonly Waited[];
  /** True = only the first of these. */
  readonly isProbe?: boolean;
}

const NOTHING: NextOfReceiver = { isEmpty: false, open: [] };
