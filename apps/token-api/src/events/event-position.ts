/** The place of an event in the order of storing. A reader continues after it. */
export interface EventPosition {
  /** The id of the transaction that stored it. */
  readonly storedTx: number;
  /** Among the events of that transaction, from 1 on. */
  readonly storedNo: number;
}

/** The words that `after` takes beside a position. */
export const OLDEST = '0';
export const END = 'end';

/** After all earlier transactions, and before the events of this one. */
export const startOf = (storedTx: number): EventPosition => ({ storedTx, storedNo: 0 });

const KIND = 'stored';
const NUMBER = /^\d{1,15}$/;

/** Opaque to callers. */
export const toPositionText = ({ storedTx, storedNo }: EventPosition): string =>
  Buffer.from([KIND, storedTx, storedNo].join('|')).toString('base64url');

/** undefined = neither the oldest event nor a position that an answer gave. */
export function parsePosition(text: string): EventPosition | undefined {
  if (text === OLDEST) return startOf(0);
  const [kind, storedTx = '', storedNo = '', ...rest] = Buffer.from(text, 'base64url').toString().split('|');
  const isOurs = kind === KIND && rest.length === 0 && NUMBER.test(storedTx) && NUMBER.test(storedNo);
  return isOurs ? { storedTx: Number(storedTx), storedNo: Number(storedNo) } : undefined;
}
