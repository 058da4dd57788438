import { describe, expect, it } from '@jest/globals';
import type { Kafka, RecordMetadata } from 'kafkajs';
import type { KafkaConfig } from '../kafka.config.js';
import { Producer } from './producer.client.js';

/** What kafkajs answers when a leader dies during a send (tulios/kafkajs#1303) cannot be had on demand: here the client itself is stood in for. */
interface Sent {
  readonly topic: string;
  readonly messages: readonly { readonly partition: number; readonly value: Buffer }[];
}

const PARTITIONS = 3;

/**
 * @param forgets asked of each send: the partitions of which it says nothing
 * @param isVain asked of each look at the topic: whether no broker answers it
 */
function producerThat(forgets: (send: number) => readonly number[], isVain: (look: number) => boolean = () => false) {
  const sends: number[][] = [];
  const told = { looks: 0 };
  const send = ({ topic, messages }: Sent): Promise<RecordMetadata[]> => {
    const partitions = [...new Set(messages.map(({ partition }) => partition))];
    sends.push(partitions);
    const forgotten = forgets(sends.length);
    const written = partitions.filter((partition) => !forgotten.includes(partition));
    return Promise.resolve(written.map((partition) => ({ topicName: topic, partition, errorCode: 0 })));
  };
  const topics = [{ name: 'p.events', partitions: Array.from({ length: PARTITIONS }, () => ({})) }];
  const fetchTopicMetadata = (): Promise<unknown> =>
    isVain((told.looks += 1)) ? Promise.reject(new Error('no broker answers')) : Promise.resolve({ topics });
  const kafka = { producer: () => ({ send }), admin: () => ({ fetchTopicMetadata }) };
  return { producer: new Producer(kafka as unknown as Kafka, { topicPrefix: 'p.' } as KafkaConfig), sends, told };
}

/** Without a key they are dealt out: two for each partition. */
const messages = Array.from({ length: 2 * PARTITIONS }, (_, index) => ({ topic: 'events', key: null, value: String(index) }));

describe('a publish to several partitions', () => {
  it('is one send', async () => {
    const { producer, sends } = producerThat(() => []);
    await producer.publish(messages);
    expect(sends).toEqual([[0, 1, 2]]);
  });

  it('sends again only what no broker has confirmed', async () => {
    const { producer, sends } = producerThat((send) => (send === 1 ? [0, 2] : []));
    await producer.publish(messages);
    expect(sends).toEqual([[0, 1, 2], [0], [2]]);
  });

  it('fails when it is not confirmed then either', async () => {
    const { producer } = producerThat(() => [1]);
    await expect(producer.publish(messages)).rejects.toThrow('the broker did not confirm 2 messages for p.events[1]');
  });
});

describe('the number of partitions', () => {
  it('is asked for once', async () => {
    const { producer, told } = producerThat(() => []);
    await producer.publish(messages);
    await producer.publish(messages);
    expect(told.looks).toBe(1);
  });

  it('is asked for again after no broker has answered', async () => {
    const { producer, sends } = producerThat(
      () => [],
      (look) => look === 1,
    );
    await expect(producer.publish(messages)).rejects.toThrow('no broker answers');
    await producer.publish(messages);
    expect(sends).toEqual([[0, 1, 2]]);
  });
});
