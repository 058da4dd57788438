// Feeds mutated inputs to the code that reads untrusted input until time is over; inputs that reach new code are mutated further.
import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SECOND } from '#libs/config';
import { Coverage } from './coverage.js';
import { type Finding, hunt, tryInput } from './hunt.js';
import type { Target } from './target.js';
import { TARGETS } from './targets/all-targets.js';

const USAGE = `usage: npm run test:fuzz -- [--seconds NUMBER] [--target NAME]… [--seed NUMBER]
       npm run test:fuzz -- --target NAME --input BASE64

  --seconds  for each target, default 10      --target  may be repeated; default all of them
  --seed     of the mutants, default any      --input   tries one input again

${TARGETS.map(({ name, what }) => `  ${name.padEnd(16)} ${what}`).join('\n')}
`;
const FINDINGS = join(process.cwd(), '.cache', 'fuzz');
const OURS = '/dist/';
const SHOWN_CHARS = 300;
const BAD_USAGE = 2;

interface Options {
  readonly seconds: number;
  readonly seed: number;
  readonly targets: readonly Target[];
  readonly input: Buffer | undefined;
}

const options = readArguments();
process.exit(options ? await run(options) : BAD_USAGE);

function readArguments(): Options | undefined {
  try {
    return toOptions();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
    return undefined;
  }
}

function toOptions(): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { seconds: text, seed: text, input: text, target: { ...text, multiple: true } } });
  const targets = values.target === undefined ? TARGETS : TARGETS.filter(({ name }) => values.target?.includes(name));
  const [seconds, seed] = [Number(values.seconds ?? 10), Number(values.seed ?? randomInt(2 ** 31))];
  if (targets.length === 0 || (values.target && targets.length < values.target.length)) throw new Error('There is no such target.');
  if (!(seconds > 0) || !Number.isInteger(seed)) throw new Error('--seconds and --seed must be numbers.');
  return { seconds, seed, targets, input: values.input === undefined ? undefined : Buffer.from(values.input, 'base64') };
}

async function run({ seconds, seed, targets, input }: Options): Promise<number> {
  let findings = 0;
  for (const target of targets) {
    const found = input ? await replay(target, input) : await search(target, { seconds, seed });
    if (found) findings++;
  }
  return findings === 0 ? 0 : 1;
}

async function replay(target: Target, input: Buffer): Promise<boolean> {
  const error = await tryInput(target, input);
  process.stdout.write(`${target.name}: ${error ? (error.stack ?? error.message) : 'nothing is broken'}\n`);
  return error !== undefined;
}

async function search(target: Target, { seconds, seed }: { seconds: number; seed: number }): Promise<boolean> {
  const coverage = new Coverage((url) => url.includes(OURS) && !url.includes('/test/'));
  const endsAt = performance.now() + seconds * SECOND;
  const { inputs, corpus, finding } = await hunt({ target, seed, coverage, isOver: () => performance.now() >= endsAt });
  coverage.close();
  process.stdout.write(`${target.name}: ${inputs} inputs, ${corpus} kept, ${coverage.blocks} blocks reached, seed ${seed}\n`);
  if (finding) tell(target, finding);
  return finding !== undefined;
}

function tell({ name }: Target, { input, error }: Finding): void {
  mkdirSync(FINDINGS, { recursive: true });
  const file = join(FINDINGS, `${name}-${input.length}.bin`);
  writeFileSync(file, input);
  process.stdout.write(`  BROKEN by ${JSON.stringify(input.toString('utf8').slice(0, SHOWN_CHARS))}\n  ${error.stack ?? error.message}\n`);
  process.stdout.write(
    `  again: npm run test:fuzz -- --target ${name} --input ${input.toString('base64').slice(0, 4 * SHOWN_CHARS)} (whole: ${file})\n`,
  );
}
