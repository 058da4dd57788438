// docs/asyncapi.yaml, generated from the code: topics and their settings, their readers and writers, keys, headers, schemas, examples.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DELIVERY_ATTEMPT_HEADER, type JsonObject, PARK_REASONS, parcelKey, TOPICS, topicSpecs } from '#libs/contracts';
import { topicSettings } from '../../libs/messaging/src/kafka.config.js';
import { readExample } from './example-messages.js';
import { ROOT } from './held-document.js';
import { fileOf, type PublishedName } from './published-schemas.js';
import { topicTraffic, type Traffic } from './topic-traffic.js';

type Topic = keyof typeof TOPICS;

const PREFIX = 'topicPrefix';
const REPLICATION_OF_A_CLUSTER = 3;
const DLQ = '.dlq';
const { version: PACKAGE_VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

interface MessageKind {
  readonly name: string;
  readonly title: string;
  readonly headers: JsonObject;
  readonly exampleHeaders?: JsonObject;
  /** The schemas of its value; the value follows one of them. */
  readonly values: readonly PublishedName[];
  readonly summary: string;
  readonly key: JsonObject;
}

const scanExample = readExample('scan-1') as { courier: string; tracking_number: string };
const attemptExample = readExample('delivery-attempt-1') as { receiverId: string; consignmentId: string };
const BODIES = ['webhook-payload', 'cloud-event', 'operational-event', 'operational-cloud-event'] as const;

const schemaOf = (name: PublishedName): JsonObject => ({ $ref: `./schemas/${fileOf(name)}` });

const TRACEPARENT = { description: 'W3C trace context; passed on from scan to POST.', type: 'string' };
const TRACED = {
  type: 'object',
  properties: { 'content-type': { description: 'Not read.', const: 'application/json' }, traceparent: TRACEPARENT },
};
const ATTEMPT_HEADERS = {
  type: 'object',
  required: [DELIVERY_ATTEMPT_HEADER],
  properties: {
    [DELIVERY_ATTEMPT_HEADER]: {
      description: 'The whole attempt except its body, as JSON in UTF-8.',
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: schemaOf('delivery-attempt-1'),
    },
    traceparent: TRACEPARENT,
    'event-at': {
      description: 'When its event was written to its topic, in epoch ms; present on a first attempt, to measure the time until the POST.',
      type: 'string',
      pattern: '^\\d+$',
    },
  },
};

const PARCEL_KEY = {
  type: 'string',
  pattern: '^.+:\\S+$',
  description:
    '`<courier>:<TRACKING>`, with the tracking number without white space and in upper case. A message with another key or without a key is accepted and counted, but its order relative to other messages of the parcel is not guaranteed.',
  examples: [parcelKey(scanExample.courier, scanExample.tracking_number)],
};

const SCAN: MessageKind = {
  name: 'scan',
  title: 'scan/1',
  values: ['scan-1'],
  headers: TRACED,
  summary: 'One carrier notice about one parcel.',
  key: PARCEL_KEY,
};
const RECORD: MessageKind = {
  name: 'record',
  title: 'record/1',
  values: ['record-1'],
  headers: TRACED,
  summary: 'One data transfer of a retailer about one parcel.',
  key: PARCEL_KEY,
};
const TRACKING_EVENT: MessageKind = {
  name: 'trackingEvent',
  title: 'Tracking event',
  headers: schemaOf('tracking-event-headers'),
  exampleHeaders: readExample('tracking-event-headers'),
  values: ['webhook-payload'],
  summary: 'One event of one parcel, as every receiver of its account gets it.',
  key: { type: 'string', format: 'uuid', description: 'The consignment id.', examples: [attemptExample.consignmentId] },
};
const DELIVERY_ATTEMPT: MessageKind = {
  name: 'deliveryAttempt',
  title: 'delivery-attempt/1',
  headers: ATTEMPT_HEADERS,
  exampleHeaders: { [DELIVERY_ATTEMPT_HEADER]: JSON.stringify(attemptExample) },
  values: BODIES,
  summary: 'One POST to make.',
  key: { type: 'string', format: 'uuid', description: 'The receiver id.', examples: [attemptExample.receiverId] },
};
const DELIVERY_RETRY: MessageKind = {
  name: 'deliveryRetry',
  title: 'delivery-attempt/1',
  headers: ATTEMPT_HEADERS,
  exampleHeaders: { [DELIVERY_ATTEMPT_HEADER]: JSON.stringify(attemptExample) },
  values: BODIES,
  summary: 'One POST to make at a later time.',
  key: {
    type: 'string',
    pattern: '^[0-9a-f-]{36}:[0-9a-f-]{36}$',
    description: '`<receiverId>:<consignmentId>`: the order of one parcel for one receiver.',
    examples: [`${attemptExample.receiverId}:${attemptExample.consignmentId}`],
  },
};

const KINDS: Readonly<Record<Topic, MessageKind>> = {
  scans: SCAN,
  records: RECORD,
  events: TRACKING_EVENT,
  deliveryAttempts: DELIVERY_ATTEMPT,
  deliveryRetries: DELIVERY_RETRY,
};

const ABOUT: Readonly<Record<Topic, string>> = {
  scans: 'Carrier notices. Your systems write them.',
  records: 'Retailers’ transfers. Your systems write them.',
  events: 'Decided events, before they are multiplied by receivers. You may read them with a consumer group of your own.',
  deliveryAttempts: 'POSTs to make now. Internal.',
  deliveryRetries: 'POSTs that are held until `dueAt`. Internal.',
};

export function asyncapiDocument(): JsonObject {
  const topics = Object.keys(TOPICS) as Topic[];
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Parcel-event webhooks: topics',
      version: PACKAGE_VERSION,
      description: `The Kafka topics between carriers, retailers and the three apps. The full name of a topic is \`TOPIC_PREFIX\` + name. Values are JSON in UTF-8, headers are text in UTF-8. The apps compress the messages that they write with zstd. Delivery is at least once: ids are functions of their cause, so a repetition is recognised by its id. A message that cannot be processed goes to \`<topic>${DLQ}\` with unchanged bytes; its headers say why. Replicas and min.insync.replicas are the values for a cluster of ${REPLICATION_OF_A_CLUSTER} brokers.`,
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(topics.flatMap((topic) => [channelOf(topic), dlqChannelOf(topic)])),
    operations: Object.fromEntries(topicTraffic().flatMap((traffic) => operationsOf(traffic))),
    components: {
      messages: {
        ...Object.fromEntries(Object.values(KINDS).map((kind) => [kind.name, messageOf(kind)])),
        deadLetter: DEAD_LETTER,
      },
      parameters: { [PREFIX]: { description: 'TOPIC_PREFIX, including any separator.', default: '' } },
    },
  };
}

