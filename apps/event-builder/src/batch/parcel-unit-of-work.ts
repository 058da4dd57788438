import type { ReadAs, ReadBy, Scan } from '#libs/contracts';
import type { Consignment } from '../consignment/consignment.js';
import { disarm } from '../overdue/internal-delay.js';
import { parcelOf } from '../consignment/parcel.js';

/** A scan as stored in a table. */
export interface StoredScan {
  readonly scan: Scan;
  /** Insertion time, epoch ms. */
  readonly createdAtMs: number;
  /** The offset of its message: scans of a parcel arrived in this order. */
  readonly offset: number;
  /** The meaning at its first application: rules change, but decisions stay. Absent for a parked scan. */
  readonly readAs?: ReadAs | undefined;
  readonly readBy?: ReadBy | undefined;
}

type Remembered = Pick<StoredScan, 'readAs' | 'readBy'>;

/** The remains of a consignment that retention has removed. */
export interface PastGeneration {
  readonly account: number;
  readonly courier: string;
  readonly trackingNumber: string;
  readonly generation: number;
  /** The time of its final event, or of its last change without one, epoch ms. */
  readonly endedAtMs: number;
}

/** A parcel whose data were erased on request. */
export interface ErasedParcel {
  /** `parcelOf` it */
  readonly parcel: string;
  /** 0 = for every account. */
  readonly account: number;
  /** The newest generation at that time; 0 = none. */
  readonly generation: number;
  readonly erasedAtMs: number;
}

/** The rows of a batch's parcels, by `parcelOf`. */
export interface LoadedParcels {
  /** The current generation of every account. */
  readonly consignments: readonly Consignment[];
  /** Scans that wait for their record; loaded only if a record may open a consignment. */
  readonly orphanScans: readonly StoredScan[];
  /** Scans already applied for some account; loaded only if a record may open a consignment. */
  readonly appliedScans: readonly StoredScan[];
  /** Loaded only if a record may open a consignment. */
  readonly pastGenerations?: readonly PastGeneration[];
  /** Loaded for a scan without a known consignment, and for a record that may open one. */
  readonly erased?: readonly ErasedParcel[];
}

/** The account number of a row that applies to all accounts; no account has this number. */
export const EVERY_ACCOUNT = 0;

/** The parcels of one batch while it is decided: what was loaded, what has changed, what must be written. */
export class ParcelUnitOfWork {
  private readonly current = new Map<string, Consignment[]>();
  private readonly parked = new Map<string, StoredScan[]>();
  private readonly applied = new Map<string, StoredScan[]>();
  private readonly past = new Map<string, PastGeneration[]>();
  private readonly erased = new Map<string, ErasedParcel[]>();
  private readonly changedById = new Map<string, Consignment>();
  private readonly retiredById = new Map<string, Consignment>();
  private readonly newlyParked = new Set<StoredScan>();
  private readonly newlyApplied = new Set<StoredScan>();
  private readonly claimed = new Set<StoredScan>();
  private readonly watchChanged = new Set<string>();

  constructor(loaded: LoadedParcels) {
    for (const consignment of loaded.consignments) add(this.current, parcelOf(consignment), consignment);
    for (const past of loaded.pastGenerations ?? []) add(this.past, parcelOf(past), past);
    for (const erased of loaded.erased ?? []) add(this.erased, erased.parcel, erased);
    for (const stored of loaded.orphanScans) add(this.parked, parcelOf(stored.scan), stored);
    for (const stored of loaded.appliedScans) add(this.applied, parcelOf(stored.scan), stored);
  }

  consignmentsOf(parcel: string): readonly Consignment[] {
    return this.current.get(parcel) ?? [];
  }

  pastOf(parcel: string, account: number): PastGeneration | undefined {
    return this.past.get(parcel)?.find((past) => past.account === account);
  }

  /** Returns the erasure that applies to this account. */
  erasedOf(parcel: string, account: number): ErasedParcel | undefined {
    const erased = this.erased.get(parcel) ?? [];
    return erased.find((each) => each.account === account) ?? erased.find((each) => each.account === EVERY_ACCOUNT);
  }

  /** Returns when the parcel was last erased, epoch ms: for this account, or for any account when the scan is a carrier's. */
  erasedAtMs(parcel: string, account: number | undefined): number | undefined {
    if (account !== undefined) return this.erasedOf(parcel, account)?.erasedAtMs;
    const erased = this.erased.get(parcel);
    return erased && Math.max(...erased.map(({ erasedAtMs }) => erasedAtMs));
  }

  /** Returns all stored scans of a parcel, parked or applied for another account. */
  scansOf(parcel: string): readonly StoredScan[] {
    return [...(this.parked.get(parcel) ?? []), ...(this.applied.get(parcel) ?? [])];
  }

  put(parcel: string, consignment: Consignment): void {
    const ofParcel = this.consignmentsOf(parcel);
    const before = ofParcel.find(({ consignmentId }) => consignmentId === consignment.consignmentId);
    if (before?.internalDelay !== consignment.internalDelay) this.watchChanged.add(consignment.consignmentId);
    this.current.set(parcel, [...ofParcel.filter(({ account }) => account !== consignment.account), consignment]);
    this.changedById.set(consignment.consignmentId, consignment);
  }

  /** Retires a previous generation: it is kept, but gets no more scans. */
  retire(consignment: Consignment): void {
    const { consignmentId, internalDelay } = consignment;
    const closed = { ...consignment, internalDelay: disarm(internalDelay) };
    if (closed.internalDelay !== internalDelay) this.watchChanged.add(consignmentId);
    this.changedById.delete(consignmentId);
    this.retiredById.set(consignmentId, closed);
  }

  keep(parcel: string, stored: StoredScan): void {
    add(this.applied, parcel, stored);
    this.newlyApplied.add(stored);
  }

  park(parcel: string, stored: StoredScan): void {
    add(this.parked, parcel, stored);
    this.newlyParked.add(stored);
  }

  /**
   * Moves parked scans to the applied scans when their record has come. Scans of an earlier consignment stay parked until they are swept,
   * so that the records of other accounts also learn about them before they can come again as scans.
   */
  claim(parcel: string, { isClaimed, remembered }: { isClaimed: (scan: Scan) => boolean; remembered: (scan: Scan) => Remembered }): void {
    const parked = this.parked.get(parcel) ?? [];
    for (const stored of parked.filter(({ scan }) => isClaimed(scan))) {
      if (!this.newlyParked.delete(stored)) this.claimed.add(stored);
      this.keep(parcel, { ...stored, ...remembered(stored.scan) });
    }
    this.parked.set(
      parcel,
      parked.filter(({ scan }) => !isClaimed(scan)),
    );
  }

  /** Returns the rows to write. */
  changes(): ParcelChanges {
    return {
      current: [...this.changedById.values()],
      watches: [...this.changedById.values(), ...this.retiredById.values()].filter(({ consignmentId }) =>
        this.watchChanged.has(consignmentId),
      ),
      retired: [...this.retiredById.values()],
      applied: [...this.newlyApplied],
      parked: [...this.newlyParked],
      claimed: [...this.claimed],
    };
  }
}

export interface ParcelChanges {
  readonly current: readonly Consignment[];
  readonly retired: readonly Consignment[];
  /** Consignments whose watch over the send_date has changed. */
  readonly watches: readonly Consignment[];
  readonly applied: readonly StoredScan[];
  readonly parked: readonly StoredScan[];
  /** Parked rows to delete. */
  readonly claimed: readonly StoredScan[];
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
