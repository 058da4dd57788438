import { writeFileSync } from 'node:fs';
import { percentile, round } from '../support/percentiles.js';
import type { BenchStack } from '../support/bench-stack.js';
import { plansOf } from '../support/explained.js';
import { type Ask, ASKS, pathOf } from '../support/lists-requests.js';
import { ACCOUNT, DELIVERIES, seedLists } from '../support/lists-seed.js';
import { resultPath } from '../support/report.js';
import type { Row, Scenario } from '../support/scenario.js';

const REQUESTS = 200;
const WARM_UP = 5;
const PROMISED_MS = 100;

/** Measures every list of the API over a full table, one request after the other: the time of an answer, not the throughput. */
export const lists: Scenario = {
  what: `answers of token-api over ${DELIVERIES.toLocaleString('en')} deliveries and events of one account`,
  run: async (stack) => {
    await seedLists(stack.database, (line) => console.log(line));
    const ask = await caller(stack);
    const rows: Row[] = [];
    const plans: string[] = [];
    for (const each of ASKS) {
      rows.push(await measure(each, ask));
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
};

const slow = (rows: readonly Row[]): string[] => rows.filter(({ p99 }) => Number(p99) > PROMISED_MS).map((row) => String(row['list']));

type Caller = (path: string) => Promise<number>;

/** @returns a function that requests a path with a token of the account and resolves to the bytes of the answer */
async function caller(stack: BenchStack): Promise<Caller> {
  const output = await stack.runCommand('token:create', ['--user', String(ACCOUNT), '--scope', 'generate', '--create-account']);
  const { token } = JSON.parse(output) as { token: string };
  const { url } = await stack.startApp('token-api', { LOG_LEVEL: 'warn', RATE_LIMIT_PER_SECOND: '1000000' });
  return async (path) => {
    const answer = await fetch(url + path, { headers: { user: String(ACCOUNT), token } });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`the run is broken: ${path} was answered with ${answer.status} ${text}`);
    return text.length;
  };
}

async function measure(ask: Ask, call: Caller): Promise<Row> {
  const ms: number[] = [];
  let bytes = 0;
  for (let turn = 0; turn < WARM_UP + REQUESTS; turn++) {
    const startedMs = performance.now();
    bytes = await call(pathOf(ask, turn));
    if (turn >= WARM_UP) ms.push(performance.now() - startedMs);
  }
  return {
    list: ask.name,
    p50: round(percentile(ms, 0.5)),
    p99: round(percentile(ms, 0.99)),
    max: round(Math.max(...ms)),
    'last, KB': round(bytes / 1000),
  };
}
