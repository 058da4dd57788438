import { readdirSync, readFileSync } from 'node:fs';
import { round } from './percentiles.js';

const TICKS_PER_SECOND = 100;
const KIB_PER_MIB = 1024;
const SAMPLE_MS = 500;

export interface Usage {
  readonly cpuSeconds: number;
  readonly peakMiB: number;
}

/**
 * Measures CPU and memory (PSS) of the parts while `work` runs, each with all its child processes, read from /proc. Empty where there is
 * no /proc.
 */
export async function measureParts(parts: ReadonlyMap<string, number>, work: () => Promise<void>): Promise<Map<string, Usage>> {
  const before = cpuOf(parts);
  const peaks = new Map<string, number>();
  const look = (): void => {
    for (const [name, pid] of parts) peaks.set(name, Math.max(peaks.get(name) ?? 0, sumOf(pid, memoryMiB)));
  };
  const timer = setInterval(look, SAMPLE_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  look();
  const after = cpuOf(parts);
  return new Map(
    [...parts.keys()].map((name) => [
      name,
      { cpuSeconds: (after.get(name) ?? 0) - (before.get(name) ?? 0), peakMiB: Math.round(peaks.get(name) ?? 0) },
    ]),
  );
}

/** Returns the CPU seconds per 10,000 of `count` items; 0 = the part did not run. */
export const cpuPer10000 = (usage: Pick<Usage, 'cpuSeconds'> | undefined, count: number): number =>
  ((usage?.cpuSeconds ?? 0) / count) * 10_000;

/** One line per part: its CPU per 10,000 items, and its peak memory. */
export const costLines = (usage: ReadonlyMap<string, Usage>, count: number, what: string): string[] =>
  [...usage].map(([part, used]) => `${part}: ${round(cpuPer10000(used, count))} CPU s per 10,000 ${what}, peak PSS ${used.peakMiB} MiB`);

const cpuOf = (parts: ReadonlyMap<string, number>): Map<string, number> =>
  new Map([...parts].map(([name, pid]) => [name, sumOf(pid, cpuSeconds)]));

const sumOf = (pid: number, valueOf: (pid: number) => number): number => familyOf(pid).reduce((sum, each) => sum + valueOf(each), 0);

/** Returns the process and its children, because PostgreSQL has one process per connection. */
function familyOf(pid: number): number[] {
  const children = numeric('/proc').filter((candidate) => Number(statOf(candidate)[1]) === pid);
  return [pid, ...children];
}

const numeric = (folder: string): number[] => {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
};

/** Returns the fields of /proc/<pid>/stat after the command, which may itself contain blanks: state, parent, … */
function statOf(pid: number): string[] {
  const text = readText(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Returns user and system time, including children that have ended. */
const cpuSeconds = (pid: number): number =>
  statOf(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;

/** Returns the memory of one process now (PSS): a page that several processes share counts in parts. The processes of PostgreSQL share most of theirs. */
export const memoryMiB = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / KIB_PER_MIB;

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process ended between listing and reading
  }
}
