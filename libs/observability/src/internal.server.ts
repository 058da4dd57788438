// in: the orchestrator's probes and Prometheus; out: /health/live, /health/ready, /metrics
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Health } from './health.provider.js';
import { Logger } from './logger.provider.js';
import { Metrics } from './metrics.provider.js';
import type { ObservabilityConfig } from './observability.config.js';

@Injectable()
export class InternalServer implements OnApplicationShutdown {
  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch(() => response.writeHead(500).end());
  });

  constructor(
    private readonly config: ObservabilityConfig,
    private readonly health: Health,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  /** Opens the port before the app waits for anything, so that the orchestrator can ask why the app is not ready. */
  async open(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(this.config.internalPort, this.config.internalHost, resolve);
    });
    return this;
  }

  async onApplicationShutdown(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    this.logger.flush();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (request.url?.split('?')[0]) {
      case '/health/live':
        return sendHealth(response, await this.health.live());
      case '/health/ready':
        return sendHealth(response, await this.health.ready());
      case '/metrics':
        response.writeHead(200, { 'content-type': this.metrics.registry.contentType }).end(await this.metrics.registry.metrics());
        return undefined;
      default:
        response.writeHead(404).end();
        return undefined;
    }
  }
}

function sendHealth(response: ServerResponse, complaints: Record<string, string>): void {
  const isWell = Object.keys(complaints).length === 0;
  response.writeHead(isWell ? 200 : 503, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ status: isWell ? 'ok' : 'unavailable', ...complaints }));
}
