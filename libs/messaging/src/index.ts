export { BatchPattern } from './batch-pattern.decorator.js';
export { BatchServers } from './batch-servers.provider.js';
export { type ConsumedMessage } from './consumed-message.js';
export { createKafka } from './kafka.client.js';
export { type KafkaConfig, kafkaSettings, type TopicConfig, topicSettings } from './kafka.config.js';
export { MessagingModule } from './messaging.module.js';
export { type OutgoingMessage, Producer } from './producer.client.js';
export { ensureTopics, replicationFor } from './topics.service.js';
export { done, hold, park, type Verdict } from './verdict.js';
