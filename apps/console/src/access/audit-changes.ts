import type { Schemas } from '../api/schemas.js';
import { words } from '../words/words.js';

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

/** One line: the change itself where it is one short field, else the names of the fields. */
export function changesSummary(changes: readonly FieldChange[]): string {
  const [first, ...others] = changes;
  if (first === undefined) return words.access.audit.nothing;
  if (others.length > 0) return cut(changes.map(({ field }) => field).join(', '));
  const { field, before, after } = first;
  return cut(before === undefined ? `${field}: ${after}` : `${field}: ${before} → ${after ?? words.access.audit.nothing}`);
}

const cut = (text: string): string => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);

/** Who did it, in words. */
export function actorText({ tokenId, sessionId, command }: Schemas['AuditBy']): string {
  if (command !== undefined) return words.access.audit.byCommand(command);
  if (tokenId === undefined || tokenId === 0) return words.access.audit.byService;
  return sessionId === undefined ? words.access.audit.byToken(tokenId) : words.access.audit.bySession(tokenId);
}
