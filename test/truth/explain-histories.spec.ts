// GET /consignments/…/explain names the cause of every event in the golden histories, and the reason for every event that did not come.
// event-builder itself is the oracle: the test knows the message that led to each event.
import { describe, expect, it } from '@jest/globals';
import { EVENT_NAMES, UNMAPPED, writtenScanId } from '#libs/contracts';
import { rememberedOf } from '../../apps/event-builder/src/carriers/interpret-scan.js';
import type { ScanRow } from '../../apps/token-api/src/consignments/scan-history.js';
import { explain } from '../../apps/token-api/src/explain/explain.js';
import type { ParcelHistory, HistoryEvent } from '../../apps/token-api/src/explain/parcel-history.js';
import { books, type History, type Step, stepsOf } from './golden-histories.js';

const STORED_MS = Date.UTC(2027, 0);

const NOTHING_ELSE = {
  earlier: [],
  deliveries: [],
  lastEnds: new Map(),
  receivers: [],
  changes: [],
  deadLetters: [],
  ownWaiting: 0,
  erasedAt: undefined,
  receiversNotExplained: 0,
  removedAt: undefined,
  nowMs: STORED_MS,
};

/** Builds the history as the tables would contain it: each message is stored an hour after the previous message. */
function storyOf(steps: readonly Step[]): ParcelHistory {
  const { consignment } = steps.at(-1)!;
  const at = (step: number): Date => new Date(STORED_MS + step * 3_600_000);
  const scans = steps.flatMap(({ scan, reading }, step): ScanRow[] =>
    scan && reading ? [{ scan: { ...scan, ...rememberedOf(reading, 'rules'), offset: step }, createdAt: at(step) }] : [],
  );
  const events = steps.flatMap(({ events: decided }, step) =>
    decided.map(({ event, eventid, happenedAtMs, references }): HistoryEvent => {
      const data = { delivery_location: '' };
      return { event, eventid, references, data, timestamp: new Date(happenedAtMs), createdAt: at(step), hasDeliveries: true };
    }),
  );
  const { consignmentId, courier, trackingNumber } = consignment;
  const row = { consignmentId, courier, trackingNumber, createdAt: at(0), updatedAt: at(steps.length), state: consignment };
  return {
    parcel: { courier, trackingNumber },
    consignment: row,
    scans: scans.toSorted((a, b) => b.scan.occurredAtMs - a.scan.occurredAtMs),
    events: events.toReversed(),
    ...NOTHING_ELSE,
  };
}

const causeOf = ({ scan }: Step): string => (scan === undefined ? 'record' : writtenScanId(scan));

const histories = books.flatMap(({ courier, histories: ofCourier }) =>
  ofCourier.map((history): [string, string, History] => [courier, history.name, history]),
);

describe.each(histories)('%s: %s', (courier, _, history) => {
  const steps = stepsOf(courier, history);
  const story = storyOf(steps);

  it('each event has the message that caused it as its cause', () => {
    const explained = explain(story, undefined).events.map(({ event, cause }) => [
      event.eventid,
      cause.kind === 'scan' ? writtenScanId(cause.scan.scan) : cause.kind,
    ]);
    const decided = steps.flatMap((step) => step.events.map(({ eventid }) => [eventid, causeOf(step)]));
    expect(explained.toReversed()).toEqual(decided);
  });

  it('each missing event is explained by the statuses of the scans', () => {
    const told = new Set(steps.flatMap(({ events }) => events.map(({ event }) => event)));
    const isUnread = steps.some(({ reading }) => reading && rememberedOf(reading, '').readAs === UNMAPPED);
    for (const event of EVENT_NAMES.filter((name) => !told.has(name))) {
      expect([event, explain(story, event).verdict.code]).toEqual([event, expect.stringMatching(expectedFor(event, isUnread))]);
    }
  });
});

function expectedFor(event: string, isUnread: boolean): RegExp {
  if (event === 'onUpdated') return /^no_update$/;
  if (event === 'onInternalDelay') return /^no_send_date$/;
  if (isUnread) return /^unmapped$/;
  return event === 'onScheduled' ? /^no_date$/ : /^(no_scan|status_without_event)$/;
}
