import { MIB } from '#libs/config';

/** JSON gets ten to twenty times larger than it came, and a batch of `scans` comes in 1 MiB. Blanks get ten thousand times larger. */
export const MOST_UNPACKED_BYTES = 32 * MIB;
/** The smallest take 7 bytes each, and a hundred times as much as objects. */
export const MOST_RECORDS = 100_000;
/** The smallest take 2 bytes each, and a hundred times as much as objects. */
export const MOST_HEADERS = 200_000;
/** They become text, for which the heap has less room than for bytes. */
export const MOST_HEADER_BYTES = 8 * MIB;
/** More than a real message has. The limit leaves room for the headers that a dead letter adds. */
export const MOST_HEADERS_OF_A_RECORD = 1_024;
export const MOST_HEADER_BYTES_OF_A_RECORD = 1.25 * MIB;

/** The batch needs more than the budget has left. */
export class BudgetExceeded extends Error {}

export const unpacksToMoreThan = (bytes: number): BudgetExceeded => new BudgetExceeded(`it unpacks to more than ${bytes} bytes`);

/** Very repetitive messages shrink forty times. A batch that grows beyond this factor is an attack or damaged. */
const MOST_TIMES = 100;
/** A batch of few bytes may hold a large message of blanks: after decompression its error text is more exact. */
const ALWAYS_BYTES = 4 * MIB;

/** How many bytes a batch may unpack to by its weight, however much room there is: so the many bombs that one topic takes cost little each. */
export const mostUnpackedBytes = (packedBytes: number): number => Math.min(MOST_UNPACKED_BYTES, ALWAYS_BYTES + MOST_TIMES * packedBytes);

/** The size of the headers of one record: their number and their bytes. */
export interface HeaderSize {
  readonly headers: number;
  readonly bytes: number;
}

/**
 * How much a fetch asks for, in unpacked bytes. An answer holds at most one batch more. (A broker counts packed bytes. Unpacked, its answer could be
 * twenty times larger, and the consumer keeps all of it in memory.)
 */
export interface Wanted {
  readonly bytes: number;
  readonly bytesOfPartition: number;
}

/** For what one answer of a broker may take in memory once it is unpacked, all its partitions together. */
export class DecompressionBudget {
  private bytes = MOST_UNPACKED_BYTES;
  private records = MOST_RECORDS;
  private headers = MOST_HEADERS;
  private headerBytes = MOST_HEADER_BYTES;
  private read = 0;
  private readOfPartition = 0;
  private isUntouched = true;

  constructor(private readonly wanted: Wanted = { bytes: MOST_UNPACKED_BYTES, bytesOfPartition: MOST_UNPACKED_BYTES }) {}

  /** Whether the partition has brought as much as was asked for, or all of them together. */
  get isFull(): boolean {
    return this.read >= this.wanted.bytes || this.readOfPartition >= this.wanted.bytesOfPartition;
  }

  /** Batches of another partition follow. */
  beginPartition(): void {
    this.readOfPartition = 0;
  }

  /** Whether no batch has taken anything: what does not go in now never will. */
  get isWhole(): boolean {
    return this.isUntouched;
  }

  get bytesLeft(): number {
    return Math.max(0, this.bytes);
  }

  /** @throws BudgetExceeded */
  expect(records: number): void {
    if (records > this.records) throw new BudgetExceeded(`it has ${records} messages, more than ${this.records}`);
  }

  /** @throws BudgetExceeded, RangeError for more than one record may have: before anything is made of them */
  takeHeaders({ headers, bytes }: HeaderSize): void {
    if (headers > MOST_HEADERS_OF_A_RECORD) throw new RangeError(`it has ${headers} headers, more than ${MOST_HEADERS_OF_A_RECORD}`);
    if (bytes > MOST_HEADER_BYTES_OF_A_RECORD) {
      throw new RangeError(`its headers have ${bytes} bytes, more than ${MOST_HEADER_BYTES_OF_A_RECORD}`);
    }
    this.headers -= headers;
    this.headerBytes -= bytes;
    if (this.headers < 0) throw new BudgetExceeded(`its messages have more than ${MOST_HEADERS} headers`);
    if (this.headerBytes < 0) throw new BudgetExceeded(`the headers of its messages have more than ${MOST_HEADER_BYTES} bytes`);
  }

  /** Bytes of a batch that was read. */
  takeRead(bytes: number): void {
    this.read += bytes;
    this.readOfPartition += bytes;
  }

  /** Counts a record, also of a batch that fails later. */
  takeRecord(): void {
    this.records -= 1;
  }

  /** A batch is read, or given up. */
  take(bytes: number): void {
    this.isUntouched = false;
    this.bytes -= bytes;
  }
}
