const WARNING = 40;
const LONGEST = 160;

/** A warning or error of an app's log in one short line; undefined for everything else. */
export function shortLogLine(app: string, line: string): string | undefined {
  const entry = parse(line);
  if (entry === undefined) return clip(`${app}: ${line.trim()}`);
  if (typeof entry.level !== 'number' || entry.level < WARNING) return undefined;
  const word = entry.level > WARNING ? 'error' : 'warning';
  return clip([`${app}: ${word}`, textOf(entry.event ?? entry.msg), textOf(entry.error)].filter((part) => part !== '').join(' — '));
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\s+/g, ' ') : '';
}

function clip(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
