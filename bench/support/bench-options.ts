import { parseArgs } from 'node:util';

/** The request on the command line. */
export type BenchOptions =
  | { readonly kind: 'help' }
  | { readonly kind: 'fault'; readonly fault: string }
  | { readonly kind: 'plots'; readonly folder: string | undefined }
  | RunOptions;

export interface RunOptions {
  readonly kind: 'run';
  readonly names: readonly string[];
  readonly isProfiled: boolean;
  /** A commit to compare with, as git accepts it; undefined = none. */
  readonly against: string | undefined;
  /** How often each of the two commits is measured. */
  readonly pairs: number;
  /** The number of records of one flood. */
  readonly records: number;
  readonly isQuick: boolean;
}

export interface Known {
  /** Every scenario, in the order in which they run. */
  readonly all: readonly string[];
  /** The scenarios of a run without names: together at most ten minutes. */
  readonly usual: readonly string[];
  /** The scenarios that can be measured for another commit. */
  readonly outside: readonly string[];
}

const OPTIONS = {
  all: { type: 'boolean', default: false },
  profile: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  against: { type: 'string' },
  pairs: { type: 'string' },
  records: { type: 'string' },
} as const;
const USUAL = { pairs: 5, records: 20_000 };
const QUICK = { pairs: 1, records: 4_000 };
/** The warm-up needs some records, and a share of a few records means nothing. */
const LEAST_RECORDS = 100;

/** Reads the arguments after `npm run bench --`. A repeated name runs once. */
export function readBenchOptions(args: readonly string[], known: Known): BenchOptions {
  if (args.includes('--help') || args.includes('-h')) return { kind: 'help' };
  const parsed = parse(args);
  if ('fault' in parsed) return fault(parsed.fault);
  const { values, positionals: names } = parsed;
  if (names[0] === 'plots')
    return toPlots(
      names.slice(1),
      args.filter((arg) => arg.startsWith('-')),
    );
  const usual = values.quick ? QUICK : USUAL;
  const pairs = readCount('--pairs', values.pairs, { least: 1, usual: usual.pairs });
  const records = readCount('--records', values.records, { least: LEAST_RECORDS, usual: usual.records });
  const found = faultOfNames(names, values, known) ?? faultOfPair(names, values, known) ?? pairs.fault ?? records.fault;
  if (found !== undefined) return fault(found);
  return {
    kind: 'run',
    names: values.all ? known.all : names.length > 0 ? [...new Set(names)] : known.usual,
    isProfiled: values.profile,
    against: values.against,
    pairs: pairs.count,
    records: records.count,
    isQuick: values.quick,
  };
}

/** Returns the arguments that ask for one scenario of a run. */
export const argumentsOf = (name: string, { isProfiled, isQuick, against, pairs, records }: RunOptions): string[] => [
  name,
  ...(isProfiled ? ['--profile'] : []),
  ...(isQuick ? ['--quick'] : []),
  ...(against === undefined ? [] : [`--against=${against}`, `--pairs=${pairs}`]),
  `--records=${records}`,
];

const fault = (text: string): BenchOptions => ({ kind: 'fault', fault: text });

type Parsed = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>;

function parse(args: readonly string[]): Parsed | { readonly fault: string } {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. '); // the second sentence is about the shell's quotes
    return { fault: sentence };
  }
}

function faultOfNames(names: readonly string[], { all }: Parsed['values'], known: Known): string | undefined {
  const unknown = names.find((name) => !known.all.includes(name));
  if (unknown !== undefined) return `unknown scenario: ${unknown}`;
  return all && names.length > 0 ? '--all runs every scenario: leave the names out' : undefined;
}

/** A scenario that starts single apps cannot do so for another commit, whose programs are in another folder. */
function faultOfPair(names: readonly string[], { against, pairs, profile }: Parsed['values'], { outside }: Known): string | undefined {
  if (against === undefined) return pairs === undefined ? undefined : '--pairs needs --against COMMIT';
  if (profile) return '--profile cannot go with --against: a profile slows down what is compared';
  const can = `scenarios that can be compared: ${outside.join(', ')}`;
  if (against === '') return '--against needs a commit, but the given name is empty';
  if (names.length === 0) return `--against needs names of scenarios; ${can}`;
  const inside = names.find((name) => !outside.includes(name));
  return inside === undefined ? undefined : `${inside} starts apps of this clone and cannot measure another commit; ${can}`;
}

function readCount(
  option: string,
  text: string | undefined,
  { least, usual }: { least: number; usual: number },
): { readonly count: number; readonly fault?: string } {
  if (text === undefined) return { count: usual };
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return count >= least && Number.isSafeInteger(count)
    ? { count }
    : { count: usual, fault: `${option} needs a whole number from ${least}, not "${text}"` };
}

function toPlots(folders: readonly string[], flags: readonly string[]): BenchOptions {
  if (flags.length > 0 || folders.length > 1) return { kind: 'fault', fault: 'plots takes one folder and nothing else' };
  return { kind: 'plots', folder: folders[0] };
}

/** The description of a scenario in the usage. */
export interface Described {
  readonly what: string;
  readonly isOutside: boolean;
}

export function usageOf(scenarios: ReadonlyMap<string, Described>, usual: readonly string[]): string {
  const mark = (name: string, isOutside: boolean): string => `${usual.includes(name) ? '*' : ' '}${isOutside ? '=' : ' '}`;
  const lines = [...scenarios].map(([name, { what, isOutside }]) => `  ${mark(name, isOutside)} ${name.padEnd(14)} ${what}`);
  return `usage: npm run bench -- [--all | scenario …] [--profile] [--records N] [--quick]
       npm run bench -- scenario … --against COMMIT [--pairs N] [--records N] [--quick]
       npm run bench -- plots [folder]

Measures on this machine; compare the ratios of one run, not the figures of two machines. Without names: those with *, some ten minutes.
Tables appear here, .cache/bench/<scenario>.json keeps them. A figure below its target is told and is no failure; a broken run is (exit 1).

${lines.join('\n')}

  --all             every scenario, some 60 minutes
  --profile         apps run under --cpu-prof, at some cost: .cache/bench/<scenario>.<app>.profile.txt tells where their time went
  --against COMMIT  measures scenarios with = for that commit and for this clone in turn, each on a fresh stack of \`npm start\`,
                    and prints the ratios; the commit is cloned into .cache/bench/<commit> and prepared once
  --pairs N         how often each of the two commits is measured: ${USUAL.pairs}
  --records N       records of one flood: ${USUAL.records}
  --quick           a first look: ${QUICK.pairs} pair, ${QUICK.records} records, short phases
  plots [folder]    the charts of the last runs as SVG, into docs/performance unless a folder is named
  --help            this text
`;
}
