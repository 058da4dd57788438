// Realistic histories of every courier with a mapping; their events are worked out by hand from the domain's rules.
import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { toIso } from '#libs/contracts';
import type { DecidedEvent } from '../../apps/event-builder/src/events/decision.js';
import { books, type ExpectedEvent, fail, mappings, replay } from './golden-histories.js';

/** Returns the fields of an event that a golden file contains; a field that the event lacks is absent here too. */
function asExpected({ event, facts, happenedAtMs, leadTimes, deliveryLocation }: DecidedEvent, like: ExpectedEvent | undefined): object {
  return withoutAbsent({
    event,
    delivery_status: facts.status,
    timestamp: toIso(happenedAtMs),
    exception_code: event === 'onDelay' ? facts.exceptionCode : undefined,
    return_reason: event === 'onReturn' ? facts.returnReason : undefined,
    next_action: event === 'onFailedAttempt' ? facts.nextAction : undefined,
    next_action_is_specified: event === 'onFailedAttempt' ? facts.nextActionIsSpecified : undefined,
    delivery_location: like?.delivery_location === undefined ? undefined : deliveryLocation,
    lead: [leadTimes.doorToDoor, leadTimes.qualifiedAttempt, leadTimes.endToEnd],
  });
}

/**
 * Returns the facts that do not depend on the order of arrival: each scan's own event, and how often onDispatch comes. Order matters
 * elsewhere: the first scan to arrive dispatches, attempts are numbered as they arrive, and an older date causes no event.
 */
const toldByEachScan = (events: readonly DecidedEvent[]): readonly string[] =>
  events
    .filter(({ event }) => event !== 'onScheduled')
    .map(({ event, facts, happenedAtMs }) =>
      event === 'onDispatch' ? event : [event, happenedAtMs, facts.exceptionCode, facts.returnReason].join(' '),
    )
    .toSorted();

/** Shuffles reproducibly: the same seed gives the same order. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const ranked = items.map((item) => ({ item, rank: (state = (state * 48_271) % 2_147_483_647) }));
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item);
}

const withoutAbsent = (fields: object): object => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

describe.each(books)('$courier', ({ file, courier, searched, histories }) => {
  it('has its golden file with three captured histories, or names the searched sources', () => {
    expect(file).toBe(`${courier}.json`);
    const captured = histories.filter(({ source }) => source !== undefined);
    expect(captured.length >= 3 || (searched ?? '') !== '').toBe(true);
  });

  it.each(histories)('$name', (history) => {
    const events = replay(courier, history);
    expect(events.map((event, index) => asExpected(event, history.expected[index]))).toEqual(history.expected);
  });

  it.each(histories)('$name in any other order has the same events, each with its own time', (history) => {
    const told = toldByEachScan(replay(courier, history));
    const orders = [history.scans.toReversed(), ...[1, 2, 3].map((seed) => shuffled(history.scans, seed))];
    for (const scans of orders) expect(toldByEachScan(replay(courier, { ...history, scans }))).toEqual(told);
  });

  it('needs no link of the retailer, because the courier’s own page replaces it', () => {
    for (const { trackingLink, references } of histories.flatMap((history) => replay(courier, history))) {
      expect(trackingLink).toContain(references.tracking_number);
      expect(new URL(trackingLink).protocol).toBe('https:');
    }
  });
});

describe('the histories', () => {
  it('cover every mapping', () => {
    expect(books.map(({ file }) => basename(file, '.json')).toSorted()).toEqual([...mappings.keys()].toSorted());
  });

  it('include the capture that the domain calculates: seven days door to door, ten from the label', () => {
    const capture = books.find(({ courier }) => courier === 'usps')?.histories[0] ?? fail('no usps history');
    expect(replay('usps', capture).map(({ event, leadTimes }) => [event, ...Object.values(leadTimes)])).toEqual([
      ['onCreated', -1, -1, -1],
      ['onDispatch', -1, -1, -1],
      ['onOutForDelivery', -1, -1, -1],
      ['onDelivered', 7, 10, 10],
      ['onDelivered', 7, 10, 10],
    ]);
  });
});
