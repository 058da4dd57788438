import type { Client as Database } from 'pg';
import { waitFor } from '../support/wait-for.js';
import { type Book, faultsOf, summaryOf } from './judge.js';
import type { Site } from './site.js';
import { Traffic } from './traffic.js';

/** Records and scans per client. Each message makes an event, each event a webhook. */
const MESSAGES_PER_SECOND = 2;
const DRAINED_WITHIN_MS = 90_000;

/** A client with one receiver. */
export interface Client {
  readonly account: number;
  /** Path of the client's receiver. */
  readonly path: string;
}

export interface Load {
  readonly site: Site;
  readonly database: Database;
  readonly clients: readonly Client[];
  /** Number of events that one parcel of the traffic makes. */
  readonly perParcel: number;
}

/** State of all clients' books before the change. */
export interface Opened {
  readonly sinceMs: number;
  /** Events by account. */
  readonly events: ReadonlyMap<number, number>;
}

/** Changes something while scans of all clients continue, then closes the books. @returns the summary of the books */
export async function changeUnderLoad(load: Load, change: () => Promise<unknown>): Promise<string> {
  const traffic = await Promise.all(load.clients.map(({ account }) => Traffic.open(load.site.kafkaBrokers, account)));
  const opened = await openBooks(load);
  traffic.forEach((each) => each.start(MESSAGES_PER_SECOND));
  await change();
  await Promise.all(traffic.map((each) => each.stop()));
  return closeBooks(load, opened, traffic);
}

export async function openBooks(load: Load): Promise<Opened> {
  const decided = await decidedOf(load);
  return { sinceMs: Date.now(), events: new Map(load.clients.map(({ account }) => [account, decided(account).length])) };
}

/** Checks that each parcel has caused its number of events, and that each event arrived exactly once. @param traffic since then */
export async function closeBooks(load: Load, { sinceMs, events }: Opened, traffic: readonly Traffic[]): Promise<string> {
  const parcels = new Map(traffic.map((each) => [each.account, each.parcels]));
  const read = async (): Promise<Book[]> => {
    const decided = await decidedOf(load);
    return load.clients.map(({ account, path }) => ({
      account,
      wanted: events.get(account)! + parcels.get(account)! * load.perParcel,
      decided: decided(account),
      heard: load.site.receiver.heardOn(path),
    }));
  };
  const isClosed = async (): Promise<Book[] | undefined> => {
    const isPending = await hasPending(load); // Asked first: a recorded delivery is not sent again.
    const books = await read();
    const isHeard = books.every(({ wanted, decided, heard }) => decided.length >= wanted && heard.length >= decided.length);
    return isHeard && !isPending ? books : undefined;
  };
  const books = await waitFor(isClosed, { timeoutMs: DRAINED_WITHIN_MS, everyMs: 500 }).catch(read);
  const faults = books.flatMap((book) => faultsOf(book, sinceMs));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return summaryOf(books, sinceMs);
}

async function hasPending({ database }: Load): Promise<boolean> {
  const { rows } = await database.query("SELECT 1 FROM delivery WHERE status = 'pending' LIMIT 1");
  return rows.length > 0;
}

async function decidedOf({ database, clients }: Load): Promise<(account: number) => string[]> {
  const { rows } = await database.query<{ account: string; eventid: string }>(
    'SELECT account_id::text AS account, eventid FROM event WHERE account_id = ANY($1)',
    [clients.map(({ account }) => account)],
  );
  return (account) => rows.filter((row) => Number(row.account) === account).map(({ eventid }) => eventid);
}
