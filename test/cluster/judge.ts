/** The test fails if a receiver gets nothing for this long; the aim is {@link AIM_S}. */
const MOST_SILENT_MS = 60_000;
const AIM_S = 5;
/** How many ids the report names for each fault. */
const NAMED = 5;

/** The book of one client: the events that its scans cause, the events that were decided, and the POSTs that its receiver answered. */
export interface Book {
  readonly account: number;
  readonly wanted: number;
  readonly decided: readonly string[];
  readonly heard: readonly { readonly eventid: string; readonly atMs: number }[];
}

/** @returns why the test fails, one line per fault; empty = every event arrived once and in time */
export function faultsOf(book: Book, sinceMs: number): string[] {
  const [decided, heard] = [new Set(book.decided), book.heard.map(({ eventid }) => eventid)];
  const gapMs = longestGapMs(book, sinceMs);
  const faults = [
    book.decided.length === book.wanted ? '' : `${book.decided.length} events instead of ${book.wanted}`,
    told(
      'never heard',
      [...decided].filter((eventid) => !heard.includes(eventid)),
    ),
    told(
      'never decided',
      [...new Set(heard)].filter((eventid) => !decided.has(eventid)),
    ),
    told('heard again', repeatsOf(heard)),
    gapMs < MOST_SILENT_MS ? '' : `nothing heard for ${seconds(gapMs)} s`,
  ];
  return faults.filter((fault) => fault !== '').map((fault) => `account ${book.account}: ${fault}`);
}

/** Returns the summary of books without faults. */
export function summaryOf(books: readonly Book[], sinceMs: number): string {
  const events = books.reduce((sum, { decided }) => sum + decided.length, 0);
  const gaps = books.map((book) => seconds(longestGapMs(book, sinceMs))).join(' ');
  return `${events} events, each heard once; longest gap of each receiver (aim: ${AIM_S} s): ${gaps}`;
}

/** Returns the longest time without a POST, counted from the start of the client's scans. */
function longestGapMs({ heard }: Book, sinceMs: number): number {
  const moments = [sinceMs, ...heard.map(({ atMs }) => atMs).filter((atMs) => atMs >= sinceMs)];
  return Math.max(0, ...moments.slice(1).map((atMs, index) => atMs - moments[index]!));
}

const repeatsOf = (heard: readonly string[]): string[] => heard.filter((eventid, index) => heard.indexOf(eventid) < index);
const told = (what: string, eventids: readonly string[]): string =>
  eventids.length === 0 ? '' : `${what}: ${eventids.length} (${eventids.slice(0, NAMED).join()})`;
const seconds = (ms: number): string => (ms / 1000).toFixed(1);
