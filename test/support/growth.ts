const PARTS = 100;
const MOST_TRIES = 3;
/** Growth this small is not quadratic: no further try is needed. */
const IN_PROPORTION = 3;

/**
 * Compares work of the full size with a hundred times the work of a hundredth: about 1 for linear growth, about 100 for quadratic growth.
 * It measures processor time, because a clock would include other work of the machine.
 */
export function growthOf(work: (size: number) => unknown, size: number): number {
  let least = Infinity;
  // Garbage collection and compilation only add time, so the minimum counts.
  for (let tries = 0; tries < MOST_TRIES && least > IN_PROPORTION; tries++) {
    const ofParts = costOf(() => {
      for (let part = 0; part < PARTS; part++) work(size / PARTS);
    });
    least = Math.min(least, costOf(() => work(size)) / ofParts);
  }
  return least;
}

/** Returns the processor time of this process alone, in µs. */
function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, user + system);
}
