import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse, stringify } from 'yaml';
import { systemClock } from '#libs/config';
import { dlqOf, type JsonObject, parcelKey, TOPICS, topicSpecs } from '#libs/contracts';
import type { OutgoingMessage, Producer } from '#libs/messaging';
import { type Logger, NO_TRACING } from '#libs/observability';
import type { EventBuilderConfig } from '../../apps/event-builder/src/event-builder.config.js';
import { EventsPublisher } from '../../apps/event-builder/src/events/events.publisher.js';
import { MessagesPublisher } from '../../apps/token-api/src/messages/messages.publisher.js';
import { AttemptsPublisher } from '../../apps/webhook-sender/src/attempt/attempts.publisher.js';
import { Backpressure } from '../../apps/webhook-sender/src/partitions/backpressure.service.js';
import { bareLetter, deadLetterHeaders } from '../../libs/messaging/src/dead-letters/dead-letter.js';
import { asyncapiDocument } from './asyncapi-document.js';
import { EXAMPLE_IDENTITY, exampleAttempts, exampleEvent, MESSAGE_TIMESTAMP_MS, readExample, TRACEPARENT } from './example-messages.js';
import { holdFile, ROOT } from './held-document.js';
import { topicTraffic } from './topic-traffic.js';

const PATH = 'docs/asyncapi.yaml';

interface Message {
  readonly headers: JsonObject;
  readonly payload: { readonly $ref?: string };
  readonly bindings: { readonly kafka: { readonly key: JsonObject } };
  readonly examples?: readonly { readonly payload: JsonObject }[];
}
interface Channel {
  readonly address: string;
  readonly messages: Readonly<Record<string, { readonly $ref: string }>>;
  readonly bindings: { readonly kafka: { readonly partitions: number; readonly topicConfiguration: JsonObject } };
}
interface Operation {
  readonly action: 'receive' | 'send';
  readonly channel: { readonly $ref: string };
  readonly tags: readonly { readonly name: string }[];
}
interface Document {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly components: { readonly messages: Readonly<Record<string, Message>> };
}

const text = `# Written by UPDATE_DOCS=1 npm test -- --selectProjects truth
${stringify(asyncapiDocument(), { aliasDuplicateObjects: false, compat: 'yaml-1.1' })}`;
const document = parse(text) as Document;

it(`${PATH} matches the code`, () => holdFile(PATH, text));

it('reads the same for parsers of YAML 1.1, which take 17:00 for a number', () =>
  expect(parse(text, { version: '1.1' })).toEqual(document));

const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }));

describe('AsyncAPI 3.0', () => {
  const official = JSON.parse(readFileSync(join(ROOT, 'node_modules/@asyncapi/specs/schemas/3.0.0.json'), 'utf8')) as JsonObject;
  // The schema contains draft 07 itself.
  const validate = addFormats.default(new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false })).compile(official);
  const faults = (document: unknown): unknown => (validate(document) ? [] : validate.errors);

  it('accepts the document', () => expect(faults(document)).toEqual([]));

  it('accepts the document with the schemas in place of their references', () => expect(faults(withSchemas(document))).toEqual([]));

  it('refuses an invalid document', () => expect(faults({ ...document, channels: { scans: { topic: 'scans' } } })).not.toEqual([]));

  it('resolves every reference', () => {
    expect(referencesIn(document).filter((reference) => resolve(document, reference) === undefined)).toEqual([]);
  });
});

function withSchemas(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(withSchemas);
  const { $ref } = node as { $ref?: unknown };
  if (typeof $ref === 'string' && $ref.startsWith('./')) return JSON.parse(readFileSync(join(ROOT, 'docs', $ref), 'utf8'));
  return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, withSchemas(child)]));
}

function referencesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]: [string, unknown]) =>
    key === '$ref' && typeof child === 'string' ? [child] : referencesIn(child),
  );
}

