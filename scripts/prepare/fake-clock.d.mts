export const CLOCK_SETTINGS: readonly string[];
export function fakeClock(at: number): Readonly<Record<string, string>>;
