import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster/cluster.js';
import type { Fault, FaultKind } from './faults/fault.js';
import type { Probes } from './load/probes.js';
import type { Slot } from './schedule.js';

export interface PastFault {
  readonly kinds: readonly string[];
  readonly what: string;
  readonly startedMs: number;
  readonly endedMs: number;
  /** Time from the end of the cause until the backlog is gone and events flow; undefined = not within the limit. */
  readonly recoveryMs: number | undefined;
  readonly mayRepeat: boolean;
}

const LOOK_EVERY_MS = 100;
/** Longer than any recovery that needs no help. */
const RECOVERS_WITHIN_MS = 150_000;

export class FaultRunner {
  readonly past: PastFault[] = [];
  readonly skipped: string[] = [];

  constructor(
    private readonly cluster: Cluster,
    private readonly probes: Probes,
    private readonly kinds: readonly FaultKind[],
    private readonly say: (line: string) => void,
  ) {}

  async run(slots: readonly Slot[]): Promise<void> {
    for (const [index, slot] of slots.entries()) {
      await pause(slot.quietMs);
      const faults = slot.faults.filter((fault) => this.isPossible(fault));
      if (faults.length === 0) continue;
      const past = await this.runSlot(slot, faults);
      this.past.push(past);
      const recovery = past.recoveryMs === undefined ? 'NOT RECOVERED' : `events flow after ${(past.recoveryMs / 1000).toFixed(1)} s`;
      this.say(`${index + 1}/${slots.length} ${past.what}: ${recovery}`);
      if (past.recoveryMs === undefined) return;
    }
  }

  private isPossible(fault: Fault): boolean {
    const why = this.kinds.find(({ name }) => name === fault.kind)?.lacks?.(this.cluster);
    if (why === undefined) return true;
    this.say(`skipped: ${fault.what}: ${why}`);
    this.skipped.push(`${fault.kind}: ${why}`);
    return false;
  }

  private async runSlot(slot: Slot, faults: readonly Fault[]): Promise<PastFault> {
    const startedMs = Date.now();
    await Promise.all(
      faults.map(async (fault, index) => {
        await pause(index * slot.apartMs);
        await fault.run(this.cluster);
      }),
    );
    const endedMs = Date.now();
    return {
      kinds: faults.map(({ kind }) => kind),
      what: faults.map(({ what }) => what).join(' + '),
      startedMs,
      endedMs,
      recoveryMs: await this.untilRecovered(endedMs),
      mayRepeat: faults.some(({ mayRepeat }) => mayRepeat),
    };
  }

  private async untilRecovered(endedMs: number): Promise<number | undefined> {
    while (Date.now() - endedMs < RECOVERS_WITHIN_MS) {
      const recoveryMs = this.probes.recoveryMs(endedMs);
      if (recoveryMs !== undefined) return recoveryMs;
      await pause(LOOK_EVERY_MS);
    }
    return undefined;
  }
}
