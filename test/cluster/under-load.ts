import type { Client } from 'pg';
import { waitFor } from '../support/wait-for.js';
import type { Site } from './site.js';
import { type Book, readBook, Traffic } from './traffic.js';

const PARCELS_PER_SECOND = 10;
const DRAINED_WITHIN_MS = 90_000;

export interface Load {
  readonly site: Site;
  readonly database: Client;
  readonly account: number;
  readonly path: string;
  /** Events that one parcel of the traffic makes. */
  readonly perParcel: number;
}

/** Changes something while parcels go on, and closes the book behind it. @returns what the book says */
export async function changeUnderLoad(load: Load, change: () => Promise<unknown>): Promise<string> {
  const before = (await booked(load)).events;
  const traffic = await Traffic.open(load.site.kafkaBrokers, load.account);
  traffic.start(PARCELS_PER_SECOND);
  await change();
  await traffic.stop();
  return closeBook(load, before, traffic.parcels);
}

/** Each parcel told is so many events decided, each event decided is heard, and nothing else is. Repeats are counted, not forbidden. */
export async function closeBook(load: Load, eventsBefore: number, parcels: number): Promise<string> {
  const wanted = parcels * load.perParcel;
  const isClosed = async (): Promise<Book | undefined> => {
    const book = await booked(load);
    return book.events - eventsBefore >= wanted && book.missing.length === 0 ? book : undefined;
  };
  const book = await waitFor(isClosed, { timeoutMs: DRAINED_WITHIN_MS, everyMs: 500 }).catch(async () => booked(load));
  const events = book.events - eventsBefore;
  if (events !== wanted || book.missing.length > 0 || book.unknown.length > 0) {
    throw new Error(
      `${parcels} parcels, ${events} events instead of ${wanted}; not heard: ${book.missing.length} (${book.missing.slice(0, 5).join()}), never decided: ${book.unknown.length}`,
    );
  }
  return `${parcels} parcels, ${events} events, all heard, ${book.repeats} repeats so far`;
}

function booked({ database, site, account, path }: Load): Promise<Book> {
  return readBook(database, account, site.receiver, path);
}
