// Publishes the record and the scans of one parcel to Kafka. Format and keys: docs/topics.md.
import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type Message, Partitioners } from 'kafkajs';

const { KAFKA_BROKERS = 'localhost:9092', TOPIC_PREFIX = '', ACCOUNT = '1' } = process.env;
const courier = 'dhl-germany';
const trackingNumber = process.argv[2] ?? `EXAMPLE-${randomUUID().slice(0, 8)}`;

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

const record = {
  schema: 'record/1',
  transfer_id: `${trackingNumber}/record`, // the same at each repetition
  account: Number(ACCOUNT),
  action: 'upsert',
  occurred_at: hoursAgo(48),
  references: {
    courier,
    tracking_number: trackingNumber,
    orderNo: 'A-1001',
    client: 'shop-de',
    warehouse: 'W1',
    destination_country_iso3: 'DEU',
    language: 'en',
  },
};

/** The codes are the carrier's own. The service reads them by its mapping of the courier. */
const scan = (code: string, hours: number, text: string): object => ({
  schema: 'scan/1',
  scan_id: `${trackingNumber}/${code}`, // the same at each repetition
  courier,
  tracking_number: trackingNumber,
  occurred_at: hoursAgo(hours),
  carrier_code: code,
  raw_text: text,
});

const scans = [
  scan('ES', 30, 'The shipment has been posted by the sender'),
  scan('PO', 8, 'The shipment has been loaded onto the delivery vehicle'),
  scan('ZU', 2, 'The shipment has been successfully delivered'),
];

/** Equal keys go to one partition, so the messages of a parcel stay in order. */
const key = `${courier}:${trackingNumber.replace(/\s+/g, '').toUpperCase()}`;
const toMessage = (value: object): Message => ({ key, value: JSON.stringify(value) });

const kafka = new Kafka({ clientId: 'producer-node', brokers: KAFKA_BROKERS.split(','), logLevel: logLevel.NOTHING });
const producer = kafka.producer({
  idempotent: true,
  createPartitioner: Partitioners.DefaultPartitioner, // murmur2, as the other producers
  allowAutoTopicCreation: false,
  retry: { retries: 5 }, // gives up at last; the same messages can be published again
});

try {
  await producer.connect();
  // acks -1: the answer comes when all in-sync replicas have the messages.
  await producer.send({ topic: `${TOPIC_PREFIX}records`, acks: -1, messages: [toMessage(record)] });
  await producer.send({ topic: `${TOPIC_PREFIX}scans`, acks: -1, messages: scans.map(toMessage) });
  console.log(`published 1 record and ${scans.length} scans of ${courier} ${trackingNumber}`);
} catch (error) {
  console.error(`not published: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await producer.disconnect();
}
