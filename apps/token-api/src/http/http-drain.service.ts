import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { SECOND } from '#libs/config';
import type { Server } from 'node:http';

/** Answers still due get this long; a request that its client has not even sent to its end would hold the stop for a minute. */
const DRAIN_MS = 10 * SECOND;

@Injectable()
export class HttpDrain implements BeforeApplicationShutdown {
  constructor(private readonly host: HttpAdapterHost) {}

  beforeApplicationShutdown(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
  }
}
