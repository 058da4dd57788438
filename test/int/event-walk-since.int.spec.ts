import { randomUUID } from 'node:crypto';
import { packText } from '#libs/persistence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import fc from 'fast-check';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { EventWalkRepository } from '../../apps/token-api/src/events/event-walk.repository.js';
import { trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import { eventWalks } from '../support/event-walks.js';
import { useTestBed } from '../support/test-bed.js';

const bed = useTestBed();
const PAYLOAD = packText(JSON.stringify(trackingEvent({ account: 1 }).payload));
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** A walk may begin this long before its instant. */
const MARGIN_MS = 5 * MINUTE;
/** A transaction may take this long until its first event, and again until its commit. */
const HALF_MS = MARGIN_MS / 2;
const NOON = Date.parse('2026-03-30T12:00:00Z');
const iso = (ms: number): string => new Date(ms).toISOString();

let url: string;
let account = 0;
let client: AxiosInstance;
const clients: Client[] = [];
const { ask, walk, walkAll } = eventWalks(() => client);

beforeAll(async () => {
  url = (await bed.startApp('token-api')).url;
  for (let number = 0; number < 4; number++) clients.push(new Client({ connectionString: bed.database.url }));
  for (const each of clients) {
    each.on('error', () => undefined);
    await each.connect();
  }
});

afterAll(() => Promise.all(clients.map((each) => each.end())));

const asNextAccount = async (): Promise<void> => {
  account += 1;
  client = api(url, await bed.createAccountAndToken({ user: account, scope: 'read' }));
};
beforeEach(asNextAccount);

/** Events with the time at which their transaction began, as tests say it; their causes are older, in any order. */
const EVENTS = `
  INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at, stored_at)
  SELECT gen_random_uuid(), $1, $2, 'onDelay', now(), 0, '', $3::bytea, now() - random() * interval '1 minute', $5
  FROM generate_series(1, $4) RETURNING eventid AS id`;
const rowsOf = (count: number, atMs: number): unknown[] => [account, randomUUID(), PAYLOAD, count, iso(atMs)];

async function store(count: number, atMs: number): Promise<string[]> {
  return (await bed.database.query<{ id: string }>(EVENTS, rowsOf(count, atMs))).map(({ id }) => id);
}

describe('GET /events?after=<instant>', () => {
  it('begins with the events of the minutes before it, and goes on from there', async () => {
    const early = await store(3, NOON - 60 * MINUTE);
    const stored = [...(await store(2, NOON - 4 * MINUTE)), ...(await store(2, NOON)), ...(await store(4, NOON + MINUTE))];
    await walkAll({ after: '0' }, early.length + stored.length);
    expect((await walk({ after: iso(NOON) })).ids).toEqual(stored);
    const first = await ask({ after: iso(NOON), limit: 3 });
    expect((await walk({ after: first.nextAfter })).ids).toEqual(stored.slice(3));
    expect((await walk({ after: iso(NOON + 6 * MINUTE) })).ids).toEqual(stored.slice(4));
  });

  it('accepts each spelling of an instant, and a + that arrives as a blank', async () => {
    await store(1, NOON - 60 * MINUTE);
    const stored = await store(1, NOON);
    await walkAll({ after: '0' }, 2);
    for (const after of ['2026-03-30T12:00:00.123456Z', '2026-03-30T14:00:00+02:00', '2026-03-30T14:00:00 02:00', '2026-03-30t12:00:00z'])
      expect((await walk({ after })).ids).toEqual(stored);
  });

  it('before all events is the oldest event, and filters work as in every walk', async () => {
    const stored = await store(3, NOON);
    await walkAll({ after: '0' }, 3);
    for (const after of ['1000-01-01T00:00:00Z', iso(NOON - 200 * 24 * 60 * MINUTE)]) expect((await walk({ after })).ids).toEqual(stored);
    expect((await walk({ after: iso(NOON), event: 'onReturn' })).ids).toEqual([]);
    expect((await walk({ after: iso(NOON), event: 'onDelay', limit: 1 })).ids).toEqual(stored);
    expect((await walk({ after: iso(NOON), consignmentId: randomUUID() })).ids).toEqual([]);
  });

  it('waits at the instant until an event is stored since, also in the future and without any event', async () => {
    const waiting = { events: [], nextCursor: null };
    expect(await ask({ after: iso(NOON) })).toEqual({ ...waiting, nextAfter: iso(NOON) });
    const stored = await store(2, NOON - 6 * MINUTE);
    await walkAll({ after: '0' }, 2);
    for (const after of [iso(NOON), '9999-12-31T23:59:59Z']) expect(await ask({ after })).toEqual({ ...waiting, nextAfter: after });
    expect(await ask({ after: '2026-03-30T14:00:00 02:00' })).toEqual({ ...waiting, nextAfter: '2026-03-30T14:00:00+02:00' });
    const later = await store(1, NOON + 60 * MINUTE);
    expect((await walkAll({ after: iso(NOON) }, 1)).ids).toEqual(later);
    expect((await walk({ after: '0' })).ids).toEqual([...stored, ...later]);
  });

  it('finds no event of another account', async () => {
    await store(2, NOON);
    await asNextAccount();
    expect(await ask({ after: iso(NOON) })).toMatchObject({ events: [], nextAfter: iso(NOON) });
    const own = await store(1, NOON);
    expect((await walkAll({ after: iso(NOON) }, 1)).ids).toEqual(own);
  });

  it('reads few rows of an account with many events', async () => {
    await bed.database.query(
      `INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at, stored_at, stored_tx)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), 'onDelay', now(), 0, '', $2::bytea, now() - (n % 8) * interval '1 day',
         $3::timestamptz + n / 40 * interval '10 minutes', n / 40 + 1
       FROM generate_series(0, 19999) AS n`,
      [account, PAYLOAD, iso(NOON)],
    );
    await bed.database.query('ANALYZE event');
    const { storedTx, rowsRead } = await explainedSearch(NOON + 4_000 * MINUTE);
    expect(storedTx).toBe(401); // 4,000 minutes and the margin lie between the 400th and the 401st transaction
    expect(rowsRead).toBeLessThan(200);
  });
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows that a plan takes from tables and indexes. */
const rowsOfScans = (node: PlanNode): number =>
  (/^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(node['Node Type'])
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0) + (node.Plans ?? []).reduce((sum, each) => sum + rowsOfScans(each), 0);

async function explainedSearch(sinceMs: number): Promise<{ storedTx: number | undefined; rowsRead: number }> {
  let rowsRead = 0;
  const query = async (sql: string, parameters: unknown[]): Promise<{ storedTx: number | null }[]> => {
    const [explained] = await bed.database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      parameters,
    );
    rowsRead = rowsOfScans(explained!['QUERY PLAN'][0].Plan);
    const rows = await bed.database.query<{ storedTx: string | null }>(sql, parameters);
    return rows.map(({ storedTx }) => ({ storedTx: storedTx === null ? null : Number(storedTx) }));
  };
  const storedTx = await new EventWalkRepository({ query } as unknown as DataSource).firstSince(account, sinceMs);
  return { storedTx, rowsRead };
}

type Turn =
  | { readonly what: 'begin' | 'commit' | 'rollback'; readonly slot: number; readonly passSeconds: number }
  | { readonly what: 'store'; readonly slot: number; readonly passSeconds: number; readonly count: number }
  | { readonly what: 'read'; readonly passSeconds: number; readonly sinceSeconds: number };

const passSeconds = fc.nat(140);
const slot = fc.nat(3);
const TURN: fc.Arbitrary<Turn> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constantFrom('begin' as const), slot, passSeconds }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('store' as const), slot, passSeconds, count: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constantFrom('commit' as const, 'commit' as const, 'rollback' as const), slot, passSeconds }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('read' as const), passSeconds, sinceSeconds: fc.integer({ min: -600, max: 2_400 }) }),
  },
);

