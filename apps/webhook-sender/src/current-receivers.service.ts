import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, SECOND } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { AskedTogether } from './delivery/asked-together.js';
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

/**
 * Receivers of attempts that waited. They are read together, and what was read for others a moment ago holds: they cost little however many wait,
 * for however many receivers.
 */
@Injectable()
export class CurrentReceivers {
  private readonly questions = new AskedTogether<Recipient, ReceiverEndpoint | undefined>((recipients) => this.read(recipients));
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
    return this.questions.ask(recipient);
  }

  /** A parcel that was erased on request has no receiver any more: what of it waited in memory is then cancelled, as if the receiver were gone. */
  private async read(recipients: readonly Recipient[]): Promise<(ReceiverEndpoint | undefined)[]> {
    const [erased] = await Promise.all([
      this.receivers.erasedOf(recipients.map(({ consignmentId }) => consignmentId)),
      this.refresh(new Set(recipients.map(({ receiverId }) => receiverId))),
    ]);
    return recipients.map(({ receiverId, consignmentId }) =>
      erased.has(consignmentId) ? undefined : this.readings.get(receiverId)?.endpoint,
    );
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
