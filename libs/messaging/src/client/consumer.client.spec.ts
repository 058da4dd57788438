import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { ConsumerListener } from '../kafka.js';
import { ConsumerClient } from './consumer.client.js';

const NAMES = [
  'GROUP_JOIN',
  'REBALANCING',
  'HEARTBEAT',
  'REQUEST',
  'REQUEST_TIMEOUT',
  'CRASH',
  'FETCH_START',
  'FETCH',
  'START_BATCH_PROCESS',
];
const OPTIONS = { group: 'g', sessionMs: 10_000, heartbeatMs: 500, fetch: { maxWaitMs: 100 } };

/** A consumer over a fake client. @returns sends an event of kafkajs to the consumer */
function listening(listener: ConsumerListener): (event: string, payload: object) => void {
  const emitter = new EventEmitter();
  const consumer = Object.assign(emitter, { events: Object.fromEntries(NAMES.map((name) => [name, name])) });
  const kafkajs = { consumer: () => consumer } as unknown as ConstructorParameters<typeof ConsumerClient>[0];
  expect(new ConsumerClient(kafkajs, OPTIONS, listener)).toBeDefined();
  return (event, payload) => void emitter.emit(event, { payload });
}

describe('the consumer over kafkajs', () => {
  it('reports a fetch that brought no message, and no other fetch: its messages are not handled yet', () => {
    const skipped: string[] = [];
    const emit = listening({ onSkipped: ({ topic, partition, offset }) => skipped.push(`${topic} ${partition} ${offset}`) });
    emit('START_BATCH_PROCESS', { topic: 'scans', partition: 1, batchSize: 2, lastOffset: '4' });
    emit('START_BATCH_PROCESS', { topic: 'scans', partition: 1, batchSize: 0, lastOffset: '6' });
    expect(skipped).toEqual(['scans 1 6']);
  });

  it('reports how long the latest answer about the membership took', () => {
    const tookMs: number[] = [];
    const emit = listening({ onHeartbeat: (ms) => tookMs.push(ms), onJoined: (_, ms) => tookMs.push(ms) });
    emit('REQUEST', { apiName: 'SyncGroup', duration: 30 });
    emit('GROUP_JOIN', { memberAssignment: {} });
    emit('REQUEST', { apiName: 'Heartbeat', duration: 7 });
    emit('REQUEST', { apiName: 'Fetch', duration: 500 });
    emit('HEARTBEAT', {});
    expect(tookMs).toEqual([30, 7]);
  });
});
