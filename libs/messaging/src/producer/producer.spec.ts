import { describe, expect, it } from '@jest/globals';
import type { Kafka, PlacedRecord, Written } from '../kafka.js';
import type { KafkaConfig } from '../kafka.config.js';
import { Producer } from './producer.client.js';

const PARTITIONS = 3;

/**
 * A producer with a fake client, because no broker can be made to leave partitions unconfirmed (tulios/kafkajs#1303).
 * @param forgets returns the partitions that a send leaves unconfirmed
 * @param isVain returns whether no broker answers a look at the topic
 */
function producerThat(forgets: (send: number) => readonly number[], isVain: (look: number) => boolean = () => false) {
  const sends: number[][] = [];
  const told = { looks: 0 };
  const write = (_topic: string, records: readonly PlacedRecord[]): Promise<Written[]> => {
    const partitions = [...new Set(records.map(({ partition }) => partition))];
    sends.push(partitions);
    const forgotten = forgets(sends.length);
    const written = partitions.filter((partition) => !forgotten.includes(partition));
    return Promise.resolve(written.map((partition) => ({ partition, firstOffset: '0' })));
  };
  const topics = [{ name: 'p.events', partitions: Array.from({ length: PARTITIONS }, () => ({})) }];
  const describeTopics = (): Promise<unknown> =>
    isVain((told.looks += 1)) ? Promise.reject(new Error('no broker answers')) : Promise.resolve(topics);
  const kafka = { producer: () => ({ write }), admin: () => ({ describeTopics }) };
  return { producer: new Producer(kafka as unknown as Kafka, { topicPrefix: 'p.' } as KafkaConfig), sends, told };
}

/** Messages without a key go to the partitions in turn: two to each. */
const messages = Array.from({ length: 2 * PARTITIONS }, (_, index) => ({ topic: 'events', key: null, value: String(index) }));

describe('a publish to several partitions', () => {
  it('is one send', async () => {
    const { producer, sends } = producerThat(() => []);
    await producer.publish(messages);
    expect(sends).toEqual([[0, 1, 2]]);
  });

  it('sends only unconfirmed messages again', async () => {
    const { producer, sends } = producerThat((send) => (send === 1 ? [0, 2] : []));
    await producer.publish(messages);
    expect(sends).toEqual([[0, 1, 2], [0], [2]]);
  });

  it('fails when messages are not confirmed the second time', async () => {
    const { producer } = producerThat(() => [1]);
    await expect(producer.publish(messages)).rejects.toThrow('the broker did not confirm 2 messages for p.events[1]');
  });
});

describe('the number of partitions', () => {
  it('is requested once', async () => {
    const { producer, told } = producerThat(() => []);
    await producer.publish(messages);
    await producer.publish(messages);
    expect(told.looks).toBe(1);
  });

  it('is requested again after a request that no broker answered', async () => {
    const { producer, sends } = producerThat(
      () => [],
      (look) => look === 1,
    );
    await expect(producer.publish(messages)).rejects.toThrow('no broker answers');
    await producer.publish(messages);
    expect(sends).toEqual([[0, 1, 2]]);
  });
});
