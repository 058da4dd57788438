// Months of a busy service in a few minutes: seeded histories of many parcels, in waves. A wave must be processed before the next begins.
import { parcelKey, type TopicName } from '#libs/contracts';
import { Dice } from './dice.js';
import { type Addressee, recordsOf } from './parcel-records.js';
import { journey, scanOf, type TimedScan, type TravellingParcel } from './parcel-scans.js';
import type { RecordMessage, ScanMessage } from './wire-messages.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const FROM_MS = Date.UTC(2025, 0, 5);

export type HistoryMessage =
  | { readonly key: string; readonly kind: 'scan'; readonly value: ScanMessage }
  | { readonly key: string; readonly kind: 'record'; readonly value: RecordMessage }
  /** A message that belongs in the dead-letter topic. */
  | { readonly key: string; readonly kind: 'bad'; readonly value: string; readonly reason: string };

/** Scans and records never share a wave: Kafka keeps no order between two topics. */
export interface Wave {
  readonly topic: Extract<TopicName, 'scans' | 'records'>;
  readonly messages: readonly HistoryMessage[];
}

const WAVES = ['scans', 'records', 'scans', 'records', 'scans', 'records', 'scans'] as const;

export interface HistoryOptions {
  readonly seed: number;
  readonly parcels: number;
  /** Keeps the tracking numbers of several histories apart; capital letters and digits. */
  readonly series?: string;
  /** Corrects some records within their wave: for tests in which no clock ticks in between. */
  readonly isCorrected?: boolean;
}

/** The same seed gives the same messages. */
export function history({ seed, parcels, series = '', isCorrected = false }: HistoryOptions): Wave[] {
  const dice = new Dice(seed);
  const stories = Array.from({ length: parcels }, (_, index) =>
    storyOf(dice, `H${series}${String(index).padStart(6, '0')}-X`, isCorrected),
  );
  return WAVES.map((topic, wave) => ({ topic, messages: interleaved(stories.map((story) => story[wave]!)) }));
}

const SERVED_TOGETHER = 50;

/** Mixes the messages of all parcels. Each parcel's messages keep their order. */
function interleaved(parcels: readonly (readonly HistoryMessage[])[]): HistoryMessage[] {
  const mixed: HistoryMessage[] = [];
  for (let start = 0; start < parcels.length; start += SERVED_TOGETHER) {
    const group = parcels.slice(start, start + SERVED_TOGETHER);
    const most = Math.max(...group.map(({ length }) => length));
    for (let at = 0; at < most; at++) mixed.push(...group.flatMap((messages) => messages[at] ?? []));
  }
  return mixed;
}

const PLACES: readonly (Addressee & { readonly zone: string })[] = [
  { country: 'DEU', zone: 'Europe/Berlin' },
  { country: 'FRA', zone: 'Europe/Paris', statedZone: 'Europe/Paris' },
  { country: 'USA', zone: 'America/New_York' },
  { country: 'USA', zone: 'America/Los_Angeles', statedZone: 'America/Los_Angeles' },
  { country: 'XKX', zone: 'Europe/Belgrade' },
  { country: 'ZZZ', zone: 'UTC' },
  { country: 'DEU', zone: 'Pacific/Kiritimati', statedZone: 'Pacific/Kiritimati' },
];

/** Returns the messages of one parcel, wave by wave. */
function storyOf(dice: Dice, trackingNumber: string, isCorrected: boolean): HistoryMessage[][] {
  const to = dice.pick(PLACES);
  const courier = dice.chance(0.01) ? 'zeta' : dice.pick(['alpha', 'alpha', 'beta', 'gamma', 'delta', 'epsilon']);
  const parcel = { courier, trackingNumber, zone: to.zone };
  const startMs = FROM_MS + dice.int(0, 110 * 24 * 60) * 60_000;
  const scans = journey(dice, parcel, { ms: startMs, name: '' });
  const middle = Math.floor(scans.length / 2);
  const at = { startMs, middleMs: scans[middle - 1]!.ms, endMs: scans.at(-1)!.ms };
  const { waves: records, reusedMs } = recordsOf(dice, parcel, { to, at, isCorrected });
  const reused = reusedMs === undefined ? [] : journey(dice, parcel, { ms: reusedMs, name: 'reused-' });
  const [early, first, second, last] = arrivals(dice, { scans, middle, former: () => formerScan(dice, parcel, startMs) });
  const waves = [early, records[0], first, records[1], second, records[2], [...last, ...reused.map(({ message }) => message)]];
  const key = parcelKey(parcel.courier, parcel.trackingNumber);
  return waves.map((values = []) =>
    withBad(
      dice,
      values.map((value) => toMessage(key, value)),
      key,
    ),
  );
}

