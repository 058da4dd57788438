// Times of operational events that are lists.

/** Comma-separated times in ms, as a setting has them: each longer than the one before. */
export function asTimes(text: string): readonly number[] {
  const words = text.split(',').map((word) => word.trim());
  const times = words.map(Number);
  const isRising = times.every((ms, index) => ms > (times[index - 1] ?? 0));
  if (!words.every((word) => /^\d{1,11}$/.test(word)) || !isRising)
    throw new Error(`must be times in ms, each longer than the one before, such as 1000,60000, not "${text}"`);
  return times;
}

/** When a series tells next: at each of the times after its beginning, then again and again after the last of them. Both in ms after the beginning. */
export function nextTimeMs(times: readonly number[], elapsedMs: number): number {
  const last = times.at(-1)!;
  return times.find((ms) => ms > elapsedMs) ?? last * (Math.floor(elapsedMs / last) + 1);
}
