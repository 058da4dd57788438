import { setTimeout as pause } from 'node:timers/promises';
import { type Parcel, parcel } from '../../builders/parcel.js';
import type { RecordMessage, ScanMessage } from '../../builders/wire-messages.js';
import { SimpleModel } from '../../support/simple-model.js';
import { type FaultReceiver, PROBE_ACCOUNT } from '../cluster/receivers.js';
import type { LoadPublisher } from './load-publisher.js';
import type { Progress } from './progress.js';

const PARCELS = 24;
const EVERY_MS = 100;
/** Scans are SECOND_MS apart, so no two scans of one parcel have the same time. */
const FIRST_MS = Date.UTC(2026, 2, 28);
const SECOND_MS = 1_000;

interface Probe {
  readonly eventid: string;
  readonly sentMs: number;
  writtenMs: number | undefined;
}

/** A steady trickle of scans for an honest receiver. It shows when events flow again after a fault. */
export class Probes {
  readonly model = new SimpleModel();
  private readonly parcels: readonly Parcel[] = Array.from({ length: PARCELS }, (_, index) =>
    parcel({ account: PROBE_ACCOUNT, courier: 'delta', trackingNumber: `PROBE${index}` }),
  );
  private readonly busy = new Set<Parcel>();
  private readonly sends: Promise<void>[] = [];
  private readonly probes: Probe[] = [];
  private readonly arrivals = new Map<string, number>();
  private looked = 0;
  private serial = 0;
  private isOver = false;

  constructor(
    private readonly publisher: LoadPublisher,
    private readonly receiver: FaultReceiver,
  ) {}

  async begin(progress: Progress): Promise<void> {
    const records = this.parcels.map((each) => each.record({ recipient_time_zone: 'UTC' }));
    for (const { value } of records) this.model.takeRecord(value as RecordMessage);
    const positions = await this.publisher.publish('records', records.map(toWire));
    await progress.untilTaken(positions, new Set());
  }

  async run(): Promise<void> {
    while (!this.isOver) {
      const free = this.parcels[this.serial % PARCELS]!;
      if (!this.busy.has(free)) this.sends.push(this.send(free));
      this.serial++;
      await pause(EVERY_MS);
    }
    await Promise.all(this.sends);
  }

  stop(): void {
    this.isOver = true;
  }

  /**
   * Returns the milliseconds from the end of a fault until every earlier scan, and at least one later scan, has arrived; undefined = not
   * yet.
   */
  recoveryMs(faultEndMs: number): number | undefined {
    this.look();
    const before = this.probes
      .filter(({ writtenMs = Infinity }) => writtenMs <= faultEndMs)
      .map(({ eventid }) => this.arrivals.get(eventid));
    const after = this.probes.filter(({ sentMs }) => sentMs > faultEndMs).flatMap(({ eventid }) => this.arrivals.get(eventid) ?? []);
    if (after.length === 0 || before.includes(undefined)) return undefined;
    const lastBeforeMs = Math.max(0, ...before.map((atMs) => atMs ?? 0));
    return Math.max(0, Math.max(lastBeforeMs, Math.min(...after)) - faultEndMs);
  }

  /** Number of scans that are written and have not arrived. */
  get missing(): number {
    this.look();
    return this.probes.filter(({ eventid, writtenMs }) => writtenMs !== undefined && !this.arrivals.has(eventid)).length;
  }

  private async send(to: Parcel): Promise<void> {
    this.busy.add(to);
    const message = to.scan('OutForDelivery', new Date(FIRST_MS + this.serial * SECOND_MS).toISOString());
    this.model.takeScan(message.value as ScanMessage);
    const probe: Probe = { eventid: this.model.events.at(-1)!.eventid, sentMs: Date.now(), writtenMs: undefined };
    this.probes.push(probe);
    await this.publisher.publish('scans', [toWire(message)]);
    probe.writtenMs = Date.now();
    this.busy.delete(to);
  }

  private look(): void {
    const requests = this.receiver.requests();
    for (; this.looked < requests.length; this.looked++) {
      const { eventid, atMs } = requests[this.looked]!;
      if (eventid !== undefined && !this.arrivals.has(eventid)) this.arrivals.set(eventid, atMs);
    }
  }
}

const toWire = ({ key = '', value }: { key?: string; value: unknown }): { key: string; value: string } => ({
  key,
  value: JSON.stringify(value),
});
