/** A small door for tests, benches and scripts: it loads neither Nest nor the schemas. */
export { brokerErrorOf } from './client/broker-errors.js';
export { type ClientLimits, kafkaAt, withAdmin } from './client/kafka.client.js';
export { depthOf, lagOf } from './health/group-lag.js';
export type { Admin, Consumer, FetchedBatch, Kafka, KafkaRecord, PartitionOffset, RecordProducer } from './kafka.js';
export { quietRequestQueues } from './kafkajs-patches/quiet-request-queues.js';
export { partitionOf } from './producer/partition-of.js';
export { ensureTopics } from './topics/topics.client.js';
