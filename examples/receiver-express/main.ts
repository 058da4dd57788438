// Receives webhooks with Express and stores each event once, in SQLite.
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { DatabaseSync } from 'node:sqlite';
import { nodeHandler, Receiver, type Webhook } from '@owner_placeholder/parcel-webhooks-receiver';
import express from 'express';

const { WEBHOOK_SECRET, TLS_CERT, TLS_KEY, PORT = '8443' } = process.env;

const database = new DatabaseSync('webhooks.db');
// The primary key makes a repeat harmless: the service sends a webhook again until it gets a 2xx answer.
database.exec('CREATE TABLE IF NOT EXISTS webhook (eventid TEXT PRIMARY KEY, event TEXT NOT NULL, timestamp TEXT, body TEXT NOT NULL)');
const insert = database.prepare('INSERT OR IGNORE INTO webhook (eventid, event, timestamp, body) VALUES (?, ?, ?, ?)');

/** The answer is 2xx only after this has ended. Do longer work later, from the table. */
async function store(webhook: Webhook): Promise<void> {
  const { changes } = insert.run(webhook.eventid, webhook.event, webhook.timestamp, JSON.stringify(webhook.body));
  const parcel = webhook.kind === 'tracking' ? webhook.references.tracking_number : '-';
  console.log(changes === 1 ? 'stored' : 'repeat', webhook.event, parcel, webhook.eventid);
}

const app = express();
// Before express.json(): the signature covers the bytes as they came.
app.post('/webhooks', nodeHandler(new Receiver({ secret: WEBHOOK_SECRET, store })));
app.use(express.json());

const tls = TLS_CERT && TLS_KEY ? { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) } : undefined;
const server = tls ? createHttpsServer(tls, app) : createHttpServer(app);
server.listen(Number(PORT), () => console.log(`listening on port ${PORT} with ${tls ? 'HTTPS' : 'HTTP'}`));
