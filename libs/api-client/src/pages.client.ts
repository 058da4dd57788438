import { wait } from './wait.js';
import type { ApiClient } from './api-client.client.js';
import { dataOf } from './api-errors.js';
import type { operations } from './api-types.js';

type AnswerOf<O extends keyof operations> = operations[O] extends { responses: { 200: { content: { 'application/json': infer T } } } }
  ? T
  : never;
type QueryOf<O extends keyof operations> = NonNullable<operations[O] extends { parameters: { query?: infer Q } } ? Q : never>;

/** The lists that come in pages, each with the field of its rows. */
const LISTS = {
  '/consignments': 'consignments',
  '/events': 'events',
  '/deliveries': 'deliveries',
  '/notifications': 'notifications',
  '/audit-log': 'entries',
} as const;

interface Operations {
  readonly '/consignments': 'listConsignments';
  readonly '/events': 'listEvents';
  readonly '/deliveries': 'listDeliveries';
  readonly '/notifications': 'listNotifications';
  readonly '/audit-log': 'listAuditLog';
}
export type ListPath = keyof Operations;
type PageOf<P extends ListPath> = AnswerOf<Operations[P]>;
type RowOf<P extends ListPath> = PageOf<P>[(typeof LISTS)[P] & keyof PageOf<P>] extends readonly (infer R)[] ? R : never;

/**
 * All rows of a list, newest first, page after page.
 * @param query the filters of the list; `cursor` says where to go on
 * @throws ApiError
 */
export async function* rowsOf<P extends ListPath>(
  client: ApiClient,
  path: P,
  query: QueryOf<Operations[P]> = {} as never,
): AsyncGenerator<RowOf<P>> {
  let cursor: string | undefined;
  do {
    const params = { query: { ...query, ...(cursor !== undefined && { cursor }) } };
    const answer = await dataOf<unknown>(client.GET(path as '/deliveries', { params } as never));
    const page = answer as { readonly nextCursor: string | null } & Readonly<Record<string, readonly RowOf<P>[]>>;
    yield* page[LISTS[path]] ?? [];
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

export interface WalkOptions {
  /** `0` = from the oldest event kept, `end` = from now on, an instant such as `2026-03-29T10:00:00Z` = from the events stored since then, else the `nextAfter` that you stored. */
  readonly after: string;
  /** Kept for the whole walk. */
  readonly filters?: Omit<QueryOf<'listEvents'>, 'after' | 'cursor' | 'from' | 'to'>;
  /** Pause while there is nothing new, ms. Default: 5,000 */
  readonly pauseMs?: number;
  /** Ends the walk. */
  readonly signal?: AbortSignal;
}

/**
 * Walks forward through the events, in the order in which they were stored, and waits for more. It never skips an event.
 * Store `events` of each page, then its `nextAfter`: a walk from there goes on.
 * @throws ApiError
 */
export async function* eventPagesAfter(
  client: ApiClient,
  { after, filters, pauseMs = 5_000, signal }: WalkOptions,
): AsyncGenerator<PageOf<'/events'>> {
  const isEnded = (): boolean => signal?.aborted === true;
  let position = after;
  while (!isEnded()) {
    const query = { ...filters, after: position };
    const page = await dataOf(client.GET('/events', { params: { query }, ...(signal && { signal }) })).catch((error: unknown) => {
      if (!isEnded()) throw error;
    });
    if (page === undefined) return;
    const isEnd = page.nextAfter === position;
    if (!isEnd) yield page;
    position = page.nextAfter ?? position;
    if (isEnd) await wait(pauseMs, signal);
  }
}
