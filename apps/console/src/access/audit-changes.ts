import type { Schemas } from '../api/schemas.js';
import { accessWords } from '../words/access.words.js';

type Fields = Readonly<Record<string, unknown>> | null;

export interface FieldChange {
  readonly field: string;
  /** undefined = the field was not there */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The fields of an entry, by name. */
export function auditChanges(before: Fields, after: Fields): readonly FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].toSorted();
  return names.map((field) => ({ field, before: valueText(before?.[field]), after: valueText(after?.[field]) }));
}

function valueText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const MOST_CHARACTERS = 60;

/** The fields by which people know a thing. The summary of a new or deleted thing shows only these: its entry has all fields. */
const TELLING: readonly string[] = ['name', 'note', 'scope', 'status', 'openedBy'];
const EMPTY: ReadonlySet<string | undefined> = new Set([undefined, '', 'null', '[]', '{}']);

/** Returns one line: the change itself if one field changed, otherwise the names of the changed fields. */
export function changesSummary(all: readonly FieldChange[]): string {
  const changes = all.filter(({ before, after }) => before !== after && !(EMPTY.has(before) && EMPTY.has(after)));
  const isWhole = changes.every(({ before }) => before === undefined) || changes.every(({ after }) => after === undefined);
  const telling = isWhole ? changes.filter(({ field }) => TELLING.includes(field)) : [];
  if (changes.length === 1 || telling.length > 0) return cut((telling.length > 0 ? telling : changes).map(changeText).join(', '));
  return changes.length === 0 ? accessWords.audit.nothing : cut(changes.map(({ field }) => field).join(', '));
}

function changeText({ field, before, after }: FieldChange): string {
  return before === undefined ? `${field}: ${after}` : `${field}: ${before} → ${after ?? accessWords.audit.nothing}`;
}

const cut = (text: string): string => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);

/** The apps that change something by themselves: they disable receivers. */
const APPS: ReadonlySet<string> = new Set(['token-api', 'webhook-sender']);

/** Returns the actor in words. @param notes of the active tokens, by token id */
export function actorText({ tokenId, sessionId, opener, command }: Schemas['AuditActor'], notes: ReadonlyMap<number, string>): string {
  if (command === 'mail link') return accessWords.audit.byReader;
  if (command !== undefined) return APPS.has(command) ? accessWords.audit.byService : accessWords.audit.byCommand(command);
  if (tokenId === undefined || tokenId === 0) return accessWords.audit.byService;
  const [by, note] =
    sessionId === undefined
      ? [accessWords.audit.byToken(tokenId), notes.get(tokenId)]
      : [accessWords.audit.bySession(tokenId), opener?.note];
  return note ? `${cut(note)} · ${by}` : by;
}
