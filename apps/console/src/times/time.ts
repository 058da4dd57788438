const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `2026-03-29 10:00:00 UTC` */
export const utcTime = (at: string): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** `3 min ago`, `in 2 h`; whole units, rounded down. */
export function ago(atMs: number, nowMs: number): string {
  const apartMs = Math.abs(nowMs - atMs);
  if (apartMs < 10_000) return 'now';
  const text = spanText(apartMs);
  return atMs > nowMs ? `in ${text}` : `${text} ago`;
}

/** `45 s`, `3 min`, `5 h`, `2 d` */
export function spanText(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.floor(ms / 1000)} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} d`;
}

/** `12:04` or `1:02:03` until a moment; `0:00` once it has come. */
export function countdown(toMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.ceil((toMs - nowMs) / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${parts.join(':')}` : `${Number(parts[0])}:${parts[1]}`;
}

/** `850 ms`, `1.2 s` */
export const durationText = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
