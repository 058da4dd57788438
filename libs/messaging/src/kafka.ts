// Everything that the service asks of a Kafka client. `client/` answers with kafkajs, and `kafkajs-patches/` repairs kafkajs. No other code imports it.
// Topics and groups have their full names, prefix included. Offsets and timestamps are texts, because they have 64 bits.
import type { TopicSpec } from '#libs/contracts';

type HeaderValue = Buffer | string | null | undefined;
/** The headers of a record. A name that comes several times has a list of values. */
export type RecordHeaders = Record<string, HeaderValue | HeaderValue[]>;

/** A record as a consumer gets it. */
export interface KafkaRecord {
  readonly offset: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers?: RecordHeaders;
  /** Epoch ms by rule, but a producer can write any 64 bits. */
  readonly timestamp: string;
}

/** A record and the partition it is written to. */
export interface PlacedRecord {
  readonly partition: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers?: RecordHeaders | undefined;
}

export interface PartitionOffset {
  readonly topic: string;
  readonly partition: number;
  /** `-1` = the group has committed nothing. */
  readonly offset: string;
}

/** The offsets between which a partition has records. */
export interface PartitionRange {
  readonly partition: number;
  /** The offset of the first record that is still there. */
  readonly low: string;
  /** The offset of the next record to come. */
  readonly high: string;
}

/** Tries once to commit offsets. */
export type Commit = (offsets: readonly PartitionOffset[]) => Promise<void>;

/** The records that one fetch brings of one partition, and the calls that their handling needs. */
export interface FetchedBatch {
  readonly topic: string;
  readonly partition: number;
  /** Never empty, and without control records and records of aborted transactions. */
  readonly records: readonly KafkaRecord[];
  /** The last offset of the fetch. It may belong to a control record. */
  readonly lastOffset: string;
  /** The offset of the next record to come, as of the fetch. */
  readonly high: string;
  /** False once the consumer stops, or once its position in the partition was moved. */
  isCurrent(): boolean;
  /** Sends a heartbeat when one is due. @throws when the group continues without this member */
  heartbeat(): Promise<void>;
  /** Moves the position: the next fetch begins behind this offset. */
  moveBehind(offset: string): void;
  readonly commit: Commit;
  /** Pauses the partition. @returns ends the pause */
  pause(): () => void;
}

/** Limits of one fetch. */
export interface FetchLimits {
  /** The longest wait for new records. A stop waits for it, too. */
  readonly maxWaitMs: number;
  readonly maxBytesPerPartition?: number;
  /** The limit for all partitions together. Fetched records stay in memory until they are handled. */
  readonly maxBytes?: number;
}

/** How often a request is tried again, and the pauses between two tries. */
export interface Retry {
  readonly retries: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

export interface ConsumerOptions {
  readonly group: string;
  readonly sessionMs: number;
  readonly heartbeatMs: number;
  /** The time that members have to join again when the group rebalances. */
  readonly rebalanceMs?: number;
  readonly fetch: FetchLimits;
  readonly retry?: Retry;
}

/** Learns the events of a consumer, beside its batches. */
export interface ConsumerListener {
  /** This member has joined its group. @param assigned the partitions by topic @param tookMs how long the group took to answer */
  onJoined?(assigned: Readonly<Record<string, readonly number[]>>, tookMs: number): void;
  /** The group reassigns its partitions. */
  onRebalancing?(): void;
  /** The group has answered a heartbeat. */
  onHeartbeat?(tookMs: number): void;
  onFetchStarted?(broker: number): void;
  /** A fetch has ended. Its batches follow within the same turn of the event loop. */
  onFetched?(broker: number): void;
  /** A fetch brought control records or records of aborted transactions alone, up to this offset. No batch follows. */
  onSkipped?(last: PartitionOffset): void;
  onRequestTimeout?(): void;
  /** @param restarts whether the consumer starts again by itself */
  onCrashed?(error: Error, restarts: boolean): void;
}

/** A member of a consumer group. It never commits by itself. */
export interface Consumer {
  connect(): Promise<void>;
  /** Begins at the oldest record where the group has committed nothing. */
  subscribe(topics: readonly string[]): Promise<void>;
  /** @param concurrency the most batches at the same time. Batches of one partition come one after the other */
  run(concurrency: number, take: (batch: FetchedBatch) => Promise<void>): Promise<void>;
  commit: Commit;
  /** Ends fetching and waits for the batches under way. */
  stop(): Promise<void>;
  disconnect(): Promise<void>;
}

/** A partition to which every in-sync replica has written all records of a send. */
export interface Written {
  readonly partition: number;
  readonly firstOffset: string | undefined;
}

export interface RecordProducer {
  connect(): Promise<void>;
  /** Sends one request to each broker. @returns the partitions that were confirmed: others may be missing, without an error */
  write(topic: string, records: readonly PlacedRecord[]): Promise<readonly Written[]>;
  disconnect(): Promise<void>;
}

export interface TopicDescription {
  readonly name: string;
  readonly partitions: readonly { readonly partition: number; readonly leader: number; readonly replicas: number }[];
}

export interface GroupDescription {
  readonly group: string;
  readonly members: number;
  /** True = all members know their partitions. */
  readonly isStable: boolean;
}

/** Questions and orders to the cluster. */
export interface Admin {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  countBrokers(): Promise<number>;
  listTopics(): Promise<string[]>;
  describeTopics(names: readonly string[]): Promise<TopicDescription[]>;
  /** @returns the settings of each topic by name */
  topicSettings(names: readonly string[]): Promise<Map<string, ReadonlyMap<string, string>>>;
  /** Creates the topics without waiting for their leaders. */
  createTopics(specs: readonly TopicSpec[]): Promise<void>;
  ranges(topic: string): Promise<PartitionRange[]>;
  /** @returns for each partition the offset of its first record at or after this time */
  offsetsAt(topic: string, atMs: number): Promise<PartitionOffset[]>;
  committed(group: string, topics: readonly string[]): Promise<PartitionOffset[]>;
  /** Sets offsets of a group that has no members. */
  setCommitted(group: string, topic: string, offsets: readonly PartitionOffset[]): Promise<void>;
  describeGroups(groups: readonly string[]): Promise<GroupDescription[]>;
  deleteGroup(group: string): Promise<void>;
}

/** A client of one cluster. Its parts connect on their own. */
export interface Kafka {
  admin(limits?: Pick<Retry, 'retries'>): Admin;
  consumer(options: ConsumerOptions, listener?: ConsumerListener): Consumer;
  producer(): RecordProducer;
}