function resolve(document: unknown, reference: string): unknown {
  if (reference.startsWith('./')) return JSON.parse(readFileSync(join(ROOT, 'docs', reference), 'utf8')) as unknown;
  return reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((node, key) => (node as JsonObject | undefined)?.[key], document);
}

describe('the channels', () => {
  const channels = Object.values(document.channels);

  it('are exactly the topics and their dead letters', () => {
    const topics = Object.values(TOPICS).flatMap(({ name }) => [name, dlqOf(name)]);
    expect(Object.keys(document.channels)).toEqual(topics);
    expect(channels.map(({ address }) => address)).toEqual(topics.map((name) => `{topicPrefix}${name}`));
  });

  it('have the settings with which the topics are created', () => {
    for (const { name, config } of topicSpecs({ prefix: '', partitions: 12, replicationFactor: 3 })) {
      const { partitions, topicConfiguration } = (document.channels[name] as Channel).bindings.kafka;
      const told = Object.fromEntries(Object.entries(topicConfiguration).map(([key, value]) => [key, String(value)]));
      expect([name, partitions, told]).toEqual([name, 12, config]);
    }
  });

  it('have the retention that the page on topics states', () => {
    const page = readFileSync(join(ROOT, 'docs/topics.md'), 'utf8');
    for (const [name, { bindings }] of Object.entries(document.channels)) {
      const days = Number(bindings.kafka.topicConfiguration['retention.ms']) / (24 * 60 * 60 * 1000);
      const row = page.split('\n').find((line) => line.startsWith(name.endsWith('.dlq') ? '| `<topic>.dlq` |' : `| \`${name}\` |`));
      expect([name, row]).toEqual([name, expect.stringMatching(new RegExp(`\\| ${days} days \\|$`))]);
    }
  });
});

describe('the operations', () => {
  it('are exactly what consumers and publishers do', () => {
    const told = Object.values(document.operations).map(
      ({ action, channel, tags }) => `${tags[0]?.name} ${action} ${channel.$ref.slice('#/channels/'.length)}`,
    );
    const done = topicTraffic().map(({ app, action, topic }) => `${app} ${action} ${TOPICS[topic].name}`);
    expect(told.filter((line) => !line.endsWith('.dlq'))).toEqual([...new Set(done)]);
    expect(done).toEqual(expect.arrayContaining(['event-builder receive scans', 'webhook-sender send delivery-retries']));
  });
});

