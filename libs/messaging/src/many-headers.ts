import { createRequire } from 'node:module';

/** How kafkajs reads a record, of version 2.2.4: what of it is used here. */
interface Decoder {
  readonly buffer: Buffer;
  readonly offset: number;
  readVarInt(): number;
  readVarIntArray(reader: (decoder: Decoder) => unknown): unknown;
}
interface Header {
  readonly key: string;
  readonly value: Buffer | null;
}
type HeadersByName = Record<string, Header['value'] | Header['value'][]>;

/** The headers of one record. Nothing else is read as such a list, and kafkajs asks of it but this: to be folded by name. */
class HeaderList extends Array<Header> {
  /** Without prototype: a header may be named as what every object has. A name that comes again makes a list of its values. */
  override reduce<T>(): T {
    const byName = Object.create(null) as HeadersByName;
    for (const { key, value } of this) {
      const known = byName[key];
      if (known === undefined) byName[key] = value;
      else if (Array.isArray(known)) known.push(value);
      else byName[key] = [known, value];
    }
    return byName as T;
  }
}

/**
 * kafkajs copies all headers that it has read of a record for each one more: a message of 30 KB with 5,000 of them stops the process for five seconds, one
 * of 120 KB for two minutes, and each instance in turn. One named `constructor` it takes for one that came before. From here on each is read once. Holds
 * for all clients of this process, whenever they were made.
 */
export function readManyHeaders(): void {
  const require = createRequire(import.meta.url);
  const { prototype } = require('kafkajs/src/protocol/decoder.js') as { prototype: Decoder };
  prototype.readVarIntArray = function readVarIntArray(this: Decoder, reader): HeaderList {
    const length = this.readVarInt();
    if (length > this.buffer.length - this.offset) throw new RangeError(`${length} headers in fewer bytes`);
    const headers = new HeaderList();
    for (let index = 0; index < length; index++) headers.push(reader(this) as Header);
    return headers;
  };
  refuseOtherReading(require);
}

/** Attributes, two deltas, no key, no value, one header `n` without value: as it lies in a batch. */
const RECORD = Buffer.from([0, 0, 0, 1, 1, 2, 2, 0x6e, 1]);

function refuseOtherReading(require: NodeJS.Require): void {
  const DecoderOfKafkajs = require('kafkajs/src/protocol/decoder.js') as new (buffer: Buffer) => Decoder;
  const readRecord = require('kafkajs/src/protocol/recordBatch/record/v0/decoder.js') as (
    decoder: Decoder,
    batch: object,
  ) => { headers: HeadersByName };
  const { headers } = readRecord(new DecoderOfKafkajs(RECORD), { firstOffset: '0', firstTimestamp: '0' });
  if (Object.getPrototypeOf(headers) !== null || headers['n'] !== null)
    throw new Error('kafkajs reads headers otherwise than 2.2.4: look whether it still copies all of them for each');
}
