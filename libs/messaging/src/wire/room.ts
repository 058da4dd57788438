import { MIB } from '#libs/config';

/** JSON gets ten to twenty times larger than it came, and a batch of `scans` comes in 1 MiB. Blanks get ten thousand times larger. */
export const MOST_UNPACKED_BYTES = 32 * MIB;
/** The smallest take 7 bytes each, and a hundred times as much as objects. */
export const MOST_RECORDS = 100_000;

/** It would take more than there is room for. */
export class NoRoom extends Error {}

export const unpacksToMoreThan = (bytes: number): NoRoom => new NoRoom(`it unpacks to more than ${bytes} bytes`);

/** For what one answer of a broker may take in memory once it is unpacked, all its partitions together. */
export class Room {
  private bytes = MOST_UNPACKED_BYTES;
  private records = MOST_RECORDS;

  /** Whether nothing has been taken: what does not go in now never will. */
  get isWhole(): boolean {
    return this.bytes === MOST_UNPACKED_BYTES && this.records === MOST_RECORDS;
  }

  get bytesLeft(): number {
    return this.bytes;
  }

  /** @throws NoRoom */
  expect(records: number): void {
    if (records > this.records) throw new NoRoom(`it has ${records} messages, more than ${this.records}`);
  }

  take(taken: { readonly bytes: number; readonly records: number }): void {
    this.bytes -= taken.bytes;
    this.records -= taken.records;
  }
}
