// Judges what the receiver says about the parcels of a rehearsal.
import { printable } from '../verify/printable.js';
import { type ExpectedParcel, READ_BACK_FORM, type Reading } from './reading.js';
import type { CheckId } from './step.js';
import { type Check, NAMES } from './verdict.js';

/** A parcel with what the receiver says about it. */
interface Read extends ExpectedParcel {
  readonly reading: Extract<Reading, { kind: 'read' }>;
}

const DELIVERED = 'Delivered';
const RETURNED = 'Return';
const MOST_LINES = 5;
const HOW = `Give --read-back URL: GET URL?tracking_number=… must answer ${READ_BACK_FORM}.`;
const ADVICE = {
  once: 'Count an `eventid` once: remember it together with the work, in one transaction.',
  stored:
    'Store an event before you answer 2xx: the service does not send it again. If your receiver works later, give it more time by --settle-ms.',
  stays: 'Order by `timestamp`, not by arrival, and compare times as times: as text, fractions of a second are out of order.',
  correction: 'Take a younger event even after the delivery: carriers correct themselves.',
  refused: 'Verify the signature before anything else reads the body.',
} as const;

export const READING_CHECKS = ['counted_once', 'delivered_stays', 'correction', 'refused_uncounted'] as const satisfies readonly CheckId[];

/** @param readings undefined = nobody was asked */
export function judgeReadings(parcels: readonly ExpectedParcel[], readings: ReadonlyMap<string, Reading> | undefined): Check[] {
  if (readings === undefined) return READING_CHECKS.map((id) => notSeen(id, 'nobody was asked', HOW));
  const fault = [...readings].find(([, { kind }]) => kind === 'unreadable');
  if (fault) return READING_CHECKS.map((id) => unreadable(id, fault));
  const read = parcels.flatMap((parcel) => {
    const reading = readings.get(parcel.trackingNumber);
    return reading?.kind === 'read' ? [{ ...parcel, reading }] : [];
  });
  return [
    countedOnce(read),
    statusCheck('delivered_stays', DELIVERED, read),
    statusCheck('correction', RETURNED, read),
    refusedUncounted(read),
  ];
}

const notSeen = (id: CheckId, evidence: string, advice?: string): Check => ({
  id,
  name: NAMES[id],
  state: 'not_seen',
  evidence: [evidence],
  ...(advice !== undefined && { advice }),
});

function unreadable(id: CheckId, [trackingNumber, reading]: [string, Reading]): Check {
  if (id !== 'counted_once') return notSeen(id, 'the receiver could not be read back');
  const detail = reading.kind === 'unreadable' ? reading.detail : '';
  return {
    id,
    name: NAMES[id],
    state: 'failed',
    evidence: [`${trackingNumber} could not be read back: ${printable(detail)}`],
    advice: HOW,
  };
}

function countedOnce(read: readonly Read[]): Check {
  const counted = read.flatMap(({ trackingNumber, events, reading }) =>
    events.map(({ event, eventid }) => ({ what: `${trackingNumber}, ${event} (${eventid})`, count: reading.counts[eventid] ?? 0 })),
  );
  const wrong = counted.filter(({ count }) => count !== 1);
  return judged('counted_once', {
    looked: counted.length,
    wrong: wrong.map(({ what, count }) => `${what}: counted ${times(count)}`),
    advice: wrong.some(({ count }) => count > 1) ? ADVICE.once : ADVICE.stored,
    good: `${counted.length} events, each once`,
  });
}

const times = (count: number): string => (count === 0 ? 'never' : `${count} times`);

function statusCheck(id: 'delivered_stays' | 'correction', expected: string, read: readonly Read[]): Check {
  const concerned = read.filter(({ status }) => status === expected);
  const wrong = concerned.filter(({ reading }) => reading.status !== expected);
  return judged(id, {
    looked: concerned.length,
    wrong: wrong.map(
      ({ trackingNumber, reading }) =>
        `${trackingNumber}: its youngest event says ${expected}, the receiver says “${printable(reading.status, 60)}”`,
    ),
    advice: id === 'correction' ? ADVICE.correction : ADVICE.stays,
    good: `${concerned.length} parcels, all ${expected}`,
  });
}

function refusedUncounted(read: readonly Read[]): Check {
  const refused = read.flatMap(({ trackingNumber, refused, reading }) =>
    refused.map(({ eventid }) => ({ trackingNumber, count: reading.counts[eventid] ?? 0 })),
  );
  const wrong = refused.filter(({ count }) => count > 0);
  return judged('refused_uncounted', {
    looked: refused.length,
    wrong: wrong.map(({ trackingNumber, count }) => `${trackingNumber}: the refused event is counted ${times(count)}`),
    advice: ADVICE.refused,
    good: `${refused.length} refused webhooks, none counted`,
  });
}

interface Looked {
  /** How many events or parcels were looked at. */
  readonly looked: number;
  /** A line for each that is not as it should be. */
  readonly wrong: readonly string[];
  readonly advice: string;
  readonly good: string;
}

const NOTHING = {
  counted_once: 'the receiver accepted no webhook',
  delivered_stays: 'the receiver accepted no delivery',
  correction: 'the receiver accepted no return after a delivery',
  refused_uncounted: 'the receiver refused no webhook',
} as const;

function judged(id: (typeof READING_CHECKS)[number], { looked, wrong, advice, good }: Looked): Check {
  const name = NAMES[id];
  if (looked === 0) return notSeen(id, NOTHING[id]);
  if (wrong.length === 0) return { id, name, state: 'passed', evidence: [good] };
  const more = wrong.length > MOST_LINES ? [`and ${wrong.length - MOST_LINES} more of ${looked}`] : [];
  return { id, name, state: 'failed', evidence: [...wrong.slice(0, MOST_LINES), ...more], advice };
}
