import type { BatchServerOptions, BatchServerParts } from './batch-server-parts.js';
import { KafkaBatchServer } from './kafka-batch.server.js';

/** Makes the transport of a consumer group from the parts of the app. */
export class BatchServers {
  private readonly byGroup = new Map<string, KafkaBatchServer>();

  constructor(private readonly parts: BatchServerParts) {}

  create(options: BatchServerOptions): KafkaBatchServer {
    const server = new KafkaBatchServer(options, this.parts);
    this.byGroup.set(options.group, server);
    return server;
  }

  /** Lets the app's consumer leave the group early: for an app with work under way that other members need not wait for. */
  async close(group: string): Promise<void> {
    await this.byGroup.get(group)?.close();
  }
}
