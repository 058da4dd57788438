import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Payload } from '@nestjs/microservices';
import { CLOCK, readConfig, systemClock } from '#libs/config';
import { TOPICS } from '#libs/contracts';
import {
  BatchPattern,
  BatchServers,
  type ConsumedMessage,
  done,
  hold,
  MessagingModule,
  Producer,
  deadLetter,
  type Verdict,
  kafkaSettings,
} from '#libs/messaging';
import { Health, Logger, Metrics, observabilitySettings } from '#libs/observability';
import { publishWithin } from '../support/foreign-publisher.js';
import { brokerOfKafkajs, type BrokerOfKafkajs, createErrorFromCode } from '../support/kafkajs-internals.js';
import { useTestBed } from '../support/test-bed.js';
import { ask, lagOf } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

const CONSUMER = Symbol('test');
const GROUP = 'test-group';
const PARTITIONS = 3;

type Handler = (messages: readonly ConsumedMessage[]) => Promise<readonly (Verdict | Promise<Verdict>)[]>;

/** Handles the next batches; each test sets its own handler. */
let handle: Handler;

@Controller()
class TestConsumer {
  @BatchPattern(CONSUMER, TOPICS.scans.name)
  take(@Payload() messages: readonly ConsumedMessage[]): ReturnType<Handler> {
    return handle(messages);
  }
}

const bed = useTestBed({ partitions: PARTITIONS });
let app: INestApplication;
let producer: Producer;

beforeAll(async () => {
  const env = { ...bed.env, METRICS_POLL_MS: '1000' };
  const config = readConfig({ ...kafkaSettings, ...observabilitySettings }, env);
  const logger = new Logger('test', { logLevel: 'error' });
  @Module({
    imports: [
      {
        module: class Parts {},
        global: true,
        providers: [
          { provide: Logger, useValue: logger },
          { provide: Metrics, useValue: new Metrics('test') },
          { provide: Health, useValue: new Health() },
          { provide: CLOCK, useValue: systemClock },
        ],
        exports: [Logger, Metrics, Health, CLOCK],
      },
      MessagingModule.forRoot('test', config),
    ],
    controllers: [TestConsumer],
  })
  class TestModule {}
  app = await NestFactory.create(TestModule, { logger: false });
  app.connectMicroservice({
    strategy: app.get(BatchServers).create({ consumer: CONSUMER, group: GROUP, maxBatch: 100, concurrency: PARTITIONS }),
  });
  handle = (messages) => Promise.resolve(messages.map(() => done));
  await app.startAllMicroservices();
  await app.init();
  producer = app.get(Producer);
});

afterAll(() => app.close());

const textOf = ({ value }: ConsumedMessage): string => String(value);
const send = (...values: string[]): Promise<void> =>
  producer.publish(values.map((value) => ({ topic: 'scans', key: 'one-partition', value })));
const untilCommitted = (): Promise<unknown> =>
  waitFor(async () => (await lagOf(bed.topicPrefix + GROUP, `${bed.topicPrefix}scans`)) === 0, { what: 'everything committed' });
const deadLetters = async (): Promise<(string | undefined)[]> => (await bed.readTopic('scans.dlq')).map(({ value }) => value?.toString());

describe('a batch', () => {
  it('with one message that can never succeed loses only that message, to the dead letters', async () => {
    const taken: string[] = [];
    handle = async (messages) => {
      if (messages.some((message) => textOf(message) === 'poison'))
        throw Object.assign(new Error('invalid input syntax'), { code: '22P02' });
      taken.push(...messages.map(textOf));
      return messages.map(() => done);
    };
    await send('a', 'poison', 'b');
    await untilCommitted();
    expect(taken).toEqual(['a', 'b']);
    expect(await deadLetters()).toEqual(['poison']);
  });

  it('that meets a stopped database comes again until it succeeds, in order, and nothing becomes a dead letter', async () => {
    const before = (await deadLetters()).length;
    const taken: string[] = [];
    let failures = 0;
    handle = async (messages) => {
      if (failures++ < 3) throw Object.assign(new Error('the database system is shutting down'), { code: '57P03' });
      taken.push(...messages.map(textOf));
      return messages.map(() => done);
    };
    await send('c', 'd', 'e');
    await untilCommitted();
    expect(taken).toEqual(['c', 'd', 'e']);
    expect(await deadLetters()).toHaveLength(before);
  });

  it('turns the messages that its handler rejects into dead letters, with reason, detail and origin in the headers', async () => {
    handle = async (messages) => messages.map((message) => (textOf(message) === 'bad' ? deadLetter('E_TIME', 'no real moment') : done));
    await send('good', 'bad');
    await untilCommitted();
    const letter = (await bed.readTopic('scans.dlq')).at(-1);
    expect(letter?.key).toBe('one-partition');
    expect(letter?.headers).toMatchObject({ reason: 'E_TIME', detail: 'no real moment', 'src-topic': `${bed.topicPrefix}scans` });
    expect(letter?.headers['src-partition']).toMatch(/^\d$/);
    expect(Date.parse(letter?.headers['first-seen'] ?? '')).not.toBeNaN();
  });
});

