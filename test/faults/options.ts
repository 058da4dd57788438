import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compiled } from '../../scripts/stack/clone.js';
import { ALL_KINDS } from './faults/all-kinds.js';
import type { FaultKind } from './faults/fault.js';

export interface Options {
  readonly seed: number;
  /** How long faults continue; the time to start, drain and compare is added. */
  readonly minutes: number;
  /** Scans per second. */
  readonly rate: number;
  /** How long a process is paused; undefined = depends on the length of the run. */
  readonly stillSeconds: number | undefined;
  readonly kinds: readonly FaultKind[];
  /** A built clone of another release: the processes of an app alternate between the two releases. */
  readonly beside: string | undefined;
}

export const USAGE = `Usage: npm run test:faults -- [--seed N] [--minutes M] [--rate SCANS_PER_SECOND] [--still SECONDS] [--faults KIND,KIND…] [--beside BUILT_CLONE_OF_ANOTHER_RELEASE]
Kinds: ${ALL_KINDS.map(({ name }) => name).join(', ')}`;

/** @throws Error with a message for the terminal */
export function readOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '3' },
      rate: { type: 'string', default: '60' },
      still: { type: 'string' },
      faults: { type: 'string', default: '' },
      beside: { type: 'string' },
    },
  });
  return {
    seed: positive('seed', values.seed),
    minutes: positive('minutes', values.minutes),
    rate: positive('rate', values.rate),
    stillSeconds: values.still === undefined ? undefined : positive('still', values.still),
    kinds: kindsNamed(values.faults),
    beside: values.beside === undefined ? undefined : builtClone(values.beside),
  };
}

function builtClone(folder: string): string {
  const root = resolve(folder);
  if (!existsSync(compiled('apps/webhook-sender/src/main', root)))
    throw new Error(`${folder} is not a built clone: run npm run build there`);
  return root;
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new Error(`--${name} must be a number above 0, not ${text}`);
  return value;
}

function kindsNamed(list: string): readonly FaultKind[] {
  if (list === '') return ALL_KINDS;
  return list.split(',').map((name) => {
    const kind = ALL_KINDS.find((each) => each.name === name);
    if (!kind) throw new Error(`there is no fault named ${name}`);
    return kind;
  });
}
