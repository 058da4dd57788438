/** The value below which that share of the values lies (0 ≤ share ≤ 1). NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** To three significant digits, which is more than any of it deserves. */
export const round = (value: number): number => Number(value.toPrecision(3));
