import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EventName, parcelKey, TOPICS } from '#libs/contracts';

/** The build copies this folder beside the compiled file. */
const FOLDER = join(import.meta.dirname, 'samples');

/** One consignment of `samples/`: its messages in order, and the events that they must cause. */
export interface Sample {
  readonly title: string;
  readonly courier: string;
  readonly trackingNumber: string;
  readonly language: string;
  readonly steps: readonly Step[];
  readonly expected: readonly EventName[];
  /** The number of messages that must become dead letters. */
  readonly deadLetters: number;
}

export interface Step {
  readonly topic: typeof TOPICS.records.name | typeof TOPICS.scans.name;
  readonly key: string;
  readonly value: string;
}

export interface SampleSetting {
  readonly account: number;
  /** Appended to tracking numbers and ids, so that samples can be published again after an earlier start. */
  readonly suffix: string;
}

interface SampleFile {
  readonly title: string;
  readonly references: Readonly<Record<'courier' | 'tracking_number' | 'language', string>>;
  readonly steps: readonly { readonly record?: Fields; readonly scan?: Fields }[];
  readonly expected: readonly EventName[];
  readonly dead_letters?: number;
}

type Fields = Readonly<Record<string, unknown>>;

export function loadSamples(setting: SampleSetting): Sample[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return files
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => toSample(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as SampleFile, setting));
}

function toSample(file: SampleFile, setting: SampleSetting): Sample {
  const { courier, language } = file.references;
  const trackingNumber = file.references.tracking_number + setting.suffix;
  return {
    title: file.title,
    courier,
    trackingNumber,
    language,
    steps: file.steps.map((step) => toStep(file, step, { ...setting, trackingNumber })),
    expected: file.expected,
    deadLetters: file.dead_letters ?? 0,
  };
}

function toStep(
  file: SampleFile,
  { record, scan }: SampleFile['steps'][number],
  setting: SampleSetting & { trackingNumber: string },
): Step {
  const { courier } = file.references;
  const { trackingNumber, suffix, account } = setting;
  const key = parcelKey(courier, trackingNumber);
  if (record !== undefined) {
    const own = { ...file.references, ...(record.references as Fields | undefined), tracking_number: trackingNumber };
    const value = {
      schema: 'record/1',
      action: 'upsert',
      ...record,
      transfer_id: `${String(record.transfer_id)}${suffix}`,
      account,
      references: own,
    };
    return { topic: TOPICS.records.name, key, value: JSON.stringify(value) };
  }
  const value = { schema: 'scan/1', courier, tracking_number: trackingNumber, ...scan, scan_id: `${String(scan?.scan_id)}${suffix}` };
  return { topic: TOPICS.scans.name, key, value: JSON.stringify(value) };
}

/**
 * Splits the steps into waves. Records and scans travel through different topics, so their order within a wave is not guaranteed. A step whose
 * order matters waits for the previous wave.
 */
export function toWaves(samples: readonly Sample[]): Step[][] {
  const waves: Step[][] = [];
  for (const { steps } of samples) {
    let wave = 0;
    steps.forEach((step, index) => {
      if (index > 0 && steps[index - 1]?.topic !== step.topic) wave++;
      (waves[wave] ??= []).push(step);
    });
  }
  return waves;
}
