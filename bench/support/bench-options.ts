/** What the command line asks for. */
export type BenchOptions =
  | { readonly kind: 'help' }
  | { readonly kind: 'fault'; readonly fault: string }
  | { readonly kind: 'plots'; readonly folder: string | undefined }
  | { readonly kind: 'run'; readonly names: readonly string[]; readonly isProfiled: boolean };

export interface Known {
  /** Every scenario, in the order in which they run. */
  readonly all: readonly string[];
  /** Those of a run without names: together at most ten minutes. */
  readonly usual: readonly string[];
}

/** Reads the arguments behind `npm run bench --`. A name given twice runs once. */
export function readBenchOptions(args: readonly string[], { all, usual }: Known): BenchOptions {
  const flags = args.filter((arg) => arg.startsWith('-'));
  const names = args.filter((arg) => !arg.startsWith('-'));
  if (flags.some((flag) => flag === '--help' || flag === '-h')) return { kind: 'help' };
  const strange = flags.find((flag) => flag !== '--all' && flag !== '--profile');
  if (strange !== undefined) return { kind: 'fault', fault: `unknown option: ${strange}` };
  if (names[0] === 'plots') return toPlots(names.slice(1), flags);
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) return { kind: 'fault', fault: `unknown scenario: ${unknown}` };
  if (flags.includes('--all') && names.length > 0) return { kind: 'fault', fault: '--all runs every scenario: leave the names out' };
  const asked = names.length > 0 ? [...new Set(names)] : usual;
  return { kind: 'run', names: flags.includes('--all') ? all : asked, isProfiled: flags.includes('--profile') };
}

function toPlots(folders: readonly string[], flags: readonly string[]): BenchOptions {
  if (flags.length > 0 || folders.length > 1) return { kind: 'fault', fault: 'plots takes one folder and nothing else' };
  return { kind: 'plots', folder: folders[0] };
}

export function usageOf(whatOf: ReadonlyMap<string, string>, usual: readonly string[]): string {
  const lines = [...whatOf].map(([name, what]) => `  ${usual.includes(name) ? '*' : ' '} ${name.padEnd(14)} ${what}`);
  return `usage: npm run bench -- [--all | scenario …] [--profile]
       npm run bench -- plots [folder]

Measures on this machine; compare the ratios of one run, not the figures of two machines. Without names: those with *, some ten minutes.
Tables appear here, .cache/bench/<scenario>.json keeps them. A figure below its target is told and is no failure; a broken run is (exit 1).

${lines.join('\n')}

  --all          every scenario, some 45 minutes
  --profile      apps run under --cpu-prof, at some cost: .cache/bench/<scenario>.<app>.profile.txt tells where their time went
  plots [folder] the charts of the last runs as SVG, into docs/performance unless a folder is named
  --help         this text
`;
}
