import { MIB } from '#libs/config';

/** JSON unpacks to ten or twenty times its packed size, and a batch of `scans` has at most 1 MiB. Blanks unpack to ten thousand times. */
export const MOST_UNPACKED_BYTES = 32 * MIB;
/** The smallest record has 7 bytes, and takes a hundred times as much as an object. */
export const MOST_RECORDS = 100_000;
/** The smallest header has 2 bytes, and takes a hundred times as much as an object. */
export const MOST_HEADERS = 200_000;
/** Headers become text, for which the heap has less room than for bytes. */
export const MOST_HEADER_BYTES = 8 * MIB;
/** A real message has fewer headers. The limit leaves room for the headers that a dead letter adds. */
export const MOST_HEADERS_OF_A_RECORD = 1_024;
export const MOST_HEADER_BYTES_OF_A_RECORD = 1.25 * MIB;

/** The batch needs more than the budget has left. */
export class BudgetExceeded extends Error {}

export const unpacksToMoreThan = (bytes: number): BudgetExceeded => new BudgetExceeded(`it unpacks to more than ${bytes} bytes`);

/** Very repetitive messages shrink forty times. A batch that grows beyond this factor is an attack or damaged. */
const MOST_TIMES = 100;
/** A batch of few bytes may hold one large message of blanks: once it is unpacked, its error text is more exact. */
const ALWAYS_BYTES = 4 * MIB;

/** How many bytes a batch may unpack to for its packed size, however much room there is: a topic that is full of bombs then costs little for each. */
export const mostUnpackedBytes = (packedBytes: number): number => Math.min(MOST_UNPACKED_BYTES, ALWAYS_BYTES + MOST_TIMES * packedBytes);

export interface HeaderSize {
  readonly headers: number;
  readonly bytes: number;
}

/**
 * The unpacked bytes that a fetch asks for. An answer holds at most one batch more. A broker counts packed bytes: without this limit its answer could
 * unpack to twenty times as much, and the consumer keeps all of it in memory.
 */
export interface Wanted {
  readonly bytes: number;
  readonly bytesOfPartition: number;
}

/** Limits the memory that one answer of a broker takes once it is unpacked, all its partitions together. */
export class DecompressionBudget {
  private bytes = MOST_UNPACKED_BYTES;
  private records = MOST_RECORDS;
  private headers = MOST_HEADERS;
  private headerBytes = MOST_HEADER_BYTES;
  private read = 0;
  private readOfPartition = 0;
  private isUntouched = true;

  constructor(private readonly wanted: Wanted = { bytes: MOST_UNPACKED_BYTES, bytesOfPartition: MOST_UNPACKED_BYTES }) {}

  /** Whether the partition, or all partitions together, have the bytes that the fetch asked for. */
  get isFull(): boolean {
    return this.read >= this.wanted.bytes || this.readOfPartition >= this.wanted.bytesOfPartition;
  }

  /** Batches of another partition follow. */
  beginPartition(): void {
    this.readOfPartition = 0;
  }

  /** Whether no batch has used any of the budget: a batch that does not fit now never fits. */
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

  /** To be called before headers are read. @throws BudgetExceeded, or RangeError when one record has too many */
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

  /** Counts the unpacked bytes of a batch that was read. */
  takeRead(bytes: number): void {
    this.read += bytes;
    this.readOfPartition += bytes;
  }

  /** Counts a record. It counts although its batch fails later. */
  takeRecord(): void {
    this.records -= 1;
  }

  /** Counts the cost of a batch that was read or given up. */
  take(bytes: number): void {
    this.isUntouched = false;
    this.bytes -= bytes;
  }
}
