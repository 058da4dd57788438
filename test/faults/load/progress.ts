import { setTimeout as pause } from 'node:timers/promises';
import type { Admin } from '#libs/messaging/client';
import type { Cluster } from '../cluster/cluster.js';
import type { Positions } from './load-publisher.js';

const LOOK_EVERY_MS = 500;
const DUE = `SELECT DISTINCT tracking_number FROM internal_delay_due WHERE state = 'armed' AND due_at <= now()`;

/** The progress of event-builder: its committed offsets, and the overdue parcels it has not reported yet. */
export class Progress {
  private committed = new Map<string, number>();
  private overdue = new Set<string>();
  private lookedAtMs = 0;
  private isOver = false;
  private isConnected = false;
  private readonly admin: Admin;

  constructor(private readonly cluster: Cluster) {
    this.admin = cluster.brokers.kafka.admin();
  }

  start(): void {
    void this.lookOverAndOver();
  }

  stop(): void {
    this.isOver = true;
  }

  /** Waits until all messages are processed and nothing of these parcels is due. */
  async untilTaken(positions: Positions, trackingNumbers: ReadonlySet<string>): Promise<void> {
    const isTaken = (): boolean => [...positions].every(([place, end]) => (this.committed.get(place) ?? 0) >= end);
    while (!isTaken()) await pause(LOOK_EVERY_MS);
    const takenAtMs = Date.now();
    while (this.lookedAtMs <= takenAtMs || [...trackingNumbers].some((number) => this.overdue.has(number))) await pause(LOOK_EVERY_MS);
  }

  private async lookOverAndOver(): Promise<void> {
    while (!this.isOver) {
      await this.look().catch(() => undefined); // A fault is under way: the last values still hold.
      await pause(LOOK_EVERY_MS);
    }
    await this.admin.disconnect().catch(() => undefined);
  }

  private async look(): Promise<void> {
    const { topicPrefix, database } = this.cluster;
    const atMs = Date.now();
    if (!this.isConnected) await this.admin.connect();
    this.isConnected = true;
    const topics = ['scans', 'records'].map((topic) => topicPrefix + topic);
    for (const { topic, partition, offset } of await this.admin.committed(`${topicPrefix}event-builder`, topics))
      this.committed.set(`${topic.slice(topicPrefix.length)} ${partition}`, Number(offset));
    const rows = await database.query<{ tracking_number: string }>(DUE);
    this.overdue = new Set(rows.map((row) => row.tracking_number));
    this.lookedAtMs = atMs;
  }
}