const toMessage = (key: string, value: ScanMessage | RecordMessage): HistoryMessage =>
  value.schema === 'scan/1' ? { key, kind: 'scan', value } : { key, kind: 'record', value };

/** Returns a scan of an earlier parcel with the same number. */
const formerScan = (dice: Dice, parcel: TravellingParcel, startMs: number): TimedScan => {
  const ms = startMs - dice.int(20, 40) * DAY_MS;
  return { ms, message: scanOf(dice, parcel, { status: 'Delivered', ms, scanId: `${parcel.trackingNumber}/former` }) };
};

type Waves<T> = [T[], T[], T[], T[]];

/** Returns scans in the order in which they arrive: some before the record, some late, some twice. */
function arrivals(
  dice: Dice,
  { scans, middle, former }: { scans: readonly TimedScan[]; middle: number; former: () => TimedScan },
): Waves<ScanMessage> {
  const early = dice.chance(0.15) ? dice.int(1, Math.min(4, middle)) : 0;
  const waves: Waves<TimedScan> = [scans.slice(0, early), scans.slice(early, middle), scans.slice(middle), []];
  if (early > 0 && dice.chance(0.3)) waves[0] = dice.shuffled(waves[0]);
  if (dice.chance(0.02)) waves[0].push(former());
  if (dice.chance(0.02)) waves[1].push(former());
  for (const [wave, next] of [
    [0, 1],
    [1, 2],
    [2, 3],
  ] as const)
    delayed(dice, waves[wave], waves[next]);
  return waves.map((wave) => wave.map(({ message }) => message)) as Waves<ScanMessage>;
}

/** Moves some scans to the next wave or behind their successor, and repeats some. */
function delayed(dice: Dice, wave: TimedScan[], next: TimedScan[]): void {
  for (let at = wave.length - 1; at >= 0; at--) {
    const scan = wave[at]!;
    if (dice.chance(0.03)) next.push(...wave.splice(at, 1));
    else if (dice.chance(0.05) && at + 1 < wave.length) wave.splice(at, 2, wave[at + 1]!, scan);
    else if (dice.chance(0.05)) dice.pick([wave, next]).push(scan);
  }
}

const BAD_SHARE = 0.002;

function withBad(dice: Dice, messages: HistoryMessage[], key: string): HistoryMessage[] {
  const [model] = messages;
  if (model === undefined || model.kind === 'bad' || !dice.chance(BAD_SHARE)) return messages;
  const { reason, spoil } = dice.pick(model.kind === 'scan' ? BAD_SCANS : BAD_RECORDS);
  const value = spoil(JSON.stringify({ ...model.value, scan_id: `${key}/bad`, transfer_id: `${key}/bad` }));
  return messages.toSpliced(dice.int(0, messages.length), 0, { key, kind: 'bad', value, reason });
}

interface Spoiling {
  readonly reason: string;
  readonly spoil: (json: string) => string;
}

const changing =
  (changes: object) =>
  (json: string): string =>
    JSON.stringify({ ...(JSON.parse(json) as object), ...changes });

const BAD_SCANS: readonly Spoiling[] = [
  { reason: 'E_JSON', spoil: (json) => json.slice(0, -1) },
  { reason: 'E_SCHEMA', spoil: changing({ scan_id: undefined }) },
  { reason: 'E_ENUM', spoil: changing({ status_hint: 'Teleported' }) },
  { reason: 'E_TIME', spoil: changing({ occurred_at: '2025-02-30T10:00:00Z' }) },
];

const BAD_RECORDS: readonly Spoiling[] = [
  { reason: 'E_JSON', spoil: () => '' },
  { reason: 'E_SCHEMA', spoil: changing({ action: 'delete' }) },
  { reason: 'E_REF', spoil: changing({ references: { courier: 'alpha' } }) },
  { reason: 'E_TIME', spoil: changing({ send_date: '30.02.2025' }) },
];