describe('a fetch', () => {
  it('includes all partitions, even with batches of 100 KB: for an oversized batch, a broker sends data of the first partition only', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    let isAtGate = false;
    const together = new Set<number>();
    handle = async (messages) => {
      if (textOf(messages[0]!) === 'gate') {
        isAtGate = true;
        await gate;
      } else {
        messages.forEach(({ partition }) => together.add(partition));
        await waitFor(() => together.size === PARTITIONS, { what: 'the batches of all partitions, from one fetch' });
      }
      return messages.map(() => done);
    };
    await send('gate'); // Nothing is fetched while the gate is closed: the next fetch finds all messages.
    await waitFor(() => isAtGate, { what: 'the gate' });
    await producer.publish(Array.from({ length: PARTITIONS }, () => ({ topic: 'scans', key: null, value: 'x'.repeat(100_000) })));
    open();
    await untilCommitted();
    expect(together.size).toBe(PARTITIONS);
  });
});

describe('a transaction', () => {
  const within = async (values: readonly string[], how: 'commit' | 'abort'): Promise<void> => {
    const topic = `${bed.topicPrefix}scans`;
    const end = async (): Promise<number> => (await ask((admin) => admin.ranges(topic))).reduce((sum, { high }) => sum + Number(high), 0);
    const endBefore = await end();
    const messages = values.map((value) => ({ key: 'one-partition', value }));
    await publishWithin(how, topic, messages);
    // The broker answers before it writes the marker. Until then a reader sees neither the messages nor the new end.
    await waitFor(async () => (await end()) === endBefore + values.length + 1, { what: 'the marker of the transaction' });
  };

  it.each<[string, readonly string[], 'commit' | 'abort']>([
    ['leaves nothing to wait for when it is over', ['a', 'b'], 'commit'],
    ['leaves nothing to wait for when it is rolled back', ['a', 'b'], 'abort'],
    ['leaves nothing to wait for when its end comes with a separate fetch', ['x'.repeat(100_000)], 'commit'],
  ])('%s', async (_, values, end) => {
    const taken: string[] = [];
    handle = async (messages) => {
      taken.push(...messages.map(textOf));
      return messages.map(() => done);
    };
    await within(values, end);
    await untilCommitted();
    expect(taken).toEqual(end === 'commit' ? values : []);
  });
});

describe('a promised verdict', () => {
  it('holds the offset back until the promise is kept, while later messages are processed', async () => {
    let keep: (verdict: Verdict) => void = () => undefined;
    const taken: string[] = [];
    handle = async (messages) =>
      messages.map((message) => {
        taken.push(textOf(message));
        return textOf(message) === 'slow' ? new Promise<Verdict>((resolve) => (keep = resolve)) : done;
      });
    await send('slow');
    await waitFor(() => taken.includes('slow'), { what: 'the slow message' });
    await send('quick', 'quicker');
    await waitFor(() => taken.includes('quicker'), { what: 'the message after the slow message' });
    expect(await lagOf(bed.topicPrefix + GROUP, `${bed.topicPrefix}scans`)).toBe(3);
    keep(done);
    await untilCommitted();
    expect(taken).toEqual(['slow', 'quick', 'quicker']);
  });
});

