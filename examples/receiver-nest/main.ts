// Receives webhooks with Nest and stores each event once, in SQLite.
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Controller, Injectable, Logger, Module, Post, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { nodeHandler, Receiver, type Webhook } from '@owner_placeholder/parcel-webhooks-receiver';
import type { Request, Response } from 'express';

const { WEBHOOK_SECRET, TLS_CERT, TLS_KEY, PORT = '8443' } = process.env;

// The primary key makes a repeat harmless: the service sends a webhook again until it gets a 2xx answer.
const TABLE = 'CREATE TABLE IF NOT EXISTS webhook (eventid TEXT PRIMARY KEY, event TEXT NOT NULL, timestamp TEXT, body TEXT NOT NULL)';

@Injectable()
class Inbox {
  private readonly logger = new Logger('Inbox');
  private readonly database = new DatabaseSync('webhooks.db');

  constructor() {
    this.database.exec(TABLE);
  }

  /** The answer is 2xx only after this has ended. Do longer work later, from the table. */
  async store(webhook: Webhook): Promise<void> {
    const { changes } = this.database
      .prepare('INSERT OR IGNORE INTO webhook (eventid, event, timestamp, body) VALUES (?, ?, ?, ?)')
      .run(webhook.eventid, webhook.event, webhook.timestamp, JSON.stringify(webhook.body));
    const parcel = webhook.kind === 'tracking' ? webhook.references.tracking_number : '-';
    this.logger.log(`${changes === 1 ? 'stored' : 'repeat'} ${webhook.event} ${parcel} ${webhook.eventid}`);
  }
}

@Controller('webhooks')
class WebhookController {
  private readonly handle: ReturnType<typeof nodeHandler>;

  constructor(receiver: Receiver) {
    this.handle = nodeHandler(receiver);
  }

  @Post()
  receive(@Req() request: Request, @Res() response: Response): void {
    this.handle(request, response);
  }
}

const receiver = {
  provide: Receiver,
  useFactory: (inbox: Inbox) => new Receiver({ secret: WEBHOOK_SECRET, store: (webhook) => inbox.store(webhook) }),
  inject: [Inbox],
};

@Module({ controllers: [WebhookController], providers: [Inbox, receiver] })
class AppModule {}

const tls = TLS_CERT && TLS_KEY ? { httpsOptions: { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) } } : {};
// rawBody: the signature covers the bytes as they came.
const app = await NestFactory.create<NestExpressApplication>(AppModule, { rawBody: true, ...tls });
app.useBodyParser('json', { limit: '1mb' });
await app.listen(Number(PORT));
