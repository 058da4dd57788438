const SEED = 0x9747b28c;
const MULTIPLIER = 0x5bd1e995;

/**
 * Returns the partition that Kafka's Java client chooses for a key: murmur2 of its bytes, made positive, modulo the number of partitions. Clients of other
 * languages use other functions by default (docs/topics.md). kafkajs computes murmur2 with BigInts, which took a sixth of the memory that a sender
 * allocated.
 */
export const partitionOf = (key: Buffer, partitions: number): number => (murmur2(key) & 0x7fffffff) % partitions;

function murmur2(bytes: Buffer): number {
  let hash = SEED ^ bytes.length;
  const whole = bytes.length & ~3;
  for (let at = 0; at < whole; at += 4) {
    const mixed = Math.imul(bytes.readInt32LE(at), MULTIPLIER);
    hash = Math.imul(hash, MULTIPLIER) ^ Math.imul(mixed ^ (mixed >>> 24), MULTIPLIER);
  }
  if (whole < bytes.length) {
    for (let at = bytes.length - 1; at >= whole; at--) hash ^= bytes[at]! << (8 * (at - whole));
    hash = Math.imul(hash, MULTIPLIER);
  }
  hash = Math.imul(hash ^ (hash >>> 13), MULTIPLIER);
  return hash ^ (hash >>> 15);
}