interface OpenTransaction {
  readonly beganAtMs: number;
  /** When it began, or stored its first event. */
  sinceMs: number;
  readonly ids: string[];
}

interface Reading {
  readonly sinceMs: number;
  ids: string[];
  nextAfter: string;
}

/** Transactions that overlap, on a clock of the story: PostgreSQL numbers them by their first event, not by their begin or end. */
class Story {
  private nowMs = NOON;
  private readonly open = new Map<number, OpenTransaction>();
  readonly beganAtMs = new Map<string, number>();
  readonly committedAtMs = new Map<string, number>();
  readonly readings: Reading[] = [];

  async play(turns: readonly Turn[]): Promise<void> {
    for (const turn of turns) {
      await this.pass(turn.passSeconds * SECOND);
      if (turn.what === 'read') await this.read(this.nowMs - turn.sinceSeconds * SECOND);
      else await this.act(turn);
    }
    await this.pass(MARGIN_MS);
  }

  /** Ends transactions before they are open for too long. */
  private async pass(ms: number): Promise<void> {
    for (const [number, { sinceMs }] of this.open) if (this.nowMs + ms - sinceMs >= HALF_MS) await this.end(number, 'COMMIT');
    this.nowMs += ms;
  }

  private async act(turn: Exclude<Turn, { what: 'read' }>): Promise<void> {
    const opened = this.open.get(turn.slot);
    if (!opened && (turn.what === 'begin' || turn.what === 'store')) {
      await clients[turn.slot]!.query('BEGIN');
      this.open.set(turn.slot, { beganAtMs: this.nowMs, sinceMs: this.nowMs, ids: [] });
    }
    if (turn.what === 'store') await this.store(turn.slot, turn.count);
    if (opened && turn.what === 'commit') await this.end(turn.slot, 'COMMIT');
    if (opened && turn.what === 'rollback') await this.end(turn.slot, 'ROLLBACK');
  }

