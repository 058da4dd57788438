import { describe, expect, it } from '@jest/globals';
import { EVENT_NAMES, parseRecord, parseScan, TOPICS } from '#libs/contracts';
import { loadSamples, toWaves } from './samples.js';

const samples = loadSamples({ account: 1, suffix: '' });
const brokerTimestamp = Date.UTC(2026, 10, 21);

describe('the samples', () => {
  it('show at least 15 consignments, 5 couriers, 6 languages and all eleven events', () => {
    expect(samples.length).toBeGreaterThanOrEqual(15);
    expect(new Set(samples.map(({ courier }) => courier)).size).toBeGreaterThanOrEqual(5);
    expect(new Set(samples.map(({ language }) => language)).size).toBeGreaterThanOrEqual(6);
    expect(new Set(samples.flatMap(({ expected }) => expected))).toEqual(new Set(EVENT_NAMES));
  });

  it.each(samples.map((sample) => [sample.title, sample] as const))(
    'contain readable messages, except for the dead letters: %s',
    (_title, { steps, deadLetters }) => {
      const unreadable = steps.filter(({ topic, value }) => {
        const bytes = Buffer.from(value);
        const result = topic === TOPICS.records.name ? parseRecord(bytes, brokerTimestamp) : parseScan(bytes, brokerTimestamp);
        return !result.ok;
      });
      expect(unreadable).toHaveLength(deadLetters);
    },
  );

  it('get new numbers when they are published again', () => {
    const [again] = loadSamples({ account: 7, suffix: '-X' });
    const [record, scan] = (again?.steps ?? []).map(({ value }) => JSON.parse(value) as Record<string, unknown>);
    expect(again?.trackingNumber).toMatch(/-X$/);
    expect(record).toMatchObject({ account: 7, transfer_id: expect.stringMatching(/-X$/) });
    expect(scan).toMatchObject({ scan_id: expect.stringMatching(/-X$/), tracking_number: again?.trackingNumber });
  });
});

describe('waves', () => {
  it('begin a new wave whenever a consignment changes between records and scans', () => {
    const waves = toWaves(samples);
    const earlyScan = samples.find(({ steps }) => steps[0]?.topic === TOPICS.scans.name)?.steps[0];
    expect(waves[0]).toContain(earlyScan);
    expect(waves.flat()).toHaveLength(samples.flatMap(({ steps }) => steps).length);
  });
});
