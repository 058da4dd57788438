import { writeFileSync } from 'node:fs';
import { percentile, round } from '../support/percentiles.js';
import type { BenchStack } from '../support/bench-stack.js';
import type { NpmStack } from '../support/npm-stack.js';
import { plansOf } from '../support/explained.js';
import { type Ask, ASKS, pathOf } from '../support/lists-requests.js';
import { ACCOUNT, DELIVERIES, seedLists } from '../support/lists-seed.js';
import { resultPath } from '../support/report.js';
import type { Measurement, Row, Scenario } from '../support/scenario.js';

const REQUESTS = 200;
const WARM_UP = 5;
const PROMISED_MS = 100;
const SETTINGS = { LOG_LEVEL: 'warn', RATE_LIMIT_PER_SECOND: '1000000' };

/** Measures every list of the API over a full table, one request after the other: the time of an answer, not the throughput. */
export const lists: Scenario = {
  what: `answers of token-api over ${DELIVERIES.toLocaleString('en')} deliveries and events of one account`,
  run: async (stack) => {
    await seedLists(stack.database, (line) => console.log(line));
    const ask = await startApi(stack);
    const rows: Row[] = [];
    const plans: string[] = [];
    for (const each of ASKS) {
      rows.push(toRow(each, await measure(each, ask)));
      plans.push(await plansOf(stack.database, each));
    }
    const path = resultPath('lists', 'plans.txt');
    writeFileSync(path, plans.join('\n'));
    return {
      title: `Lists: ms from request to whole answer, ${REQUESTS} requests each, one at a time`,
      rows,
      notes: [`plans of the first pages: ${path}`, `above ${PROMISED_MS} ms at p99: ${slow(rows).join(', ') || 'none'}`],
    };
  },
  outside: { stacks: [{ name: 'lists', settings: SETTINGS, measure: measureOutside }] },
};

/** The other commit needs the same tables: this clone fills them. */
async function measureOutside({ connection, database }: NpmStack): Promise<Measurement[]> {
  await seedLists(database, (line) => console.log(line));
  const ask = caller(connection.apiUrl, connection.token);
  const measured: Measurement[] = [];
  for (const each of ASKS) {
    const { ms } = await measure(each, ask);
    for (const [figure, share] of [
      ['p50', 0.5],
      ['p99', 0.99],
    ] as const)
      measured.push({ variant: each.name, figure, unit: 'ms', value: percentile(ms, share) });
  }
  return measured;
}

const slow = (rows: readonly Row[]): string[] => rows.filter(({ p99 }) => Number(p99) > PROMISED_MS).map((row) => String(row['list']));

type Caller = (path: string) => Promise<number>;

async function startApi(stack: BenchStack): Promise<Caller> {
  const output = await stack.runCommand('token:create', ['--user', String(ACCOUNT), '--scope', 'generate', '--create-account']);
  const { token } = JSON.parse(output) as { token: string };
  const { url } = await stack.startApp('token-api', SETTINGS);
  return caller(url, token);
}

/** @returns a function that requests a path with a token of the account and resolves to the bytes of the answer */
const caller =
  (url: string, token: string): Caller =>
  async (path) => {
    const answer = await fetch(url + path, { headers: { user: String(ACCOUNT), token } });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`the run is broken: ${path} was answered with ${answer.status} ${text}`);
    return text.length;
  };

interface Measured {
  readonly ms: readonly number[];
  /** Of the last answer. */
  readonly bytes: number;
}

async function measure(ask: Ask, call: Caller): Promise<Measured> {
  const ms: number[] = [];
  let bytes = 0;
  for (let turn = 0; turn < WARM_UP + REQUESTS; turn++) {
    const startedMs = performance.now();
    bytes = await call(pathOf(ask, turn));
    if (turn >= WARM_UP) ms.push(performance.now() - startedMs);
  }
  return { ms, bytes };
}

const toRow = ({ name }: Ask, { ms, bytes }: Measured): Row => ({
  list: name,
  p50: round(percentile(ms, 0.5)),
  p99: round(percentile(ms, 0.99)),
  max: round(Math.max(...ms)),
  'last, KB': round(bytes / 1000),
});
