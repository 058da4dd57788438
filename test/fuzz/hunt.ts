import { types } from 'node:util';
import { Dice } from '../builders/dice.js';
import type { Coverage } from './coverage.js';
import { mutate, type Pantry } from './mutate.js';
import type { Target } from './target.js';

export interface Hunt {
  readonly target: Target;
  readonly seed: number;
  /** Called before each handful of inputs with the number of inputs read so far. */
  readonly isOver: (inputs: number) => boolean;
  /** Keeps inputs that reach new code; without it the corpus does not grow. */
  readonly coverage?: Coverage;
}

export interface Catch {
  readonly inputs: number;
  readonly corpus: number;
  readonly finding?: Finding;
}

export interface Finding {
  readonly input: Buffer;
  readonly error: Error;
}

const HANDFUL = 40;
/** Time that one input may take in addition to its time per KiB. Only an input that exceeds the sum three times in a row is reported. */
const FREE_MS = 250;
const MS_PER_KIB = 10;
const SHORTENING_MS = 1000;

/** Reads one input and checks what must hold for every target. */
export async function tryInput(target: Target, input: Buffer): Promise<Error | undefined> {
  const before = prototypes();
  try {
    await target.check(input);
  } catch (error) {
    return types.isNativeError(error) ? error : new Error(`threw ${String(error)}`);
  }
  return prototypes() === before ? undefined : new Error('a prototype was changed');
}

/**
 * Mutates the seeds and every input that reached new code, until something breaks or time is over. The same seed makes the same inputs as
 * long as no input reaches new code.
 */
export async function hunt({ target, seed, isOver, coverage }: Hunt): Promise<Catch> {
  const dice = new Dice(seed);
  const corpus = target.seeds.map((each): Buffer => Buffer.from(each));
  const pantry: Pantry = { corpus, words: target.words ?? [] };
  let inputs = 0;
  const told = (finding?: Finding): Catch => ({ inputs, corpus: corpus.length, ...(finding && { finding }) });
  let handful: Buffer[] = [...corpus];
  for (;;) {
    for (const input of handful) {
      inputs++;
      const error = await tryTimed(target, input);
      if (error) return told({ input: await shortened(target, input), error });
    }
    if (coverage && inputs > corpus.length && coverage.look(false) > 0) corpus.push(...(await thatReachNew(target, handful, coverage)));
    if (isOver(inputs)) return told();
    handful = Array.from({ length: HANDFUL }, () => mutate(pantry, dice));
  }
}

async function tryTimed(target: Target, input: Buffer): Promise<Error | undefined> {
  const limitMs = FREE_MS + (input.length / 1024) * MS_PER_KIB;
  for (let tries = 1; ; tries++) {
    const before = process.cpuUsage();
    const error = await tryInput(target, input);
    const tookMs = cpuMsSince(before);
    if (error || tookMs <= limitMs) return error;
    if (tries === 3) return new Error(`${input.length} bytes took ${Math.round(tookMs)} ms of processor time, three times in a row`);
  }
}

/** Returns the processor time of this process alone, so other work on the machine makes no reader look slow. */
export function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** One look tells whether a handful reached new code; a look at each input tells which input did. */
async function thatReachNew(target: Target, handful: readonly Buffer[], coverage: Coverage): Promise<Buffer[]> {
  const fresh: Buffer[] = [];
  for (const input of handful) {
    await tryInput(target, input);
    if (coverage.look() > 0) fresh.push(input);
  }
  return fresh;
}

/** Returns the input without the parts that it can lose and still break something. */
async function shortened(target: Target, input: Buffer): Promise<Buffer> {
  let shortest = input;
  const endsAt = performance.now() + SHORTENING_MS;
  for (let size = Math.ceil(input.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < shortest.length && performance.now() < endsAt; at += size) {
      const shorter = Buffer.concat([shortest.subarray(0, at), shortest.subarray(at + size)]);
      if (await tryInput(target, shorter)) shortest = shorter;
    }
  }
  return shortest;
}

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Promise.prototype];

const prototypes = (): string => PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).length).join();
