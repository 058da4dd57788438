import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import type { PeerPartition } from './attempt-partitions.repository.js';
import { Ownership } from './ownership.service.js';
import { RecentCounter } from './recent-counter.js';
import { Rooms } from './rooms.js';

/** A tenth of a second of work on two cores: more only adds delay for all accounts, without more throughput. */
const MOST_AHEAD = 250;
/** The room that due retries leave to events, so that retries never make an event wait. */
const RESERVED = 50;
/** Less room is not worth a request to the broker. */
const LEAST_ROOM = 100;
/** An attempt that waits longer in memory waits for its receiver, not for this process. */
const QUEUED_MS = 1_000;
/** A published attempt comes back with a fetch within this time. */
const PUBLISHED_MS = 100;
/** An attempt that was published to another sender is part of that sender's report within this time. */
const TOLD_MS = 250;
const LOOK_MS = 10;
/** The name of this process among the senders. */
const HERE = '';

interface Peer {
  ahead: number;
  readonly published: RecentCounter;
}

/**
 * Counts the attempts that each sender has still to begin: just published, unread in its partitions, or just queued. Publishers of attempts
 * (fan-out, due retries) wait while there are many, so that the next account's attempt comes soon.
 */
@Injectable()
export class Backpressure {
  /** Unread attempts after the last one that was read, by partition. */
  private readonly unread = new Map<number, number>();
  private readonly queuedAttempts = new RecentCounter(QUEUED_MS);
  private readonly publishedAttempts = new RecentCounter(PUBLISHED_MS);
  /** The other senders by owner, as last reported. */
  private peers = new Map<string, Peer>();
  private ownerOf: ReadonlyMap<number, string> = new Map();

  constructor(
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'steadyMs'>,
    @Inject(Ownership) private readonly ownership: Pick<Ownership, 'partitionOf'>,
  ) {}

  /** The number of attempts that this process has read, or could read, and has not begun. */
  get ahead(): number {
    const unread = [...this.unread.values()].reduce((sum, count) => sum + count, 0);
    return unread + this.queuedAttempts.count(this.clock.steadyMs());
  }

  /** True when other senders also get attempts. */
  get hasPeers(): boolean {
    return this.peers.size > 0;
  }

  /** Returns how many more attempts may be published now, for events or for due retries. */
  rooms(purpose: 'events' | 'retries'): Rooms {
    const nowMs = this.clock.steadyMs();
    const most = purpose === 'events' ? MOST_AHEAD : MOST_AHEAD - RESERVED;
    const rooms = [...this.peers].map(([owner, { ahead, published }]): [string, number] => [owner, most - ahead - published.count(nowMs)]);
    rooms.push([HERE, most - this.ahead - this.publishedAttempts.count(nowMs)]);
    return new Rooms(new Map(rooms), (receiverId) => this.senderOf(receiverId));
  }

  /**
   * Waits until there is room for the wanted attempts, or for enough to be worth a request to the broker; `longestMs` at most.
   * @param wanted asked again while waiting: an account that wants little may arrive and goes first
   */
  async waitForRoom(wanted: () => number, longestMs: number): Promise<void> {
    const deadlineMs = this.clock.steadyMs() + longestMs;
    while (this.rooms('events').total < Math.min(wanted(), LEAST_ROOM) && this.clock.steadyMs() < deadlineMs) await pause(LOOK_MS);
  }

  /** @param receiverIds the receiver of each attempt */
  published(receiverIds: readonly string[]): void {
    const nowMs = this.clock.steadyMs();
    if (!this.hasPeers) return this.publishedAttempts.add(nowMs, receiverIds.length);
    for (const receiverId of receiverIds) (this.peers.get(this.senderOf(receiverId))?.published ?? this.publishedAttempts).add(nowMs);
  }

  /** @param unread the number of attempts in the partition after those that were read */
  read(partition: number, unread: number): void {
    this.unread.set(partition, unread);
  }

  /** @param readMs when the attempt was read, by the steady clock */
  queued(readMs: number): void {
    this.queuedAttempts.add(readMs);
  }

  /**
   * Call this when the attempt has left its queue: it is under way, or in the table.
   * @param readMs as in `queued`
   */
  left(readMs: number): void {
    this.queuedAttempts.remove(readMs);
  }

  /** Call this when partitions go to other processes. */
  partitionsMoved(): void {
    this.unread.clear();
  }

  /** Takes the reports of the other senders. */
  heard(partitions: readonly PeerPartition[]): void {
    const before = this.peers;
    const peerOf = ({ owner, ahead }: PeerPartition): [string, Peer] => [
      owner,
      { ahead, published: before.get(owner)?.published ?? new RecentCounter(TOLD_MS) },
    ];
    this.peers = new Map(partitions.map(peerOf));
    this.ownerOf = new Map(partitions.map(({ partition, owner }) => [partition, owner]));
  }

  private senderOf(receiverId: string): string {
    return this.hasPeers ? (this.ownerOf.get(this.ownership.partitionOf(receiverId)) ?? HERE) : HERE;
  }
}
