import { isCalendarDateText } from '#libs/contracts';
import { UUID_PATTERN } from '../validation/field-rules.js';

/** A cursor leads on in the list that gave it: another one would answer it with a page that begins somewhere. */
export type PagedList = 'events' | 'deliveries';

/** The last row of a page; the next page begins after it, whatever was inserted meanwhile. */
export interface Cursor {
  /** ISO 8601 in UTC with microseconds, as PostgreSQL keeps it. */
  readonly createdAt: string;
  readonly id: string;
}

const CREATED_AT = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3])(:[0-5]\d){2}\.\d{6}Z$/;

/** Opaque to callers. */
export const toCursorText = (list: PagedList, { createdAt, id }: Cursor): string =>
  Buffer.from([list, createdAt, id].join('|')).toString('base64url');

/** undefined = no cursor of this list; without a list it is of an older version, whose callers page on while instances are exchanged. */
export function parseCursor(list: PagedList, text: string): Cursor | undefined {
  const parts = Buffer.from(text, 'base64url').toString().split('|');
  const [createdAt = '', id = '', ...rest] = parts[0] === list ? parts.slice(1) : parts;
  const isOurs = rest.length === 0 && CREATED_AT.test(createdAt) && isCalendarDateText(createdAt.slice(0, 10)) && UUID_PATTERN.test(id);
  return isOurs ? { createdAt, id } : undefined;
}
