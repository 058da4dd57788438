/** The fields of V8's --cpu-prof output that are used here. Times in µs. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

const TOP = 40;
const TOP_PLACES = 25;

/** Summarises the time as text: by place (package or file of this repository), by function alone, and by function with its callees. */
export function summarise(profile: CpuProfile): string {
  const selfUs = selfTimes(profile);
  const names = new Map(profile.nodes.map((node) => [node.id, nameOf(node)]));
  const idleUs = sum(profile.nodes.filter((node) => node.callFrame.functionName === '(idle)').map(({ id }) => selfUs.get(id) ?? 0));
  const busyUs = sum([...selfUs.values()]) - idleUs;
  const bySelf = gather(profile.nodes.map((node) => [names.get(node.id) ?? '', selfUs.get(node.id) ?? 0]));
  const byPlace = gather(profile.nodes.map((node) => [placeOf(node), selfUs.get(node.id) ?? 0]));
  return [
    `busy ${(busyUs / 1e6).toFixed(2)} s of ${((busyUs + idleUs) / 1e6).toFixed(2)} s; shares are of the busy time`,
    section('by place', byPlace, { busyUs, top: TOP_PLACES }),
    section('by function, without what it calls', bySelf, { busyUs, top: TOP }),
    section('by function, with what it calls', totals(profile, selfUs, names), { busyUs, top: TOP }),
  ].join('\n\n');
}

/** Adds each sample's time to its node. */
function selfTimes({ samples, timeDeltas }: CpuProfile): Map<number, number> {
  const us = new Map<number, number>();
  samples.forEach((id, index) => us.set(id, (us.get(id) ?? 0) + (timeDeltas[index] ?? 0)));
  return us;
}

/** Sums the time of functions with their callees; a recursive function counts once. */
function totals({ nodes }: CpuProfile, selfUs: ReadonlyMap<number, number>, names: ReadonlyMap<number, string>): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const result = new Map<string, number>();
  for (const [id, us] of selfUs) {
    const seen = new Set<string>();
    for (let at: number | undefined = id; at !== undefined; at = callers.get(at)) {
      const name = names.get(at) ?? '';
      if (!seen.has(name) && byId.has(at)) result.set(name, (result.get(name) ?? 0) + us);
      seen.add(name);
    }
  }
  result.delete('(root)');
  return result;
}

function gather(entries: readonly (readonly [string, number])[]): Map<string, number> {
  const result = new Map<string, number>();
  for (const [key, us] of entries) result.set(key, (result.get(key) ?? 0) + us);
  return result;
}

function section(title: string, times: ReadonlyMap<string, number>, { busyUs, top }: { busyUs: number; top: number }): string {
  const longest = [...times].filter(([name, us]) => name !== '(idle)' && us > 0).toSorted(([, a], [, b]) => b - a);
  const lines = longest
    .slice(0, top)
    .map(([name, us]) => `${((us / busyUs) * 100).toFixed(1).padStart(6)} % ${(us / 1000).toFixed(0).padStart(8)} ms  ${name}`);
  return `${title}\n${lines.join('\n')}`;
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const name = functionName || '(anonymous)';
  return url === '' ? name : `${name}  ${shorten(url)}:${lineNumber + 1}`;
}

/**
 * Returns the place of a node: the file of `node:internal` code and of this repository, a package as a whole, and V8's own work by name,
 * such as (garbage collector).
 */
function placeOf({ callFrame: { functionName, url } }: ProfileNode): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(built into V8 or Node)';
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? shorten(url);
}

const shorten = (url: string): string => url.replace(/^.*\/node_modules\//, '').replace(/^.*\/dist\//, '');

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
