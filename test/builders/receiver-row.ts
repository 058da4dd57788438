import { randomUUID } from 'node:crypto';
import { type ContentFilter, FILTER_LISTS } from '#libs/contracts';
import { FILTER_COLUMNS } from '#libs/persistence';
import type { TestDatabase } from '../support/database.js';

export interface ReceiverRow {
  readonly account: number;
  readonly url: string;
  readonly enabled?: boolean;
  readonly events?: readonly string[];
  readonly filter?: Partial<ContentFilter>;
  readonly format?: 'plain' | 'cloudevents';
  readonly queryParameters?: readonly string[];
  readonly etaUnknownForm?: 'object' | 'empty' | 'null_text';
  /** Default: longer than a busy machine needs for an answer, because a retry would arrive after later events. */
  readonly timeoutMs?: number;
  readonly maxPerSecond?: number;
  readonly maxInFlight?: number;
  readonly onGone?: 'retry' | 'disable';
}

const INSERT = `
  INSERT INTO receiver (receiver_id, account_id, url, enabled, events, format, query_parameters, signing_enabled, eta_unknown_form, timeout_ms,
    max_per_second, max_in_flight, on_gone, ${FILTER_LISTS.map((list) => FILTER_COLUMNS[list]).join(', ')})
  VALUES ($1, $2, $3, $4, $5, $6, $7, false, $8, $9, $10, $11, $12, ${FILTER_LISTS.map((_, index) => `$${index + 13}`).join(', ')})`;

/** Inserts an unsigned receiver and, if it is new, its account. @returns the receiver id */
export async function insertReceiver(database: TestDatabase, row: ReceiverRow): Promise<string> {
  const receiverId = randomUUID();
  await database.query('INSERT INTO account (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [row.account]);
  await database.query(INSERT, [
    receiverId,
    row.account,
    row.url,
    row.enabled ?? true,
    row.events ?? [],
    row.format ?? 'plain',
    row.queryParameters ?? [],
    row.etaUnknownForm ?? 'object',
    row.timeoutMs ?? 60_000,
    row.maxPerSecond ?? null,
    row.maxInFlight ?? null,
    row.onGone ?? 'retry',
    ...FILTER_LISTS.map((list) => row.filter?.[list] ?? []),
  ]);
  return receiverId;
}
