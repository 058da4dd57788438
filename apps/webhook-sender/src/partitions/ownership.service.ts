import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, SECOND } from '#libs/config';
import { TOPICS } from '#libs/contracts';
import { type Assignment, partitionOf, Producer } from '#libs/messaging';
import { errorFields, Logger } from '#libs/observability';
import { AttemptPartitionsRepository } from './attempt-partitions.repository.js';
import { OwnedPartition } from './owned-partition.js';

/**
 * The time for former owners to write their attempts in flight to the table and to release their partitions. No living owner takes longer.
 */
const LONGEST_HAND_OVER_MS = 10 * SECOND;
const LOOK_MS = 50;

/** The claim to the partitions of one assignment. */
export interface Claim {
  /** True when partitions have moved since: work that began under this claim is void. */
  readonly isOver: () => boolean;
}

type TakeOver = (isCurrent: () => boolean) => Promise<void>;

/**
 * A receiver lives in one partition of topic delivery-attempts. The owner of the partition owns the receiver: its queue, circuit, limits
 * and rows in table delivery_overflow.
 */
@Injectable()
export class Ownership {
  private generation = 0;
  private assignedMs = -Infinity;
  /** undefined = between two assignments. */
  private assigned: readonly number[] | undefined;
  private claiming: Promise<void> | undefined;
  private isClaimed = false;
  /** True while the group answers. */
  private isSure = (): boolean => false;
  /** The partitions as last claimed, by number. Kept while partitions are reassigned, because attempts in flight are written with them. */
  private owned: ReadonlyMap<number, OwnedPartition> = new Map();
  /** The generation of the latest claim; no partition has moved since within that generation. */
  private claimedGeneration: number | undefined;
  /** The number of partitions of the topic. */
  private partitions = 1;

  constructor(
    private readonly repository: AttemptPartitionsRepository,
    private readonly producer: Producer,
    private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'steadyMs'>,
  ) {}

  /** @returns a function to call when everything that the next owners need is written; it never throws */
  onPartitionsRevoked(): () => Promise<void> {
    const epochs = epochsOf(this.owned);
    this.generation += 1;
    [this.assigned, this.claiming, this.isClaimed] = [undefined, undefined, false];
    return () => this.release(epochs);
  }

  onPartitionsAssigned({ isSure, partitionsOf }: Assignment): void {
    this.generation += 1;
    this.assigned = partitionsOf(TOPICS.deliveryAttempts.name);
    this.assignedMs = this.clock.steadyMs();
    this.isSure = isSure;
  }

  /**
   * Waits until the former owners have written their attempts in flight, and the partitions are claimed.
   * @param takeOver reads what the former owners have left; its argument tells whether the claim still holds
   * @returns the claim; it may be over by then
   * @throws when the database is down
   */
  async claimed(takeOver: TakeOver): Promise<Claim> {
    const { generation } = this;
    this.claiming ??= this.claim(takeOver).catch((error: unknown) => {
      if (generation === this.generation) this.claiming = undefined;
      throw error;
    });
    await this.claiming;
    return { isOver: () => this.isOver(generation) };
  }

  /** Returns the partition of a receiver if this process owns it, as far as it knows; undefined until the partition is claimed. */
  ownedPartitionOf(receiverId: string): OwnedPartition | undefined {
    return this.ownedPartition(this.partitionOf(receiverId));
  }

  /** undefined = another process owns the partition, or it is being claimed. */
  ownedPartition(partition: number): OwnedPartition | undefined {
    return this.isClaimed ? this.owned.get(partition) : undefined;
  }

  /** Returns the partition to which a receiver's attempts belong. */
  partitionOf(receiverId: string): number {
    return partitionOf(Buffer.from(receiverId), this.partitions);
  }

  /** The partitions as last claimed; a new map after each claim. */
  get claimedPartitions(): ReadonlyMap<number, OwnedPartition> {
    return this.owned;
  }

  /**
   * Claims the partitions again if the table has other epochs: a process that was suspended may have claimed a partition after its owner.
   * @param epochs the epochs in the table
   * @param claimed `claimedPartitions` before the table was read: an answer from before a claim is no sign of another owner
   */
  seen(epochs: ReadonlyMap<number, number>, claimed: ReadonlyMap<number, OwnedPartition>): void {
    if (!this.isClaimed || claimed !== this.owned) return;
    if ([...this.owned.values()].every(({ partition, epoch }) => epochs.get(partition) === epoch)) return;
    [this.claiming, this.isClaimed] = [undefined, false];
  }

  /** True while the partitions certainly belong to this process. */
  get isCertain(): boolean {
    return this.assigned !== undefined && this.isSure();
  }

  /** Releases partitions. If this fails, the next owners wait until this process looks gone. */
  async release(epochs: ReadonlyMap<number, number> = epochsOf(this.owned)): Promise<void> {
    await this.repository.release(epochs).catch((error: unknown) => this.logger.warn('partitions.notReleased', errorFields(error)));
  }

  private isOver(generation: number): boolean {
    return this.assigned === undefined || generation !== this.generation;
  }

  private async claim(takeOver: TakeOver): Promise<void> {
    const { generation, assigned } = this;
    const isHeld = async (): Promise<boolean> =>
      this.clock.steadyMs() - this.assignedMs < LONGEST_HAND_OVER_MS &&
      !this.isOver(generation) &&
      (await this.repository.heldElsewhere(assigned ?? [])) > 0;
    while (await isHeld()) await pause(LOOK_MS);
    const partitions = await this.producer.countPartitions(TOPICS.deliveryAttempts.name);
    if (this.isOver(generation)) return;
    const epochs = await this.repository.claim(assigned ?? []);
    if (this.isOver(generation)) return; // whoever owns them now has claimed them later
    const owned = this.ownedAfter(epochs, partitions);
    this.owned = owned;
    [this.partitions, this.isClaimed, this.claimedGeneration] = [partitions, true, generation];
    await takeOver(() => this.isClaimed && this.owned === owned);
  }

  /**
   * Keeps the object of a partition that nobody else has owned. Also keeps it when only the claim is repeated, because its attempts are in
   * memory.
   */
  private ownedAfter(epochs: ReadonlyMap<number, number>, partitions: number): ReadonlyMap<number, OwnedPartition> {
    const isRepeated = this.claimedGeneration === this.generation;
    const known = (partition: number, epoch: number): OwnedPartition | undefined =>
      partitions === this.partitions ? this.owned.get(partition)?.claimedAgain(epoch, isRepeated) : undefined;
    const ownedSinceMs = this.clock.steadyMs();
    return new Map(
      [...epochs].map(([partition, epoch]) => [partition, known(partition, epoch) ?? new OwnedPartition(partition, epoch, ownedSinceMs)]),
    );
  }
}

const epochsOf = (owned: ReadonlyMap<number, OwnedPartition>): Map<number, number> =>
  new Map([...owned.values()].map(({ partition, epoch }) => [partition, epoch]));
