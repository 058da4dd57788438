import { describe, expect, it } from '@jest/globals';
import { HOSTILE_REPEATS } from './hostile.js';
import { cpuMsSince, hunt, tryInput } from './hunt.js';
import type { Target } from './target.js';
import { TARGETS } from './targets/all-targets.js';

const SEED = Number(process.env['SEED'] ?? 20261121);
/** A short part of `npm run test:fuzz`, with the same inputs each time. */
const INPUTS = 150;
const MOST_MS = 250;

describe('mutants of well-formed inputs', () => {
  it.each(TARGETS)('break no promise of $name: $what', async (target) => {
    const endsAt = performance.now() + MOST_MS;
    const { finding } = await hunt({ target, seed: SEED, isOver: (inputs) => inputs >= INPUTS || performance.now() >= endsAt });
    expect(finding && { why: finding.error.message, input: finding.input.toString('base64') }).toBeUndefined();
  });
});

/** Four times the text takes a quadratic reader sixteen times as long. Only readers that take at least `worthLookingMs` count. */
const LONG = { repeats: 1_000, times: 4, worthLookingMs: 100, mostTimesSlower: 12 };

describe('the reading of endlessly repeated text', () => {
  it.each(TARGETS)('takes time in proportion to the length: $name', async (target) => {
    for (const piece of HOSTILE_REPEATS) expect([piece, await growthOf(target, piece)]).toEqual([piece, 'in proportion']);
  });
});

/** The minimum of several turns counts, because some turns include garbage collection or compilation. */
const TURNS = 4;

async function growthOf(target: Target, piece: string): Promise<string> {
  let [long, short] = [Infinity, Infinity];
  for (let turn = 0; turn < TURNS; turn++) {
    long = Math.min(long, await msOf(target, piece.repeat(LONG.repeats * LONG.times)));
    if (long < LONG.worthLookingMs) return 'in proportion';
    short = Math.min(short, Math.max(1, await msOf(target, piece.repeat(LONG.repeats))));
    if (long / short < LONG.mostTimesSlower) return 'in proportion';
  }
  return `${short} ms, then ${long} ms`;
}

/** Measures the text as the whole input, and in the place of the first text of the first seed. */
async function msOf(target: Target, text: string): Promise<number> {
  const inputs = [text, inSeed(String(target.seeds[0]), text)].map((each) => Buffer.from(each));
  const before = process.cpuUsage();
  for (const input of inputs) expect((await tryInput(target, input))?.message).toBeUndefined();
  return cpuMsSince(before);
}

function inSeed(seed: string, text: string): string {
  return seed.replace(/"(?:raw_text|delivery_information|note|url|tracking_link|access_token)":"[^"]*"/g, (field) =>
    field.replace(/:".*$/, () => `:${JSON.stringify(text)}`),
  );
}
