// The floor: the job of event-builder and webhook-sender as one straight program. It reads the same messages from the same topics, writes the same rows
// by the same statements, and POSTs the same bytes. It has no queues, retries, fairness, guards, metrics or logs. Started by floor.ts.
import { readConfig, systemClock } from '#libs/config';
import { TOPICS } from '#libs/contracts';
import { producerAt } from '#libs/messaging';
import { kafkaAt } from '#libs/messaging/client';
import { createDataSource, databaseSettings } from '#libs/persistence';
import { ConsignmentsRepository } from '../../apps/event-builder/src/storage/consignments.repository.js';
import { AttemptLogRepository } from '../../apps/webhook-sender/src/attempt/attempt-log.repository.js';
import { decideHops } from './decide.js';
import { DeliverHops } from './deliver.js';
import type { FloorOrders } from './floor.js';
import { listen } from './listen.js';

const { brokers, databaseUrl, topicPrefix, ca } = JSON.parse(process.argv[2] ?? '') as FloorOrders;
const database = createDataSource(readConfig(databaseSettings, { DATABASE_URL: databaseUrl }), 'floor');
const producer = producerAt(brokers, topicPrefix, 'floor');
const kafka = kafkaAt(brokers, 'floor');
const consignments = new ConsignmentsRepository(database, systemClock);
const { fanOut, send } = new DeliverHops({ producer, database, attempts: new AttemptLogRepository(database, systemClock), ca });

process.on('disconnect', () => process.exit(0));
await Promise.all([database.initialize(), producer.connect()]);
await Promise.all([
  listen(kafka, topicPrefix, decideHops({ producer, database, consignments })),
  listen(kafka, topicPrefix, { [TOPICS.events.name]: fanOut }),
  listen(kafka, topicPrefix, { [TOPICS.deliveryAttempts.name]: send }),
]);
process.send?.('ready');
