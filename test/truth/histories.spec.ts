// Realistic histories of every courier with a mapping, their events worked out by hand from the domain's rules.
import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { toIso } from '#libs/contracts';
import type { DecidedEvent } from '../../apps/event-builder/src/events/decision.js';
import { books, type ExpectedEvent, fail, mappings, replay } from './golden-histories.js';

/** What a golden file says of an event; a field that the event does not have is absent here too. */
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
 * What does not depend on the order of arrival: the event of its own that each scan causes, and how often onDispatch comes. The first scan to arrive
 * dispatches, attempts are numbered as they come, and an older date is no news.
 */
const toldByEachScan = (events: readonly DecidedEvent[]): readonly string[] =>
  events
    .filter(({ event }) => event !== 'onScheduled')
    .map(({ event, facts, happenedAtMs }) =>
      event === 'onDispatch' ? event : [event, happenedAtMs, facts.exceptionCode, facts.returnReason].join(' '),
    )
    .toSorted();

/** The same order for the same seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const ranked = items.map((item) => ({ item, rank: (state = (state * 48_271) % 2_147_483_647) }));
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item);
}

const withoutAbsent = (fields: object): object => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

describe.each(books)('$courier', ({ file, courier, searched, histories }) => {
  it('has its golden file, with three captured histories, or says what was searched', () => {
    expect(file).toBe(`${courier}.json`);
    const captured = histories.filter(({ source }) => source !== undefined);
    expect(captured.length >= 3 || (searched ?? '') !== '').toBe(true);
  });

  it.each(histories)('$name', (history) => {
    const events = replay(courier, history);
    expect(events.map((event, index) => asExpected(event, history.expected[index]))).toEqual(history.expected);
  });

  it.each(histories)('$name, in any other order: the same is told, each at its own time', (history) => {
    const told = toldByEachScan(replay(courier, history));
    const orders = [history.scans.toReversed(), ...[1, 2, 3].map((seed) => shuffled(history.scans, seed))];
    for (const scans of orders) expect(toldByEachScan(replay(courier, { ...history, scans }))).toEqual(told);
  });

  it('needs no link of the retailer: the courier’s own page stands in', () => {
    for (const { trackingLink, references } of histories.flatMap((history) => replay(courier, history))) {
      expect(trackingLink).toContain(references.tracking_number);
      expect(new URL(trackingLink).protocol).toBe('https:');
    }
  });
});

describe('the histories', () => {
  it('leave no mapping out', () => {
    expect(books.map(({ file }) => basename(file, '.json')).toSorted()).toEqual([...mappings.keys()].toSorted());
  });

  it('hold the capture that the domain reckons out: seven days door to door, ten from the label', () => {
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
