import type { Books } from './books.js';
import { compareDeliveries } from './deliveries-ledger.js';
import type { Difference } from './difference.js';
import { compareEvents } from './events-ledger.js';
import { compareReceivers } from './receivers-ledger.js';

export interface Balance {
  readonly differences: readonly Difference[];
  readonly events: number;
  readonly deliveries: number;
  readonly attempts: number;
  readonly webhooks: number;
  /** Number of events that topic events contains more than once, under the same id. */
  readonly repeatedEvents: number;
  /** Number of POSTs beyond the recorded attempts, under the same eventid. */
  readonly repeatedPosts: number;
}

/** Compares all books. */
export function compare(books: Books): Balance {
  const { differences, repeats } = compareReceivers(books);
  return {
    differences: [...compareEvents(books), ...compareDeliveries(books), ...differences],
    events: books.expected.length,
    deliveries: books.deliveries.length,
    attempts: books.attempts.length,
    webhooks: books.receivers.reduce((sum, receiver) => sum + receiver.requests().length, 0),
    repeatedEvents: books.told.length - new Set(books.told.map(({ eventid }) => eventid)).size,
    repeatedPosts: repeats,
  };
}
