// Lists of times in the settings of operational events.

/** Reads comma-separated times in ms. Each must be longer than the time before. */
export function asTimes(text: string): readonly number[] {
  const words = text.split(',').map((word) => word.trim());
  const times = words.map(Number);
  const isRising = times.every((ms, index) => ms > (times[index - 1] ?? 0));
  if (!words.every((word) => /^\d{1,11}$/.test(word)) || !isRising)
    throw new Error(`must be times in ms, each longer than the time before, such as 1000,60000, not "${text}"`);
  return times;
}

/** Returns the next time of a series: one of `times`, then multiples of the last time. Both times are ms after the beginning of the series. */
export function nextTimeMs(times: readonly number[], elapsedMs: number): number {
  const last = times.at(-1)!;
  return times.find((ms) => ms > elapsedMs) ?? last * (Math.floor(elapsedMs / last) + 1);
}
