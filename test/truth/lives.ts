// The lives of practice parcels that `parcel-webhooks rehearse` plays: what event-builder decides for the samples.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventName, JsonObject, WebhookPayload } from '#libs/contracts';
import { ParcelWorld } from '../builders/parcel-world.js';
import { ROOT } from './held-document.js';

export interface Life {
  readonly name: string;
  readonly title: string;
  /** In the order in which the service sends them. */
  readonly events: readonly WebhookPayload[];
}

interface Step {
  readonly record?: JsonObject & { readonly references?: JsonObject };
  readonly scan?: JsonObject;
}

interface Sample {
  readonly title: string;
  readonly references: Readonly<Record<string, string>> & { readonly courier: string; readonly tracking_number: string };
  readonly steps: readonly Step[];
  readonly expected: readonly EventName[];
}

interface Plan {
  readonly name: string;
  /** The first characters of the samples' files; with several, their events are merged by time. */
  readonly samples: readonly string[];
  readonly title?: string;
  /** Steps after those of the sample. */
  readonly further?: readonly Step[];
  /** A sample of which only the announcement is taken. */
  readonly isRecordOnly?: boolean;
}

const RETURNED: Step = {
  scan: {
    scan_id: 'scan-returned',
    occurred_at: '2026-03-12T09:20:00+01:00',
    raw_text: 'Die Sendung wird an den Absender zurückgesandt',
    location: { text: 'Hamburg', country_iso3: 'DEU' },
    status_hint: 'Return',
  },
};

const scanInAutumn = (id: number, at: string, status: string): Step => ({
  scan: {
    scan_id: `scan-autumn-${id}`,
    occurred_at: at,
    raw_text: status,
    location: { text: 'Bonn', country_iso3: 'DEU' },
    status_hint: status,
  },
});

const LINKS = { tracking_link: 'https://tracking.example/dhl-germany/TEST', reroute_link: '' };

/** The second scan has an earlier local time than the first: 02:50 in summer time is before 02:10 in winter time. */
const AUTUMN: readonly Step[] = [
  { record: { transfer_id: 'rec-autumn', occurred_at: '2026-10-24T09:00:00Z', links: LINKS, is_return: false } },
  scanInAutumn(1, '2026-10-25T02:50:00+02:00', 'OutForDelivery'),
  scanInAutumn(2, '2026-10-25T02:10:00+01:00', 'Delivered'),
];

/** As text, `…05.400Z` stands before `…05Z`. */
const FRACTIONS: readonly Step[] = [
  { record: { transfer_id: 'rec-fractions', occurred_at: '2026-03-10T06:00:00Z', links: LINKS, is_return: false } },
  scanInAutumn(3, '2026-03-10T08:31:05Z', 'OutForDelivery'),
  scanInAutumn(4, '2026-03-10T08:31:05.400Z', 'Delivered'),
];

const PLANS: readonly Plan[] = [
  { name: 'delivered-at-the-door', samples: ['01'] },
  { name: 'collected', samples: ['03'] },
  { name: 'three-attempts', samples: ['17'] },
  { name: 'warehouse-delay', samples: ['07'] },
  { name: 'data-changed', samples: ['16'] },
  { name: 'partly-delivered', samples: ['18'] },
  { name: 'scan-before-record', samples: ['15'] },
  { name: 'cancelled', samples: ['20'] },
  { name: 'split-order', samples: ['08', '09', '10'], title: 'a split order: three parcels of one order' },
  { name: 'summer-time', samples: ['11'] },
  { name: 'winter-time', samples: ['11'], isRecordOnly: true, further: AUTUMN, title: 'two scans in the hour that comes twice in autumn' },
  { name: 'fractions', samples: ['11'], isRecordOnly: true, further: FRACTIONS, title: 'two scans within one second' },
  { name: 'late-scan', samples: ['19'] },
  { name: 'return-after-delivery', samples: ['01'], further: [RETURNED], title: 'delivered, then corrected: it goes back' },
];

/** @throws Error when a sample does not cause the events that it expects */
export function lives(): Life[] {
  return PLANS.map((plan, index) => {
    const told = plan.samples.flatMap((start) => eventsOf(toPractice(readSample(start), `${index + 1}`), plan));
    const events = plan.samples.length === 1 ? told : told.toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
    return { name: plan.name, title: plan.title ?? readSample(plan.samples[0]!).title, events };
  });
}

function readSample(start: string): Sample {
  const folder = join(ROOT, 'libs/demo/src/samples');
  const file = readdirSync(folder).find((name) => name.startsWith(start))!;
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as Sample;
}

/** Gives the parcel numbers that nobody takes for real ones, different in each life. */
function toPractice({ references, ...sample }: Sample, life: string): Sample {
  const practice = {
    ...references,
    tracking_number: `TEST-${life}-${references.tracking_number.slice(-5)}`,
    orderNo: `TEST-${life}-${references['orderNo']}`,
    client: `test-${references['client']}`,
    warehouse: 'TEST',
  };
  const text = JSON.stringify(sample).replaceAll(references.tracking_number, practice.tracking_number);
  return { ...(JSON.parse(text) as Omit<Sample, 'references'>), references: practice };
}

function eventsOf(sample: Sample, { further = [], isRecordOnly = false }: Plan): WebhookPayload[] {
  const world = new ParcelWorld();
  const steps = [...(isRecordOnly ? [] : sample.steps), ...further];
  const events = steps.flatMap((step) => world.take(toMessage(sample, step)));
  const names = events.map(({ event }) => event);
  const begins = isRecordOnly || sample.expected.every((event, index) => names[index] === event);
  if (!begins || world.refused.length > 0) throw new Error(JSON.stringify([sample.title, names, world.refused]));
  return events;
}

function toMessage({ references }: Sample, { record, scan }: Step): JsonObject {
  const { courier, tracking_number } = references;
  if (scan) return { schema: 'scan/1', courier, tracking_number, ...scan };
  const own = { ...references, ...record!.references, tracking_number };
  return { schema: 'record/1', account: 100, action: 'upsert', ...record, references: own };
}
