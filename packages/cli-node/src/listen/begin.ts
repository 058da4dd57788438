import { usageError } from '../cli-error.js';
import type { Position } from './position-file.js';

/** Where a walk begins. */
export interface Begin {
  readonly after: string;
  readonly done: readonly string[];
  /** For the user. */
  readonly words: string;
}

const DURATION = /^(\d{1,6})([mhd])$/;
const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * Returns where to begin: at `since` if it is given, else where the last run ended, else at the end.
 * @param since `end`, `oldest`, an instant, or how long ago
 * @throws CliError
 */
export function beginOf(since: string | undefined, saved: Position | undefined, nowMs: number): Begin {
  if (since !== undefined) return { after: afterOf(since, nowMs), done: [], words: wordsOf(since) };
  if (saved === undefined) return { after: 'end', done: [], words: wordsOf('end') };
  const words = `Goes on where the last run ended, at ${saved.savedAt}. --since end begins with new events instead.`;
  return { after: saved.after, done: saved.done, words };
}

function afterOf(since: string, nowMs: number): string {
  if (since === 'end') return 'end';
  if (since === 'oldest') return '0';
  const [, count, unit] = DURATION.exec(since) ?? [];
  if (count !== undefined) return new Date(nowMs - Number(count) * UNIT_MS[unit!]!).toISOString();
  if (INSTANT.test(since) && !Number.isNaN(Date.parse(since))) return since;
  throw usageError('--since is end, oldest, a time such as 2026-03-30T10:00:00Z, or how long ago, such as 30m, 2h or 1d.');
}

const wordsOf = (since: string): string =>
  since === 'end'
    ? 'Waits for new events.'
    : since === 'oldest'
      ? 'Begins with the oldest event kept.'
      : `Begins with events stored since ${since}.`;
