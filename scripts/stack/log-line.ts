const WARNING = 40;
const LONGEST = 160;
const QUIET_MS = 10_000;
/** Ids that a short line keeps: with them, the API and the log file tell the rest. */
const IDS = ['receiverId', 'deliveryId'];

/** Shortens a warning or error of an app's log to one line; undefined for everything else. */
export function shortLogLine(app: string, line: string): string | undefined {
  const entry = parse(line);
  if (entry === undefined) return clip(`${app}: ${line.trim()}`);
  if (typeof entry.level !== 'number' || entry.level < WARNING) return undefined;
  const word = entry.level > WARNING ? 'error' : 'warning';
  return clip(
    [`${app}: ${word}`, textOf(entry.event ?? entry.msg), ...idsOf(entry), textOf(entry.error ?? entry.message ?? entry.reason)]
      .filter((part) => part !== '')
      .join(' — '),
  );
}

/**
 * Returns a filter that hides a line that was shown within the last ten seconds: a lost broker would fill the screen. Lines that differ only
 * in their delivery count as the same line: a deleted receiver would fill the screen, too.
 */
export function createRepeatFilter(): (line: string, nowMs: number) => boolean {
  const shownAt = new Map<string, number>();
  return (line, nowMs) => {
    const what = line.replace(/ deliveryId \S+/, '');
    const before = shownAt.get(what);
    if (before !== undefined && nowMs - before < QUIET_MS) return false;
    shownAt.set(what, nowMs);
    return true;
  };
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const idsOf = (entry: Record<string, unknown>): string[] =>
  IDS.flatMap((name) => (typeof entry[name] === 'string' ? `${name} ${entry[name]}` : []));

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\s+/g, ' ') : '';
}

function clip(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
