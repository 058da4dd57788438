import { parseInstant } from '#libs/contracts';
import { withPlus } from '../paging/page.js';
import { instant } from '../validation/field-rules.js';

/** The place of an event in the order of storing. A reader continues after it. */
export interface EventPosition {
  /** The id of the transaction that stored the event. */
  readonly storedTx: number;
  /** The number of the event within its transaction, from 1. */
  readonly storedNo: number;
}

/** The words that `after` accepts besides a position and an instant. */
export const OLDEST = '0';
export const END = 'end';

/** Returns the position after all earlier transactions and before the events of this transaction. */
export const startOf = (storedTx: number): EventPosition => ({ storedTx, storedNo: 0 });

const KIND = 'stored';
const NUMBER = /^\d{1,15}$/;

/** Opaque to callers. */
export const toPositionText = ({ storedTx, storedNo }: EventPosition): string =>
  Buffer.from([KIND, storedTx, storedNo].join('|')).toString('base64url');

/** @returns undefined when the text is neither `0` nor a position from an answer */
export function parsePosition(text: string): EventPosition | undefined {
  if (text === OLDEST) return startOf(0);
  const [kind, storedTx = '', storedNo = '', ...rest] = Buffer.from(text, 'base64url').toString().split('|');
  const isOurs = kind === KIND && rest.length === 0 && NUMBER.test(storedTx) && NUMBER.test(storedNo);
  return isOurs ? { storedTx: Number(storedTx), storedNo: Number(storedNo) } : undefined;
}

/** @returns the instant of a text such as `2026-03-30T10:00:00Z`, epoch ms; undefined for any other text */
export function parseSince(text: string): number | undefined {
  const written = withPlus(text);
  return instant(written).length === 0 ? parseInstant(written) : undefined;
}