describe('keys and headers', () => {
  const { messages } = withSchemas(document.components) as Document['components'];
  let sent: OutgoingMessage[] = [];
  beforeEach(() => {
    sent = [];
  });
  const producer = { publish: (batch: readonly OutgoingMessage[]) => Promise.resolve(void sent.push(...batch)) } as unknown as Producer;
  const faultOf = (schema: JsonObject | undefined, value: unknown): unknown => {
    const { $schema: _, $id: __, ...rest } = schema ?? {};
    const validate = ajv.compile({ ...rest, additionalProperties: false });
    return validate(value) ? undefined : validate.errors;
  };

  const CONFIG = { cloudeventsSource: EXAMPLE_IDENTITY.source, cloudeventsVendor: EXAMPLE_IDENTITY.vendor } as EventBuilderConfig;

  const MESSAGE_OF: Readonly<Record<string, string>> = {
    events: 'trackingEvent',
    'delivery-attempts': 'deliveryAttempt',
    'delivery-retries': 'deliveryRetry',
  };

  it('match the messages that the publishers write', async () => {
    const traced = { attempt: exampleAttempts().plain, traceparent: TRACEPARENT, eventAtMs: MESSAGE_TIMESTAMP_MS };
    const event = exampleEvent();
    await new EventsPublisher(producer, CONFIG, NO_TRACING, systemClock).publish([
      { event, body: Buffer.from(JSON.stringify(event.payload)), causedBy: 'scan-1', traceparent: TRACEPARENT },
    ]);
    const attempts = new AttemptsPublisher(producer, new Backpressure(systemClock, { partitionOf: () => 0 }));
    await attempts.publishNow([traced]);
    await attempts.publishRetries([traced]);
    expect(sent.map(({ topic }) => topic)).toEqual(['events', 'delivery-attempts', 'delivery-retries']);
    for (const { topic, key, headers } of sent) {
      const message = messages[MESSAGE_OF[topic]!];
      expect([topic, faultOf(message?.bindings.kafka.key, key), faultOf(message?.headers, headers)]).toEqual([topic, undefined, undefined]);
      expect(message?.bindings.kafka.key['examples']).toEqual([key]);
    }
  });

  it.each([TRACEPARENT, undefined])('match the messages that token-api writes, traceparent %s', async (traceparent) => {
    const publisher = new MessagesPublisher(producer, {} as Logger);
    const message = { key: 'acme-express:JD01460003', value: '{}' };
    await publisher.publishRecord(message, traceparent);
    await publisher.publishScans([message, message], traceparent);
    const known = { 'content-type': 'application/json', ...(traceparent !== undefined && { traceparent }) };
    expect(sent.map(({ topic, headers }) => [topic, headers])).toEqual(['records', 'scans', 'scans'].map((topic) => [topic, known]));
    await publisher.publishAttempts([exampleAttempts().plain]);
    expect(sent.at(-1)).toMatchObject({ topic: 'delivery-attempts', headers: { 'delivery-attempt': expect.any(String) } });
    const kinds = [messages['record'], messages['scan'], messages['scan'], messages['deliveryAttempt']];
    expect(sent.map(({ headers }, index) => faultOf(kinds[index]?.headers, headers))).toEqual(kinds.map(() => undefined));
  });

  it('of scans and records are derived from the parcel', () => {
    const { courier, tracking_number } = readExample('scan-1') as { courier: string; tracking_number: string };
    for (const name of ['scan', 'record']) {
      expect(messages[name]?.bindings.kafka.key['examples']).toEqual([parcelKey(courier, tracking_number)]);
      expect(faultOf(messages[name]?.bindings.kafka.key, parcelKey('a courier', ' ab 12 '))).toBeUndefined();
    }
  });

  it.each(['docs/topics.md', 'scripts/stack/next-steps.ts'])(
    'are published by the kcat line of %s into the same partition as by other producers',
    (file) => {
      const lines = readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .filter((line) => line.includes('kcat -P'));
      expect(lines).toEqual([expect.stringContaining('kcat -P -X topic.partitioner=murmur2_random ')]);
    },
  );

  it('of a dead letter say the reason and the origin', () => {
    const message = {
      topic: TOPICS.scans.name,
      partition: 3,
      offset: '17',
      key: null,
      value: null,
      timestampMs: MESSAGE_TIMESTAMP_MS,
      headers: {},
    };
    const headers = deadLetterHeaders(message, { reason: 'E_JSON', detail: 'x'.repeat(2000), prefix: 'acme.' });
    expect(faultOf(messages['deadLetter']?.headers, headers)).toBeUndefined();
    expect(Object.keys(headers)).toEqual(messages['deadLetter']?.headers['required']);
    const cut = bareLetter(
      { message: { ...message, value: Buffer.from('{') }, verdict: { kind: 'deadLetter', reason: 'E_SIZE', detail: '' } },
      'acme.',
    ).headers;
    expect(faultOf(messages['deadLetter']?.headers, cut)).toBeUndefined();
    expect(Object.keys(messages['deadLetter']?.headers['properties'] ?? {})).toEqual(Object.keys(cut ?? {}));
  });

  it('list every reason of the page on topics', () => {
    const documented = [...readFileSync(join(ROOT, 'docs/topics.md'), 'utf8').matchAll(/^\| `(E_\w+)` \|/gm)].map(([, reason]) => reason);
    const properties = messages['deadLetter']?.headers['properties'] as { reason: { enum: string[] } } | undefined;
    expect(new Set(properties?.reason.enum)).toEqual(new Set(documented));
  });
});