const specs = topicSpecs({
  prefix: '',
  partitions: Number(topicSettings.topicPartitions.fallback),
  replicationFactor: REPLICATION_OF_A_CLUSTER,
});

function channelOf(topic: Topic): [string, JsonObject] {
  const { name } = TOPICS[topic];
  return [name, { ...channel(name, KINDS[topic].name), description: `${ABOUT[topic]} Kept ${retentionDays(name)} days.` }];
}

function dlqChannelOf(topic: Topic): [string, JsonObject] {
  const name = TOPICS[topic].name + DLQ;
  return [
    name,
    {
      ...channel(name, 'deadLetter'),
      description: `Messages of ${TOPICS[topic].name} that could not be processed. Kept ${retentionDays(name)} days.`,
    },
  ];
}

function channel(name: string, message: string): JsonObject {
  const { partitions, replicationFactor, config } = specOf(name);
  return {
    address: `{${PREFIX}}${name}`,
    messages: { [message]: { $ref: `#/components/messages/${message}` } },
    parameters: { [PREFIX]: { $ref: `#/components/parameters/${PREFIX}` } },
    bindings: {
      kafka: { partitions, replicas: replicationFactor, topicConfiguration: topicConfiguration(config), bindingVersion: '0.5.0' },
    },
  };
}

