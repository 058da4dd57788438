// in: table delivery_backlog, receiver by receiver under a lease; out: their queues, as room appears
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG, pauseMs, SECOND, sureForMs, within } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { type Lease, OverflowRepository } from './overflow.repository.js';
import { NextRows } from './next-rows.service.js';
import { Circuits } from './circuits.service.js';
import { toQueuedAttempt } from '../queue/queued-attempt.js';
import { NO_LIMIT } from '../queue/owner-limits.js';
import { ReceiverQueues } from '../queue/receiver-queues.service.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';

/** Leases outlive several ticks. */
const LONGEST_TICK_MS = SECOND;
const TICKS_PER_LEASE = 10;
/** Of a lease: waits after failures of the database stay below what is left of it. */
const LONGEST_PAUSE = 0.3;
/** In a stop, for each of the two looks at the table: an outage of the database must not use up its time. */
const STOP_MS = SECOND;

/** Leases backlogs and moves their rows into queues. */
@Injectable()
export class OverflowDrainerJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;
  private hasEnded = false;
  /** Receivers this instance drains, with the version of their lease. */
  private leases = new Map<string, number>();
  /** By receiver, when its lease was last asked for and given, by the steady clock: it cannot have begun before. */
  private readonly leasedMs = new Map<string, number>();
  /** Receivers whose lease had a gap while something of them was under way here: what of that is not sent yet, must not be. */
  private readonly lapsed = new Set<string>();
  private failures = 0;
  /** Rows that are in memory, by receiver. */
  private readonly taken = new Map<string, Set<number>>();
  private readonly filling = new Map<string, Promise<void>>();
  private moving: Promise<void> | undefined;

  constructor(
    private readonly backlog: OverflowRepository,
    private readonly next: NextRows,
    private readonly queues: ReceiverQueues,
    private readonly circuits: Circuits,
    private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: WebhookSenderConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    void this.tick();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.next.stop();
    const drained = this.queues.drain();
    await within(STOP_MS, Promise.all(this.filling.values()));
    await drained; // the next holder of a lease may send the rows: ticks keep the leases of receivers with attempts under way here
    this.hasEnded = true;
    clearTimeout(this.timer);
    const released = this.keepUnderWay().catch((error: unknown) => this.logger.warn('backlog.leasesKept', errorFields(error)));
    await within(STOP_MS, released);
  }

  /** Whether the receiver's rows are certainly this instance's to send. In a stop nothing of the table begins any more. */
  isLeased(receiverId: string): boolean {
    return !this.isStopping && this.leases.has(receiverId) && !this.lapsed.has(receiverId) && this.isSure(receiverId);
  }

  /** Whether no other instance can have had the lease since we got it. */
  private isSure(receiverId: string): boolean {
    return this.clock.steadyMs() - (this.leasedMs.get(receiverId) ?? -Infinity) < sureForMs(this.config.leaseMs);
  }

  private async tick(): Promise<void> {
    try {
      await this.queues.releaseKept();
      await (this.isStopping ? this.keepUnderWay() : this.lease());
      this.failures = 0;
    } catch (error) {
      this.failures += 1; // the leases are ours until their time is over
      this.logger.warn('backlog.notLeased', { failures: this.failures, ...errorFields(error) });
    }
    if (!this.hasEnded) this.timer = setTimeout(() => void this.tick(), this.pauseMs());
  }

  private async lease(): Promise<void> {
    this.moving ??= this.moveRestricted().finally(() => (this.moving = undefined)); // not waited for: a lease must be renewed in time
    const askedMs = this.clock.steadyMs();
    const shown = { untilProbes: this.queues.pool.untilProbes(askedMs), limited: this.limited() };
    const leases = await this.backlog.lease(this.config.leaseMs, shown);
    this.leases = new Map([...this.stillSure(), ...leases.map(({ receiverId, version }): [string, number] => [receiverId, version])]);
    this.letGoOfLost();
    this.learnHolds(leases);
    for (const { receiverId } of leases) this.leasedMs.set(receiverId, askedMs);
    this.circuits.tidy((receiverId) => this.leases.has(receiverId));
    this.queues.ownerLimits.tidy((receiverId) => this.leases.has(receiverId));
    for (const receiverId of this.leases.keys()) void this.fill(receiverId); // not waited for: a lease must be renewed in time
  }

  /** A row that an insert has locked just now was passed over: its lease goes on until its time is over. */
  private stillSure(): [string, number][] {
    return [...this.leases].filter(([receiverId]) => this.isSure(receiverId));
  }

  /** Never throws: the next tick tries again. */
  private async moveRestricted(): Promise<void> {
    try {
      await this.queues.moveRestricted(await this.backlog.restrictedOf(this.queues.pool.buffered()));
    } catch (error) {
      this.logger.warn('backlog.notMoved', errorFields(error));
    }
  }

  /** What was read of a receiver before another instance heard that it wants to be left alone goes back. */
  private learnHolds(leases: readonly Lease[]): void {
    for (const { receiverId, heldForMs } of leases)
      if (heldForMs !== null && heldForMs > 0 && this.queues.holds.hold(receiverId, heldForMs)) this.forget(receiverId);
  }

  /** Receivers with attempts that wait for their owner's limits. */
  private limited(): string[] {
    const { pool, ownerLimits } = this.queues;
    return [...this.leases.keys()].filter((receiverId) => ownerLimits.has(receiverId) && (pool.queue(receiverId)?.waiting ?? 0) > 0);
  }

  /** Releases the leases of receivers without an attempt under way: they need not wait for a slow POST to another receiver. */
  private async keepUnderWay(): Promise<void> {
    for (const receiverId of this.taken.keys()) this.forget(receiverId);
    const underWay = [...this.taken].flatMap(([receiverId, rows]) => (rows.size > 0 ? receiverId : []));
    await this.backlog.keepLeases(underWay, this.config.leaseMs);
  }

  private pauseMs(): number {
    const { leaseMs } = this.config;
    const tickMs = Math.min(LONGEST_TICK_MS, leaseMs / TICKS_PER_LEASE);
    if (this.failures === 0) return tickMs;
    return Math.min(leaseMs * LONGEST_PAUSE, Math.max(tickMs, pauseMs(this.failures, Math.random())));
  }

  /** A lease that ran out, in an outage for instance, may be another's by now, or have been: it makes what lies in the table, and we must not. */
  private letGoOfLost(): void {
    for (const [receiverId, taken] of this.taken) {
      const isSure = this.isSure(receiverId);
      if (isSure && this.leases.has(receiverId)) continue;
      if (taken.size > 0 || this.filling.has(receiverId)) this.forget(receiverId);
      if (taken.size > 0 && !isSure) this.lapsed.add(receiverId);
      if (taken.size === 0) [this.taken, this.leasedMs].forEach((known) => known.delete(receiverId));
    }
  }

  /** Rows that have not begun leave memory. */
  private forget(receiverId: string): void {
    const taken = this.takenOf(receiverId);
    this.queues.forgetStored(receiverId).forEach(({ backlogId }) => taken.delete(backlogId!));
  }

  /** A row has left its queue, made or evicted. */
  private left(receiverId: string, backlogId: number): void {
    const taken = this.takenOf(receiverId);
    taken.delete(backlogId);
    if (taken.size === 0) this.lapsed.delete(receiverId);
    if (this.isLeased(receiverId) && taken.size < this.next.room(receiverId) / 2) void this.fill(receiverId);
  }

  private takenOf(receiverId: string): Set<number> {
    const taken = this.taken.get(receiverId) ?? new Set<number>();
    this.taken.set(receiverId, taken);
    return taken;
  }

  /** One fill of a receiver at a time. Never throws: the next tick tries again. */
  private fill(receiverId: string): Promise<void> {
    const running = this.filling.get(receiverId);
    if (running) return running;
    if (!this.isLeased(receiverId)) return Promise.resolve();
    const work = this.fillFromTable(receiverId)
      .catch((error: unknown) => this.logger.warn('backlog.notRead', { receiverId, ...errorFields(error) }))
      .finally(() => this.filling.delete(receiverId));
    this.filling.set(receiverId, work);
    return work;
  }

  private async fillFromTable(receiverId: string): Promise<void> {
    const version = this.leases.get(receiverId);
    const taken = this.takenOf(receiverId);
    const forgotten = this.queues.forgottenOf(receiverId);
    const receiverReadAtMs = this.clock.steadyMs();
    const receiver = await this.circuits.receiverOf(receiverId);
    this.queues.ownerLimits.set(receiverId, receiver?.enabled ? receiver : NO_LIMIT); // what is cancelled is not sent
    if (!receiver?.enabled) await this.endHold(receiverId);
    const { isEmpty, open, isProbe } = await this.next.of(receiverId, taken);
    if (isEmpty && taken.size === 0 && version !== undefined) {
      if (await this.backlog.close(receiverId, version)) this.leases.delete(receiverId);
      return;
    }
    if (!this.isLeased(receiverId)) return;
    if (this.queues.forgottenOf(receiverId) !== forgotten) return; // what was passed over as taken may have been: it is read again before these
    const wanted = isProbe ? open.slice(0, 1) : open;
    const isLeased = (): boolean => this.isLeased(receiverId);
    const queued = this.queues.takeBack(wanted.map((row) => toQueuedAttempt({ receiver, receiverReadAtMs, isLeased, ...row })));
    for (const { backlogId, left } of queued) {
      taken.add(backlogId);
      void left.then(() => this.left(receiverId, backlogId));
    }
    if (isProbe && queued.length > 0) this.probed(receiverId);
  }

  /** Nothing is sent to it any more: what it has asked for is over, here and in the table. */
  private async endHold(receiverId: string): Promise<void> {
    if (!this.queues.holds.isHeld(receiverId)) return;
    await this.backlog.endHold(receiverId);
    this.queues.holds.forget(receiverId);
  }

  /** An answer that came while the row was read has closed the circuit: told of a probe, it would open again. */
  private probed(receiverId: string): void {
    const circuit = this.queues.pool.queue(receiverId)?.circuit;
    if (circuit?.isOpen) circuit.probe(this.clock.steadyMs());
  }
}
