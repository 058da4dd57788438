import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../../support/delivery-ledger.js';
import type { ModelEvent } from '../../support/simple-model-event.js';
import type { Books } from './books.js';
import { type Difference, differing } from './difference.js';

/** Compares the published messages with topic events and the tables of event-builder. */
export function compareEvents({ expected, told, consignmentIds, eventIds, bad, deadLetters }: Books): Difference[] {
  const wanted = new Map(expected.map((event) => [event.eventid, event]));
  const first = firstOfEach(told);
  const name = ({ event, eventid, consignmentId }: ModelEvent): string => `${event} ${eventid} of consignment ${consignmentId}`;
  const rows = new Set(eventIds);
  const consignments = new Set(expected.map(({ consignmentId }) => consignmentId));
  return [
    ...differing('events lost: expected, but not in topic events', expected.filter(({ eventid }) => !first.has(eventid)).map(name)),
    ...differing(
      'events invented: in topic events, but not expected',
      [...first.values()].filter(({ eventid }) => !wanted.has(eventid)).map(name),
    ),
    ...differing(
      'events whose content differs',
      told
        .filter((event) => wanted.has(event.eventid) && !isDeepStrictEqual(event, wanted.get(event.eventid)))
        .map(
          (event) => `${name(event)}\n      told     ${JSON.stringify(event)}\n      expected ${JSON.stringify(wanted.get(event.eventid))}`,
        ),
    ),
    ...differing('consignments whose events are published in another order', disordered(expected, [...first.values()])),
    ...differing('events without a row in table event', expected.filter(({ eventid }) => !rows.has(eventid)).map(name)),
    ...differing(
      'unexpected rows of table event',
      eventIds.filter((id) => !wanted.has(id)),
    ),
    ...differing(
      'events with more than one row in table event',
      [...groupBy(eventIds, (id) => id)].filter(([, ids]) => ids.length > 1).map(([id]) => id),
    ),
    ...differing(
      'consignments without a row',
      [...consignments].filter((id) => !consignmentIds.includes(id)),
    ),
    ...differing(
      'unexpected rows of table consignment',
      consignmentIds.filter((id) => !consignments.has(id)),
    ),
    ...compareDeadLetters(bad, deadLetters),
  ];
}

const firstOfEach = (events: readonly ModelEvent[]): Map<string, ModelEvent> => {
  const first = new Map<string, ModelEvent>();
  for (const event of events) if (!first.has(event.eventid)) first.set(event.eventid, event);
  return first;
};

function disordered(expected: readonly ModelEvent[], told: readonly ModelEvent[]): string[] {
  const known = new Set(told.map(({ eventid }) => eventid));
  const toldOf = groupBy(told, ({ consignmentId }) => consignmentId);
  const expectedOf = groupBy(
    expected.filter(({ eventid }) => known.has(eventid)),
    ({ consignmentId }) => consignmentId,
  );
  const ids = (events: readonly ModelEvent[] = []): string => events.map(({ event, eventid }) => `${event} ${eventid}`).join(', ');
  return [...expectedOf]
    .filter(([id, events]) => ids(events) !== ids(toldOf.get(id)))
    .map(([id, events]) => `${id}\n      told     ${ids(toldOf.get(id))}\n      expected ${ids(events)}`);
}

/**
 * Checks that every bad message is a dead letter with the right reason, and that nothing else is. A dead letter may be written twice if its
 * consumer dies in between.
 */
function compareDeadLetters(bad: Books['bad'], deadLetters: Books['deadLetters']): Difference[] {
  const lie = new Set<string>();
  for (const [topic, letters] of deadLetters)
    for (const letter of letters)
      lie.add(`${topic} ${letter.headers['reason']} ${letter.headers['reason'] === 'E_LINK' ? transferOf(letter.value) : letter.key}`);
  const wanted = new Set(bad.map(({ topic, reason, key }) => `${topic} ${reason} ${key}`));
  return [
    ...differing(
      'bad messages that are not in the dead letters',
      [...wanted].filter((each) => !lie.has(each)),
    ),
    ...differing(
      'dead letters that should not be there',
      [...lie].filter((each) => !wanted.has(each)),
    ),
  ];
}

const transferOf = (value: Buffer | null): string => (JSON.parse(String(value)) as { transfer_id: string }).transfer_id;
