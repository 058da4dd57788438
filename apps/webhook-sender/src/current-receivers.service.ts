import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, SECOND } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import type { ReceiverEndpoint } from './delivery/receiver.js';
import { ReceiversRepository } from './receivers.repository.js';

/** What was read longer ago is read again before the POST: the receiver may have been corrected or disabled meanwhile. */
const FRESH_MS = SECOND;

/** What decides who hears of an attempt, and whether anybody may. */
type Recipient = Pick<DeliveryAttempt, 'receiverId' | 'consignmentId'>;

interface Reading {
  /** undefined = it was deleted. */
  readonly endpoint: ReceiverEndpoint | undefined;
  readonly readAtMs: number;
}

interface Question {
  readonly recipient: Recipient;
  readonly resolve: (endpoint: ReceiverEndpoint | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Receivers of attempts that waited. While one statement is under way the next questions gather, and what was read for others a moment ago holds:
 * they cost little however many wait, for however many receivers.
 */
@Injectable()
export class CurrentReceivers {
  private waiting: Question[] = [];
  private isReading = false;
  private readings = new Map<string, Reading>();

  constructor(
    private readonly receivers: ReceiversRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  isFresh(readAtMs: number): boolean {
    return this.clock.steadyMs() - readAtMs <= FRESH_MS;
  }

  /** The receiver of one attempt as it is now; undefined when nothing may be sent. @throws when the database is down */
  endpointFor(recipient: Recipient): Promise<ReceiverEndpoint | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ recipient, resolve, reject });
      if (!this.isReading) void this.readAll();
    });
  }

  private async readAll(): Promise<void> {
    this.isReading = true;
    while (this.waiting.length > 0) await this.read(this.waiting.splice(0));
    this.isReading = false;
  }

  /** A parcel that was erased on request has no receiver any more: what of it waited in memory is then cancelled, as if the receiver were gone. */
  private async read(questions: readonly Question[]): Promise<void> {
    try {
      const [erased] = await Promise.all([
        this.receivers.erasedOf(questions.map(({ recipient }) => recipient.consignmentId)),
        this.refresh(new Set(questions.map(({ recipient }) => recipient.receiverId))),
      ]);
      for (const { recipient, resolve } of questions) {
        resolve(erased.has(recipient.consignmentId) ? undefined : this.readings.get(recipient.receiverId)?.endpoint);
      }
    } catch (error) {
      questions.forEach(({ reject }) => reject(error));
    }
  }

  /** Reads those whose reading is not fresh, and forgets all others that are not. */
  private async refresh(receiverIds: ReadonlySet<string>): Promise<void> {
    const fresh = new Map([...this.readings].filter(([, { readAtMs }]) => this.isFresh(readAtMs)));
    const wanted = [...receiverIds].filter((receiverId) => !fresh.has(receiverId));
    const readAtMs = this.clock.steadyMs();
    const read = wanted.length === 0 ? undefined : await this.receivers.endpoints(wanted);
    for (const receiverId of wanted) fresh.set(receiverId, { endpoint: read?.get(receiverId), readAtMs });
    this.readings = fresh;
  }
}
