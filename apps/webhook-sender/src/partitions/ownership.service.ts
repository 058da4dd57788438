import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, SECOND } from '#libs/config';
import { TOPICS } from '#libs/contracts';
import { type Assignment, partitionOf, Producer } from '#libs/messaging';
import { errorFields, Logger } from '#libs/observability';
import { AttemptPartitionsRepository } from './attempt-partitions.repository.js';
import { OwnedPartition } from './owned-partition.js';

/** The former owners write their in-flight attempts to the table, and release their partitions. Longer no living one takes. */
const LONGEST_HAND_OVER_MS = 10 * SECOND;
const LOOK_MS = 50;

/** The partitions of one assignment, claimed. */
export interface Claim {
  /** Partitions have gone or come since: work that was begun under it is void. */
  readonly isOver: () => boolean;
}

type TakeOver = (isCurrent: () => boolean) => Promise<void>;

/**
 * A receiver lives in one partition of topic delivery-attempts. Who owns the partition owns the receiver: its queue, its circuit, its limits and
 * its rows in table delivery_overflow.
 */
@Injectable()
export class Ownership {
  private generation = 0;
  private assignedMs = -Infinity;
  /** undefined = between two assignments. */
  private assigned: readonly number[] | undefined;
  private claiming: Promise<void> | undefined;
  private isClaimed = false;
  /** Whether the group answers. */
  private isSure = (): boolean => false;
  /** As claimed last, by number; kept while partitions are shared out again, for what is in flight is written with it. */
  private owned: ReadonlyMap<number, OwnedPartition> = new Map();
  /** No partition has gone or come since the latest claim of this generation. */
  private claimedGeneration: number | undefined;
  /** How many the topic has. */
  private partitions = 1;

  constructor(
    private readonly repository: AttemptPartitionsRepository,
    private readonly producer: Producer,
    private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'steadyMs'>,
  ) {}

  /** @returns a function to call when all that the next owners must know is written; it never throws */
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
   * Waits until the former owners have written what they have in flight, and the partitions are claimed.
   * @param takeOver reads what the former owners have left; by its argument it asks whether the claim still holds
   * @returns the claim that was asked for: it may be over by then
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

  /** The partition of a receiver, where this process owns it as far as it knows; undefined until it is claimed. */
  ownedPartitionOf(receiverId: string): OwnedPartition | undefined {
    return this.ownedPartition(this.partitionOf(receiverId));
  }

  /** undefined = another process has it, or it is being claimed. */
  ownedPartition(partition: number): OwnedPartition | undefined {
    return this.isClaimed ? this.owned.get(partition) : undefined;
  }

  /** Where the attempts of a receiver belong. */
  partitionOf(receiverId: string): number {
    return partitionOf(Buffer.from(receiverId), this.partitions);
  }

  /** As claimed last; another map after each claim. */
  get claimedPartitions(): ReadonlyMap<number, OwnedPartition> {
    return this.owned;
  }

  /**
   * A process that was suspended may have claimed a partition after its owner: then the owner claims it again.
   * @param epochs as the table has them
   * @param claimed `claimedPartitions` when the table was asked: what it says of the time before a claim is no sign of another owner
   */
  seen(epochs: ReadonlyMap<number, number>, claimed: ReadonlyMap<number, OwnedPartition>): void {
    if (!this.isClaimed || claimed !== this.owned) return;
    if ([...this.owned.values()].every(({ partition, epoch }) => epochs.get(partition) === epoch)) return;
    [this.claiming, this.isClaimed] = [undefined, false];
  }

  /** Whether the partitions are certainly this process's still. */
  get isCertain(): boolean {
    return this.assigned !== undefined && this.isSure();
  }

  /** If it fails, the next owners wait until it looks as if this process were gone. */
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
    if (this.isOver(generation)) return; // whoever has them now has claimed them later
    const owned = this.ownedAfter(epochs, partitions);
    this.owned = owned;
    [this.partitions, this.isClaimed, this.claimedGeneration] = [partitions, true, generation];
    await takeOver(() => this.isClaimed && this.owned === owned);
  }

  /** A partition that nobody else has had goes on as the same object. So does one whose claim is only repeated: its attempts lie in memory. */
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
