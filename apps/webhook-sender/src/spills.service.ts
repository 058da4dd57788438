import { Injectable } from '@nestjs/common';
import { SECOND } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { BacklogRepository, type Spilled, type Way, wayOf } from './backlog.repository.js';
import { Bag } from './delivery/bag.js';
import type { Job } from './delivery/job.js';
import { DeliveryEvents } from './delivery-events.provider.js';

/** Others keep their hands off rows behind a POST that is under way here for its time-out and this much more. */
const RECORDING_MS = 5 * SECOND;

/** What this instance's lanes have in the table: attempts beyond what memory may hold and, while partitions move, what is under way. */
@Injectable()
export class Spills {
  /** Begun and not yet recorded, by attempt. */
  private readonly underWay = new Map<string, Job>();
  /** The row that keeps an attempt under way here from being made by its partition's next keeper, by attempt. */
  private readonly shields = new Map<string, number>();
  /** Ways whose rows wait for a POST that is under way here. */
  private readonly kept = new Set<string>();
  private released: Way[] = [];
  private writing: Promise<unknown> = Promise.resolve();
  /** Counts spills that are committed; by receiver, the count at its last one. */
  private count = 0;
  private readonly lastOf = new Map<string, number>();
  /** Receivers of which something is on its way to the table, once for each spill. */
  private readonly writingFor = new Bag();

  constructor(
    private readonly backlog: BacklogRepository,
    private readonly events: DeliveryEvents,
    private readonly logger: Logger,
  ) {}

  /** To be taken before the table is read: see `hasSpilledSince`. */
  get mark(): number {
    return this.count;
  }

  /** True when what waited for this receiver went to the table after the mark: whoever read the table before that cannot know. */
  hasSpilledSince(mark: number, receiverId: string): boolean {
    return this.writingFor.has(receiverId) || (this.lastOf.get(receiverId) ?? 0) > mark;
  }

  get isWorkUnderWay(): boolean {
    return this.underWay.size > 0;
  }

  begin(job: Job): void {
    this.underWay.set(job.id, job);
  }

  /** The job's row in the table, which goes when it is recorded. */
  rowOf({ id, backlogId }: Job): number | undefined {
    return backlogId ?? this.shields.get(id);
  }

  /** The row of an attempt that is not to be made here. If the database is down, whoever reads the row finds out again. */
  async forget(backlogId: number): Promise<void> {
    await this.backlog.remove([backlogId]).catch((error: unknown) => this.logger.warn('backlog.notRemoved', errorFields(error)));
  }

  /** Not sent, and nobody's business here any more: the row that kept it from others goes; a row that it came from stays. */
  dropped(job: Job): void {
    const shield = job.isStored ? undefined : this.rowOf(job);
    this.end(job);
    if (shield !== undefined) void this.forget(shield);
  }

  /** Recorded. */
  end(job: Job): void {
    if (this.underWay.get(job.id) === job) this.underWay.delete(job.id); // one that was put back can be under way anew
    this.shields.delete(job.id);
    const way = wayOf(job.attempt);
    if (this.kept.has(way) && !this.isWayUnderWay(way)) {
      this.kept.delete(way);
      this.released.push(job.attempt);
    }
  }

  /** One can be in the lane while the one before it is still being recorded. */
  private isWayUnderWay(way: string): boolean {
    for (const { attempt } of this.underWay.values()) if (wayOf(attempt) === way) return true;
    return false;
  }

  /** Jobs that have no row yet get one, in this order. */
  async spill(jobs: readonly Job[]): Promise<void> {
    const fresh = jobs.filter(({ isStored }) => !isStored);
    const receiverIds = new Set(fresh.map(({ receiverId }) => receiverId));
    receiverIds.forEach((receiverId) => this.writingFor.add(receiverId));
    try {
      await this.inTurn(() => this.write(fresh));
    } finally {
      this.count += 1;
      receiverIds.forEach((receiverId) => {
        this.lastOf.set(receiverId, this.count);
        this.writingFor.remove(receiverId);
      });
    }
    this.events.spilled(fresh.length);
  }

  private async write(fresh: readonly Job[]): Promise<void> {
    const waysUnderWay = new Set([...this.underWay.values()].map(({ attempt }) => wayOf(attempt)));
    await this.backlog.spill(fresh.map((job) => this.toSpilled(job, waysUnderWay.has(wayOf(job.attempt)))));
  }

  /** Partitions go to others: what is under way gets a row, behind which attempt and consignment wait until it is recorded here. */
  async shield(): Promise<void> {
    try {
      await this.inTurn(() => this.writeShields());
    } catch (error) {
      this.logger.warn('handOver.notShielded', { attempts: this.underWay.size, ...errorFields(error) });
    }
  }

  private async writeShields(): Promise<void> {
    const bare = [...this.underWay].filter(([id, { isStored }]) => !isStored && !this.shields.has(id));
    const backlogIds = await this.backlog.spill(bare.map(([, job]) => this.toSpilled(job, true)));
    bare.forEach(([id], index) => this.underWay.has(id) && this.shields.set(id, backlogIds[index]!));
    await this.backlog.remove(backlogIds.filter((_, index) => !this.underWay.has(bare[index]![0])));
  }

  /** Rows whose POST ahead of them has ended here are free for whoever drains the receiver. */
  async releaseKept(): Promise<void> {
    const ways = this.released;
    this.released = [];
    await this.backlog.release(ways);
  }

  /** One after the other: what left its lane first has the lower row, or a consignment would overtake itself in the table. */
  private inTurn<T>(write: () => Promise<T>): Promise<T> {
    const written = this.writing.then(write);
    this.writing = written.catch(() => undefined);
    return written;
  }

  private toSpilled({ attempt, traceparent, receiver }: Job, isKept: boolean): Spilled {
    if (isKept) this.kept.add(wayOf(attempt));
    const keptForMs = isKept ? (receiver?.timeoutMs ?? 0) + RECORDING_MS : undefined;
    return { attempt, traceparent, keptForMs };
  }
}