describe('a held message', () => {
  it('comes again exactly when it is due, followed by the later messages; other partitions continue', async () => {
    const taken: string[] = [];
    const early: number[] = [];
    let dueAtMs = 0;
    let isReleased = false;
    handle = async (messages) => {
      const held = messages.findIndex((message) => textOf(message) === 'held');
      if (held !== -1) {
        if (Date.now() < dueAtMs) early.push(dueAtMs - Date.now());
        dueAtMs = Date.now() + 300;
      }
      return messages.map((message, index) => {
        if (!isReleased && held !== -1 && index >= held) return hold(dueAtMs);
        taken.push(textOf(message));
        return done;
      });
    };
    await send('first', 'held', 'behind');
    await waitFor(() => taken.length === 1, { what: 'the message before the held message' });
    await producer.publish(Array.from({ length: 12 }, (_, index) => ({ topic: 'scans', key: `elsewhere-${index}`, value: 'elsewhere' })));
    await waitFor(() => taken.includes('elsewhere'), { what: 'a message of another partition' });
    isReleased = true; // Released when the message comes again.
    await untilCommitted();
    expect(taken.filter((text) => text !== 'elsewhere')).toEqual(['first', 'held', 'behind']);
    expect(early).toEqual([]);
  });
});

describe('the producer', () => {
  it('keeps the order of a key across many sends', async () => {
    const taken: string[] = [];
    handle = async (messages) => {
      taken.push(...messages.map((message) => textOf(message).slice(0, 4)));
      return messages.map(() => done);
    };
    const expected = Array.from({ length: 40 }, (_, index) => String(index).padStart(4, '0'));
    await send(...expected.map((name) => name + 'x'.repeat(100_000)));
    await untilCommitted();
    expect(taken).toEqual(expected);
  });

  it('counts the partitions of several topics', async () => {
    expect(await producer.partitionsOf(['scans', 'records'])).toBe(2 * PARTITIONS);
  });

  it('names the missing topic', async () => {
    await expect(producer.publish([{ topic: 'no-such-topic', key: 'k', value: 'v' }])).rejects.toThrow(
      /no-such-topic does not exist: create the topics with/,
    );
  });
});

describe('a consumer that its group has lost', () => {
  const { fetch, heartbeat, joinGroup, syncGroup } = brokerOfKafkajs;
  const [NOT_LEADER, LOADING, UNKNOWN_MEMBER, REBALANCE_IN_PROGRESS] = [6, 14, 25, 27];

  afterAll(() => void Object.assign(brokerOfKafkajs, { fetch, heartbeat, joinGroup, syncGroup }));

  /** Makes the next request of this kind fail, of whichever client it is. */
  const failNext = (request: 'fetch' | 'heartbeat', code: number): void => {
    const fail = (): Promise<never> => {
      Object.assign(brokerOfKafkajs, { [request]: { fetch, heartbeat }[request] });
      return Promise.reject(createErrorFromCode(code));
    };
    Object.assign(brokerOfKafkajs, { [request]: fail });
  };

  it('joins the group again, even if its first try reaches a coordinator that is still loading', async () => {
    // The answers of a broker that was suspended for longer than a session.
    const answers = [
      async (broker: BrokerOfKafkajs, member: Parameters<BrokerOfKafkajs['joinGroup']>[0]) => {
        await broker.leaveGroup(member);
        throw createErrorFromCode(UNKNOWN_MEMBER);
      },
      () => Promise.reject(createErrorFromCode(LOADING)),
    ];
    brokerOfKafkajs.joinGroup = function join(this: BrokerOfKafkajs, member) {
      return answers.shift()?.(this, member) ?? joinGroup.call(this, member);
    };
    failNext('fetch', NOT_LEADER);
    await waitFor(() => answers.length === 0, { what: 'both answers to its joins' });
    const members = async (): Promise<number> => (await ask((admin) => admin.describeGroups([bed.topicPrefix + GROUP])))[0]!.members;
    await waitFor(async () => (await members()) === 1, { what: 'the member in its group' });
  });

  it('works again when its group has it back, but the answer with its partitions got lost', async () => {
    const isLost = new Promise<void>((resolve) => {
      brokerOfKafkajs.syncGroup = async function sync(this: BrokerOfKafkajs, member) {
        brokerOfKafkajs.syncGroup = syncGroup;
        await syncGroup.call(this, member);
        resolve();
        throw new Error('the connection is closed');
      };
    });
    failNext('heartbeat', REBALANCE_IN_PROGRESS);
    await isLost;
    await waitFor(async () => (await app.get(Health).ready())[GROUP] === undefined, { what: 'a ready member' });
    await send('after the lost answer');
    await untilCommitted();
  });
});
