// The layout of a record batch of version 2 as a topic stores it (Kafka protocol: record batch).

/** The size of everything before the records. */
export const BATCH_HEADER_BYTES = 61;
/** The size of the first offset and of the length field: the length counts what follows it. */
export const BEFORE_LENGTH_BYTES = 12;
export const MAGIC_AT = 16;
export const MAGIC = 2;

/** The compressions by their numbers in the protocol. */
export const [NOT_COMPRESSED, GZIP, SNAPPY, LZ4, ZSTD] = [0, 1, 2, 3, 4] as const;
