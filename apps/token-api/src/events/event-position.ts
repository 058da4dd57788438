import { isCalendarDateText } from '#libs/contracts';
import { UUID_PATTERN } from '../validation/field-rules.js';

/** The place of an event in the order of storing. A reader continues after it. */
export interface EventPosition {
  /** Of the transaction that stored it; 0 = before positions were kept. */
  readonly storedTx: number;
  /** Among the events of that transaction. */
  readonly storedNo: number;
  /** ISO 8601 in UTC with microseconds. */
  readonly createdAt: string;
  readonly eventid: string;
}

/** The words that `after` takes beside a position. */
export const OLDEST = '0';
export const END = 'end';

const EARLIEST = { createdAt: '1970-01-01T00:00:00.000000Z', eventid: '00000000-0000-0000-0000-000000000000' };

/** Before every event. */
const START: EventPosition = { storedTx: 0, storedNo: 0, ...EARLIEST };

/** After all earlier transactions, and before the events of this transaction, whose numbers begin with 1. */
export const startOf = (storedTx: number): EventPosition => ({ storedTx, storedNo: 0, ...EARLIEST });

const KIND = 'stored';
const NUMBER = /^\d{1,15}$/;
const CREATED_AT = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3])(:[0-5]\d){2}\.\d{6}Z$/;

/** Opaque to callers. */
export const toPositionText = ({ storedTx, storedNo, createdAt, eventid }: EventPosition): string =>
  Buffer.from([KIND, storedTx, storedNo, createdAt, eventid].join('|')).toString('base64url');

/** undefined = neither the oldest event nor a position that an answer gave. */
export function parsePosition(text: string): EventPosition | undefined {
  if (text === OLDEST) return START;
  const [kind, storedTx = '', storedNo = '', createdAt = '', eventid = '', ...rest] = Buffer.from(text, 'base64url').toString().split('|');
  const isOurs = kind === KIND && rest.length === 0 && NUMBER.test(storedTx) && NUMBER.test(storedNo) && UUID_PATTERN.test(eventid);
  if (!isOurs || !CREATED_AT.test(createdAt) || !isCalendarDateText(createdAt.slice(0, 10))) return undefined;
  return { storedTx: Number(storedTx), storedNo: Number(storedNo), createdAt, eventid };
}