function specOf(name: string): (typeof specs)[number] {
  const spec = specs.find((each) => each.name === name);
  if (spec === undefined) throw new Error(`no topic ${name}`);
  return spec;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const retentionDays = (name: string): number => Number(specOf(name).config['retention.ms']) / DAY_MS;

/** Converts numbers to numbers; in AsyncAPI, the clean-up policies of a topic are a list. */
const topicConfiguration = ({ 'cleanup.policy': cleanup, ...rest }: Readonly<Record<string, string>>): JsonObject => ({
  'cleanup.policy': [cleanup],
  ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, Number(value)])),
});

const messageOf = ({ name, title, headers, exampleHeaders, values, summary, key }: MessageKind): JsonObject => ({
  name,
  title,
  summary,
  contentType: 'application/json',
  headers,
  payload: values.length === 1 ? schemaOf(values[0]!) : { anyOf: values.map(schemaOf) },
  bindings: { kafka: { key, bindingVersion: '0.5.0' } },
  examples: [{ name: values[0], ...(exampleHeaders && { headers: exampleHeaders }), payload: readExample(values[0]!) }],
});

const DEAD_LETTER: JsonObject = {
  name: 'deadLetter',
  title: 'Dead letter',
  summary: 'A message that could not be processed: its unchanged key, value and headers, and the reason.',
  contentType: 'application/octet-stream',
  headers: {
    type: 'object',
    required: ['reason', 'detail', 'src-topic', 'src-partition', 'src-offset', 'first-seen'],
    properties: {
      reason: {
        description: 'The reason. E_INTERNAL = the message could be read but not processed; E_BATCH = a whole batch, unchanged.',
        enum: [...PARK_REASONS],
      },
      detail: { description: 'What exactly is wrong, where, and what to send instead.', type: 'string', maxLength: 1000 },
      'src-topic': { description: 'Full name of the topic that it was read from.', type: 'string' },
      'src-partition': { description: 'Its partition in that topic.', type: 'string', pattern: '^\\d+$' },
      'src-offset': { description: 'Its offset in that topic.', type: 'string', pattern: '^\\d+$' },
      'first-seen': { description: 'Its timestamp in that topic, ISO 8601 in UTC.', type: 'string', format: 'date-time' },
      'left-out': {
        description: 'Parts that no dead letter can hold, with their sizes; absent = the dead letter is complete.',
        type: 'string',
      },
    },
  },
  payload: { description: 'Unchanged bytes; absent if they were too large for the topic.' },
  bindings: { kafka: { key: { description: 'Unchanged.' }, bindingVersion: '0.5.0' } },
};

/** A consumer also sends: it writes messages that it cannot process to the dead letters. */
function operationsOf(traffic: Traffic): [string, JsonObject][] {
  const name = TOPICS[traffic.topic].name;
  const own = operation(traffic, name, KINDS[traffic.topic].name);
  return traffic.action === 'send' ? [own] : [own, operation({ ...traffic, action: 'send' }, name + DLQ, 'deadLetter')];
}

function operation({ app, door, action }: Traffic, name: string, message: string): [string, JsonObject] {
  return [
    camelCase(`${app} ${action} ${name}`),
    {
      action,
      channel: pointer('channels', name),
      summary: `${app}, ${door}`,
      tags: [{ name: app }],
      messages: [pointer('channels', name, 'messages', message)],
    },
  ];
}

const pointer = (...path: readonly string[]): JsonObject => ({ $ref: `#/${path.join('/')}` });

const camelCase = (words: string): string => words.replace(/[ .-](\w)/g, (_, letter: string) => letter.toUpperCase());
