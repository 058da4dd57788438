import { type FloodOptions, type Flooded, measureFlood } from '../support/flood-load.js';
import type { NpmStack } from '../support/npm-stack.js';
import { cpuFigures, PARTS } from '../support/part-figures.js';
import { cpuPer10000 } from '../support/resources.js';
import { restingBytes, restingMeasurements } from '../support/resting-bytes.js';
import type { Load, Measurement, OutsideScenario } from '../support/scenario.js';

/** The share of records for the warm-up: code is compiled meanwhile. */
const WARM_UP_SHARE = 1 / 5;
const MANY = 100;

interface Variant {
  readonly name: string;
  readonly accounts: number;
  readonly receivers: number;
}

const VARIANTS: readonly Variant[] = [
  { name: '1 account, 1 receiver', accounts: 1, receivers: 1 },
  { name: '1 account, 100 receivers', accounts: 1, receivers: MANY },
  { name: '2 accounts, 1 receiver each', accounts: 2, receivers: 1 },
  { name: '2 accounts, 100 receivers each', accounts: 2, receivers: MANY },
];

/** Returns the accounts of the n-th flood of a stack; account 1 belongs to `npm start`. */
const accountsOf = (index: number, count: number): number[] => Array.from({ length: count }, (_, at) => 1000 * (index + 1) + at);

/** Measures a burst: the steady rates of other scenarios never fill a queue. */
export const flood: OutsideScenario = {
  what: 'records of one or two accounts at once: pace from the record to the POST, cost, memory, bytes on disks',
  outside: { hasRecords: true, stacks: [{ name: 'flood', measure: measureVariants }] },
};

async function measureVariants(stack: NpmStack, { records }: Load): Promise<Measurement[]> {
  const empty = await restingBytes(stack);
  await measureFlood(stack, { accounts: accountsOf(0, 1), receivers: MANY, recordsEach: Math.ceil(records * WARM_UP_SHARE) });
  const measured: Measurement[] = [];
  for (const [index, variant] of VARIANTS.entries()) {
    const { name, accounts, receivers } = variant;
    const options: FloodOptions = { accounts: accountsOf(index + 1, accounts), receivers, recordsEach: Math.ceil(records / accounts) };
    measured.push(...toMeasurements(name, await measureFlood(stack, options)));
  }
  return [...measured, ...restingMeasurements('all of them', empty, await restingBytes(stack))];
}

function toMeasurements(variant: string, { records, perSecond, usage, share }: Flooded): Measurement[] {
  return [
    { variant, figure: 'pace', unit: 'webhooks/s', value: perSecond, ratioTarget: { atLeast: 0.9 } },
    ...cpuFigures(variant, (part) => cpuPer10000(usage.get(part), records)),
    ...PARTS.map((part) => ({ variant, figure: `peak PSS, ${part}`, unit: 'MiB', value: usage.get(part)?.peakMiB })),
    ...(share === undefined ? [] : [{ variant, figure: 'share of the slower account', unit: 'of its half', value: share }]),
  ];
}
