import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG } from '#libs/config';
import { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import type { FinishedAttempt } from '../attempt/finished-attempt.js';
import type { QueuedAttempt } from '../attempt/queued-attempt.js';
import { ClientKeys } from '../receivers/client-keys.service.js';
import type { OwnerLimit } from '../receivers/receiver.js';
import { holdOf } from '../attempt/retry-after.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';
import { Holds } from './holds.js';
import { OwnerLimits } from './owner-limits.js';
import type { ReceiverState } from './receiver-states.repository.js';
import { ReceiverStates } from './receiver-states.service.js';
import { QueuePool } from './queue-pool.provider.js';

/** What a receiver's rows in the table wait behind. */
export interface Outlook {
  readonly isHeld: boolean;
  readonly isOpen: boolean;
  readonly isProbeDue: boolean;
  readonly isLimited: boolean;
  /** How many of its rows may be in memory. */
  readonly room: number;
}

/** What attempts wait behind: an open circuit, a hold that the receiver has asked for, a limit that its owner has set, a key that is being checked. */
@Injectable()
export class Barriers {
  private readonly holds: Holds;
  private readonly limits: OwnerLimits;
  private onRetry = (): void => undefined;
  private takenOverMs = -Infinity;

  constructor(
    private readonly pool: QueuePool,
    private readonly states: ReceiverStates,
    private readonly events: DeliveryEvents,
    private readonly clientKeys: ClientKeys,
    @Inject(CONFIG) private readonly config: Pick<WebhookSenderConfig, 'retryDelayMs'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.holds = new Holds(clock);
    this.limits = new OwnerLimits(
      clock,
      () => this.takenOverMs,
      () => this.onRetry(),
    );
  }

  /** @param onRetry called when an attempt may start because time has passed, or a key is checked */
  whenTimePasses(onRetry: () => void): void {
    this.onRetry = onRetry;
  }

  /** Whether attempts of the receiver that arrive now wait in the table. */
  isForTable(receiverId: string): boolean {
    const waiting = this.pool.queue(receiverId)?.waiting ?? 0;
    return this.holds.isHeld(receiverId) || this.pool.isFull(receiverId) || waiting >= this.room(receiverId);
  }

  /** What its owner sets, whether its key is checked, and what the receiver itself has asked for. A last POST ignores the latter. */
  mayStart(receiverId: string): boolean {
    const queue = this.pool.queue(receiverId)!;
    if (this.clientKeys.isChecking(receiverId) || (this.holds.isHeld(receiverId) && !queue.isLastChanceNext)) return false;
    return this.limits.mayStart(receiverId, queue.inFlight);
  }

  started(receiverId: string): void {
    this.limits.started(receiverId);
  }

  /** Its attempts wait for no permit: publishers need not wait for them. */
  isPaced(receiverId: string): boolean {
    return this.limits.has(receiverId) || this.clientKeys.isChecking(receiverId);
  }

  /** Its attempts begin once the key of its client certificate is checked: none holds a permit meanwhile. */
  checkKey({ attempt, receiver }: QueuedAttempt): void {
    if (!receiver?.clientCertificate) return;
    const goOn = (): void => this.onRetry(); // whoever begins asks again, and hears why a check has failed
    this.clientKeys.faultOf(attempt, receiver.clientCertificate).then(goOn, goOn);
  }

  /** The limits that the owner of the receiver has set, as configured now. */
  limit(receiverId: string, limit: OwnerLimit): void {
    this.limits.set(receiverId, limit);
  }

  /** @returns true when the receiver asks for a pause that is longer than what is known */
  heldBy(queued: QueuedAttempt, finished: FinishedAttempt): boolean {
    const hold = holdOf(finished, { nowMs: this.clock.nowMs(), mostMs: this.config.retryDelayMs });
    if (!hold || !this.holds.hold(queued, hold)) return false;
    this.events.held(queued.receiverId, hold);
    return true;
  }

  /** The receiver's server rests for so long. */
  rests(queued: QueuedAttempt, restMs: number): void {
    const hold = { forMs: Math.min(restMs, this.config.retryDelayMs), httpStatus: undefined };
    if (this.holds.hold(queued, hold)) this.events.held(queued.receiverId, hold);
  }

  /** Those that are held. */
  heldReceivers(): string[] {
    return this.holds.all().map(({ receiverId }) => receiverId);
  }

  outlookOf(receiverId: string): Outlook {
    const circuit = this.pool.queue(receiverId)?.circuit;
    return {
      isHeld: this.holds.isHeld(receiverId),
      isOpen: circuit?.isOpen ?? false,
      isProbeDue: circuit?.isProbeDue(this.clock.steadyMs()) ?? false,
      isLimited: this.limits.has(receiverId),
      room: Math.min(this.pool.refillLimit(receiverId), this.room(receiverId)),
    };
  }

  /** A probe goes out. An answer that came while its row was read has closed the circuit: told of a probe, it would open again. */
  probed(receiverId: string): void {
    const circuit = this.pool.queue(receiverId)?.circuit;
    if (circuit?.isOpen) circuit.probe(this.clock.steadyMs());
  }

  /** Nothing is sent to the receiver any more: it is deleted or disabled. */
  end(receiverId: string): void {
    this.holds.forget(receiverId);
    if (this.pool.forget(receiverId)) this.events.circuitClosed(receiverId, 'gone');
  }

  /** To be called now and then. @param hasRows whether attempts of a receiver wait in the table */
  tidy(hasRows: (receiverId: string) => boolean): void {
    this.pool.tidy(this.clock.steadyMs(), hasRows).forEach((receiverId) => this.events.circuitClosed(receiverId, 'lapsed'));
    this.limits.tidy((receiverId) => this.pool.queue(receiverId) === undefined && !hasRows(receiverId));
  }

  /** Receivers with a limit of POSTs at once. */
  inFlightLimited(): string[] {
    return this.limits.inFlightLimited();
  }

  /** POSTs of former owners that may be in flight, by receiver. */
  setElsewhere(inFlight: ReadonlyMap<string, number>): void {
    this.limits.setElsewhere(inFlight);
  }

  /** As the former owners have told. @param isOwned whether a receiver is this process's */
  async takeOver(isOwned: (receiverId: string) => boolean): Promise<void> {
    const states = await this.states.takeOver();
    this.takenOverMs = this.clock.steadyMs();
    this.pool.keepOnly(isOwned);
    this.holds.keepOnly(isOwned);
    for (const state of states) {
      const { untilProbeMs, heldForMs, heldHttpStatus } = state;
      if (untilProbeMs !== undefined) this.pool.restore(state, this.clock.steadyMs() + untilProbeMs);
      if (heldForMs !== undefined) this.holds.hold(state, { forMs: heldForMs, httpStatus: heldHttpStatus });
    }
    await this.tell();
  }

  /** Writes what has changed, for token-api and the next owner. @throws when the database is down: call it again */
  tell(): Promise<void> {
    const nowMs = this.clock.steadyMs();
    return this.states.tell(() => this.current(nowMs), nowMs);
  }

  /** Behind the keys of a whole account one waits for minutes: the others wait in the table. */
  private room(receiverId: string): number {
    return this.clientKeys.isChecking(receiverId) ? 1 : this.limits.room(receiverId);
  }

  private current(nowMs: number): ReceiverState[] {
    const states = new Map<string, ReceiverState>();
    const add = (state: ReceiverState): unknown => states.set(state.receiverId, { ...states.get(state.receiverId), ...state });
    this.pool.circuits(nowMs).forEach(add);
    for (const { receiverId, account, httpStatus, untilMs } of this.holds.all())
      add({ receiverId, account, heldForMs: untilMs - nowMs, heldHttpStatus: httpStatus });
    for (const { receiverId, account, waiting } of this.pool.waitingReceivers())
      if (this.limits.has(receiverId)) add({ receiverId, account, limited: waiting });
    return [...states.values()];
  }
}
