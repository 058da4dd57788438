import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** The short run of `npm run test:faults` (test/faults): three brokers, a database and five apps of its own, under load. */

const ROOT = join(import.meta.dirname, '../..');
const SEED = '7';
/** Together with this seed: each kind once, one after the other. */
const KINDS = ['kill-pair', 'kill-broker', 'kill-database'];
const REPORT = join(ROOT, '.cache', 'faults', `${SEED}.json`);

interface Report {
  readonly faults: readonly { readonly kinds: readonly string[]; readonly recoveryMs?: number }[];
  readonly balance: { readonly differences: readonly object[]; readonly events: number; readonly webhooks: number };
}

function run(): Promise<{ code: number | null; output: string }> {
  const args = ['scripts/faults.mjs', '--seed', SEED, '--minutes', '0.3', '--rate', '20', '--faults', KINDS.join(',')];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

describe('a cluster of three brokers under load whose parts die one after the other', () => {
  it('loses nothing, invents nothing, changes no id and repeats at most the POSTs in flight', async () => {
    rmSync(REPORT, { force: true });
    const { code, output } = await run();
    if (code !== 0) process.stderr.write(output);
    expect(code).toBe(0);
    const { faults, balance } = JSON.parse(readFileSync(REPORT, 'utf8')) as Report;
    expect(new Set(faults.flatMap(({ kinds }) => kinds))).toEqual(new Set(KINDS));
    expect(balance.differences).toEqual([]);
    expect(balance.events).toBeGreaterThan(300);
    expect(balance.webhooks).toBeGreaterThan(300);
  }, 400_000);
});
