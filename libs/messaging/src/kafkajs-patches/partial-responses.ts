// kafkajs issue: no issue known for 2.2.4.
// Can go when: the Kafka client discards the bytes of a partial response when it reconnects.

import { createRequire } from 'node:module';
import { expectKafkajs } from './expect-kafkajs.js';

/** A connection of kafkajs to one broker. It keeps its buffer when its socket is replaced. */
interface Connection {
  isConnected(): boolean;
  connect: (this: Connection) => Promise<boolean>;
  chunks: Buffer[];
  bytesBuffered: number;
  bytesNeeded: number;
}

const SIZE_BYTES = 4;
let isDone = false;

/**
 * A connection that breaks within a response keeps the first part of the response. kafkajs then reads the next response, on the new socket, as the rest
 * of it. From then on it reads wrong sizes, every request times out, and the consumer stops for up to three minutes. After this call, each new socket
 * begins with an empty buffer. It holds for all clients of this process.
 */
export function dropPartialResponses(): void {
  expectKafkajs('keeps a partial response when it reconnects');
  if (isDone) return;
  isDone = true;
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/connection.js') as { prototype: Connection };
  const { connect } = prototype;
  prototype.connect = function connectWithEmptyBuffer(this: Connection): Promise<boolean> {
    if (!this.isConnected()) [this.chunks, this.bytesBuffered, this.bytesNeeded] = [[], 0, SIZE_BYTES];
    return connect.call(this);
  };
}
