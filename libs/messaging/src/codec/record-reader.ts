/** A read would go beyond the end of the record. */
export class TooShort extends RangeError {}

/** Six groups of seven bits make an integer that a double holds exactly, also after the additions here. */
const SAFE_GROUPS = 6;
const MOST_GROUPS = 10;

/** Reads the bytes of records one after the other (Kafka protocol: record batch, version 2). @throws TooShort */
export class RecordReader {
  private at = 0;
  private end: number;

  constructor(private readonly bytes: Buffer) {
    this.end = bytes.length;
  }

  /** Lets `read` read the next record, then skips to the end that the record's length gives, whatever `read` has read. */
  record<T>(read: () => T): T {
    const whole = this.end;
    this.end = this.endOf(Number(this.varlong()));
    const made = read();
    [this.at, this.end] = [this.end, whole];
    return made;
  }

  byte(): number {
    if (this.at >= this.end) throw new TooShort();
    return this.bytes[this.at++]!;
  }

  /** Reads a zigzag number of up to 64 bits, seven in each byte, the lowest first. It is a BigInt where a double might not hold it. */
  varlong(): number | bigint {
    let zigzag = 0;
    for (let group = 0, weight = 1; group < SAFE_GROUPS; group++, weight *= 0x80) {
      const byte = this.byte();
      zigzag += (byte & 0x7f) * weight;
      if (byte < 0x80) return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
    }
    return this.restOf(BigInt(zigzag));
  }

  /** Reads bytes with their length before them; a length of -1 is null. */
  nullable(): Buffer | null {
    const length = Number(this.varlong());
    if (length === -1) return null;
    const start = this.at;
    this.at = this.endOf(length);
    return this.bytes.subarray(start, this.at);
  }

  /** Reads UTF-8 text with its length before it; a length of -1 is ''. */
  text(): string {
    const length = Number(this.varlong());
    if (length === -1) return '';
    const start = this.at;
    this.at = this.endOf(length);
    return this.bytes.toString('utf8', start, this.at);
  }

  /** Reads a count of items that take at least one byte each. */
  count(): number {
    const count = Number(this.varlong());
    if (count > this.bytesLeft) throw new TooShort();
    return Math.max(0, count);
  }

  /** The bytes that the current record has left. */
  get bytesLeft(): number {
    return this.end - this.at;
  }

  private restOf(low: bigint): bigint {
    let zigzag = low;
    for (let group = SAFE_GROUPS; group < MOST_GROUPS; group++) {
      const byte = this.byte();
      zigzag += BigInt(byte & 0x7f) << BigInt(7 * group);
      if (byte < 0x80) return (zigzag >> 1n) ^ -(zigzag & 1n);
    }
    throw new RangeError('a number of more than 64 bits');
  }

  private endOf(length: number): number {
    if (length < 0 || length > this.bytesLeft) throw new TooShort();
    return this.at + length;
  }
}