  private async store(number: number, count: number): Promise<void> {
    const opened = this.open.get(number)!;
    const { rows } = await clients[number]!.query<{ id: string }>(EVENTS, rowsOf(count, opened.beganAtMs));
    if (opened.ids.length === 0) opened.sinceMs = this.nowMs;
    opened.ids.push(...rows.map(({ id }) => id));
  }

  private async end(number: number, how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    const { beganAtMs, ids } = this.open.get(number)!;
    await clients[number]!.query(how);
    this.open.delete(number);
    if (how === 'ROLLBACK') return;
    for (const id of ids) {
      this.beganAtMs.set(id, beganAtMs);
      this.committedAtMs.set(id, this.nowMs);
    }
  }

  private async read(sinceMs: number): Promise<void> {
    this.readings.push({ sinceMs, ...(await walk({ after: iso(sinceMs), limit: 5 })) });
  }
}

describe('a walk from an instant, with several transactions open', () => {
  it('is the end of the walk from the oldest event, and has each event that was committed since', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(TURN, { minLength: 20, maxLength: 60 }), async (turns) => {
        await Promise.all(clients.map((each) => each.query('ROLLBACK'))); // a story that failed leaves transactions open
        await asNextAccount();
        const story = new Story();
        await story.play(turns);
        const all = await walkAll({ after: '0' }, story.committedAtMs.size);
        expect(all.ids.toSorted()).toEqual([...story.committedAtMs.keys()].toSorted());
        for (const reading of story.readings) await holds(story, reading, all.ids);
      }),
      { numRuns: 12 },
    );
  });
});

async function holds({ beganAtMs, committedAtMs }: Story, { sinceMs, ids, nextAfter }: Reading, all: readonly string[]): Promise<void> {
  const since = all.filter((id) => committedAtMs.get(id)! >= sinceMs);
  for (const read of [[...ids, ...(await walk({ after: nextAfter })).ids], (await walk({ after: iso(sinceMs), limit: 5 })).ids]) {
    expect(read).toEqual(all.slice(all.length - read.length));
    expect(read).toEqual(expect.arrayContaining(since));
    expect(read.slice(0, 1).filter((id) => beganAtMs.get(id)! < sinceMs - MARGIN_MS)).toEqual([]);
  }
}
