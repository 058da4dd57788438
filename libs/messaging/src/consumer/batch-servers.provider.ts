import type { BatchServerOptions, BatchServerParts } from './batch-server-parts.js';
import { KafkaBatchServer } from './kafka-batch.server.js';

/** Makes the transport of one consumer group from the app's own Kafka client, producer, logger and health. */
export class BatchServers {
  private readonly servers: KafkaBatchServer[] = [];

  constructor(private readonly parts: BatchServerParts) {}

  create(options: BatchServerOptions): KafkaBatchServer {
    const server = new KafkaBatchServer(options, this.parts);
    this.servers.push(server);
    return server;
  }

  /** All consumers leave their groups: for an app with work under way that other members need not wait for. */
  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.close()));
  }
}
