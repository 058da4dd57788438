import { isCalendarDateText } from '#libs/contracts';
import { UUID_PATTERN } from '../validation/field-rules.js';

/** The last row of a page; the next page begins after it, whatever was inserted meanwhile. */
export interface Cursor {
  /** ISO 8601 in UTC with microseconds, as PostgreSQL keeps it. */
  readonly createdAt: string;
  readonly id: string;
}

const CREATED_AT = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3])(:[0-5]\d){2}\.\d{6}Z$/;

/** Opaque to callers. */
export const toCursorText = ({ createdAt, id }: Cursor): string => Buffer.from(`${createdAt}|${id}`).toString('base64url');

/** undefined = no cursor of ours. */
export function parseCursor(text: string): Cursor | undefined {
  const [createdAt = '', id = '', ...rest] = Buffer.from(text, 'base64url').toString().split('|');
  const isOurs = rest.length === 0 && CREATED_AT.test(createdAt) && isCalendarDateText(createdAt.slice(0, 10)) && UUID_PATTERN.test(id);
  return isOurs ? { createdAt, id } : undefined;
}
