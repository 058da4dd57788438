import { publishEvents } from '../support/bench-events.js';
import { insertReceiver } from '../support/bench-stack.js';
import { drain, type HeldLoad, sendLoad } from '../support/held-load.js';
import type { NpmStack } from '../support/npm-stack.js';
import { cpuFigures } from '../support/part-figures.js';
import { cpuPer10000 } from '../support/resources.js';
import type { Load, Measurement, OutsideScenario } from '../support/scenario.js';

const RECEIVERS = 1_000;
const VALUES = 5;

interface Variant {
  readonly name: string;
  readonly account: number;
  /** The receivers whose lists match the events. */
  readonly matching: number;
  readonly events: number;
}

const VARIANTS: readonly Variant[] = [
  { name: 'all 1000 receivers match', account: 2001, matching: RECEIVERS, events: 20 },
  { name: '10 of 1000 receivers match', account: 2002, matching: 10, events: 2_000 },
];

/** The values that all events have, by the column of each list. */
const LISTS = { clients: 'shop-de', couriers: 'dhl-germany', destination_countries: 'DEU', warehouses: 'W237', languages: 'de' };

/** Five lists of five values each. A commit from before filters by content has only the list of clients. */
export const filters: OutsideScenario = {
  what: 'fan-out of events to 1000 receivers, each with five lists of values; CPU for each delivery',
  outside: { stacks: [{ name: 'filters', settings: { LOG_LEVEL: 'warn' }, measure: measureVariants }] },
};

async function measureVariants(stack: NpmStack, { isQuick }: Load): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const variant of VARIANTS) {
    await addReceivers(stack, variant);
    const [size, load] = [isQuick ? variant.events / 2 : variant.events, loadFor(stack, variant.account)];
    const apps = [{ child: { pid: stack.parts.get('webhook-sender') ?? 0 } }];
    await drain(stack, load, { apps, count: variant.events });
    const { usage, perSecond } = await drain(stack, load, { apps, count: size });
    const { name, matching } = variant;
    measured.push({ variant: name, figure: 'pace', unit: 'deliveries/s', value: perSecond * matching });
    measured.push(...cpuFigures(name, (part) => cpuPer10000(usage.get(part), size * matching)));
  }
  return measured;
}

const loadFor = (stack: NpmStack, account: number): HeldLoad => ({
  ...sendLoad(stack, 1),
  prepare: async (count) => () => publishEvents(stack, { count, accountOf: () => account }),
});

async function addReceivers({ database, sink }: NpmStack, { account, matching }: Variant): Promise<void> {
  const { rows } = await database.query<{ name: keyof typeof LISTS }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'receiver' AND column_name = ANY($1)`,
    [Object.keys(LISTS)],
  );
  for (let index = 0; index < RECEIVERS; index++) {
    const receiverId = await insertReceiver(database, { account, url: sink.url('count', String(account)) });
    const others = Array.from({ length: VALUES - 1 }, (_, other) => `other ${index} ${other}`);
    const lists = rows.map(({ name }) => [...others, index < matching ? LISTS[name] : 'none']);
    const set = rows.map(({ name }, at) => `${name} = $${at + 2}`).join(', ');
    await database.query(`UPDATE receiver SET ${set} WHERE receiver_id = $1`, [receiverId, ...lists]);
  }
}
