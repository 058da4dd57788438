import type { BatchServerOptions, BatchServerParts } from './batch-server-parts.js';
import { KafkaBatchServer } from './kafka-batch.server.js';

/** Makes the transport of one consumer group from the app's own Kafka client, producer, logger and health. */
export class BatchServers {
  constructor(private readonly parts: BatchServerParts) {}

  create(options: BatchServerOptions): KafkaBatchServer {
    return new KafkaBatchServer(options, this.parts);
  }
}
