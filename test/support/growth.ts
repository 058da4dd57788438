const PARTS = 100;
const MOST_TRIES = 3;
/** So little is no square: nothing is to be gained by another try. */
const IN_PROPORTION = 3;

/**
 * How many times as much work is of the size as a hundred times that of a hundredth of it: about 1 where it grows in proportion, about 100 where by the
 * square. Asked of the processor, for a clock would count what else the machine does.
 */
export function growthOf(work: (size: number) => unknown, size: number): number {
  let least = Infinity;
  // Rubbish that is collected meanwhile, or code that is compiled, only adds.
  for (let tries = 0; tries < MOST_TRIES && least > IN_PROPORTION; tries++) {
    const ofParts = costOf(() => {
      for (let part = 0; part < PARTS; part++) work(size / PARTS);
    });
    least = Math.min(least, costOf(() => work(size)) / ofParts);
  }
  return least;
}

/** The processor time of this process alone, µs. */
function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, user + system);
}
