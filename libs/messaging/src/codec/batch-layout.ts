// A record batch of version 2 as stored in a topic (Kafka protocol: record batch).

/** All before the records. */
export const BATCH_HEADER_BYTES = 61;
/** The first offset, and the length of what follows. */
export const BEFORE_LENGTH_BYTES = 12;
export const MAGIC_AT = 16;
export const MAGIC = 2;
