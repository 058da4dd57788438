import { createHash } from 'node:crypto';
import { type DeliveryState, ETA_UNKNOWN_FORMS, toCloudEventBody, toPlainBody } from '#libs/contracts';
import { describe, expect, it } from '@jest/globals';
import { toTestPayload } from '../event-types/receiver-test-payload.js';
import { bodiesBySha256, waitingFor } from './delivery-views.js';

const NOW_MS = Date.parse('2026-03-29T10:00:00Z');

describe('waitingFor', () => {
  it.each<[DeliveryState, number | null, 'circuit' | 'hold' | 'limit' | undefined, string | null]>([
    ['pending', 1, undefined, 'retry'],
    ['pending', 1, 'circuit', 'retry'],
    ['pending', 0, undefined, 'queue'],
    ['pending', -1, 'circuit', 'circuit'],
    ['pending', -1, 'hold', 'hold'],
    ['pending', -1, 'limit', 'limit'],
    ['pending', null, undefined, 'queue'],
    ['delivered', null, 'circuit', null],
    ['expired', null, 'hold', null],
  ])('%s, due in %s ms, barrier %s → %s', (status, dueInMs, barrier, expected) => {
    const nextAttemptAt = dueInMs === null ? null : new Date(NOW_MS + dueInMs);
    expect(waitingFor({ status, nextAttemptAt }, { barrier, nowMs: NOW_MS })).toBe(expected);
  });
});

const IDENTITY = { source: 'https://parcels.example', vendor: 'parcel-events' };
const payload = toTestPayload({ event: 'onCreated', eventid: '5b0a1c52-9d3f-5b61-8a4e-2f6f0f5f3c21', atMs: 0 });
const sha256 = (body: string): string => createHash('sha256').update(body).digest('hex');

describe('the bodies of an event', () => {
  const bodies = bodiesBySha256(payload, IDENTITY);

  it.each(ETA_UNKNOWN_FORMS)('are found by their hash in both formats: unknown date as %s', (form) => {
    for (const body of [toPlainBody(payload, form), toCloudEventBody(payload, form, IDENTITY)]) {
      expect(bodies.get(sha256(body))).toBe(body);
    }
  });

  it('include no body with another CloudEvents identity', () => {
    expect(bodies.get(sha256(toCloudEventBody(payload, 'object', { ...IDENTITY, vendor: 'former' })))).toBeUndefined();
  });
});
