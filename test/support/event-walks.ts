import { expect } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { waitFor } from './wait-for.js';

export interface WalkedPage {
  readonly events: readonly { readonly eventid: string; readonly event: string }[];
  readonly nextCursor: string | null;
  readonly nextAfter: string;
}

export interface Walked {
  readonly ids: string[];
  readonly nextAfter: string;
}

export type WalkQuery = Readonly<Record<string, string | number>>;

export interface EventWalks {
  readonly ask: (params: WalkQuery) => Promise<WalkedPage>;
  /** Reads pages until nothing newer is stored; rows that other tests' transactions hold back come with `walkAll`. */
  readonly walk: (params: WalkQuery) => Promise<Walked>;
  /** Reads until `count` events have come: the database server is shared, so another test's transaction may delay rows for a moment. */
  readonly walkAll: (params: WalkQuery, count: number) => Promise<Walked>;
}

/** Reads `GET /events?after=` as the present caller. */
export function eventWalks(caller: () => AxiosInstance): EventWalks {
  const ask = async (params: WalkQuery): Promise<WalkedPage> => (await caller().get<WalkedPage>('/events', { params })).data;
  const walk = async (params: WalkQuery): Promise<Walked> => {
    const ids: string[] = [];
    for (let after = String(params['after']); ;) {
      const page = await ask({ ...params, after });
      expect(page.nextCursor).toBeNull();
      ids.push(...idsOf(page));
      if (page.nextAfter === after) return { ids, nextAfter: after };
      after = page.nextAfter;
    }
  };
  const walkAll = async (params: WalkQuery, count: number): Promise<Walked> => {
    const ids: string[] = [];
    let after = String(params['after']);
    await waitFor(async () => {
      const walked = await walk({ ...params, after });
      ids.push(...walked.ids);
      after = walked.nextAfter;
      return ids.length >= count;
    });
    return { ids, nextAfter: after };
  };
  return { ask, walk, walkAll };
}

const idsOf = ({ events }: Pick<WalkedPage, 'events'>): string[] => events.map(({ eventid }) => eventid);
