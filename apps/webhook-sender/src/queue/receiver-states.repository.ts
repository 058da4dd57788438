// table receiver_queue: the state of each receiver's queue, written by its owner for token-api and for the next owner
import { Injectable } from '@nestjs/common';
import { prepared } from '#libs/persistence';
import { DataSource } from 'typeorm';
import type { PartitionEpoch } from '../partitions/owned-partition.js';

/** What holds back the attempts of a receiver. */
export interface ReceiverState {
  readonly receiverId: string;
  readonly account: number;
  /** The time until the next probe, ms; undefined = the circuit is closed. */
  readonly untilProbeMs?: number | undefined;
  /** The rest of the pause that the receiver asked for, ms; undefined = none. */
  readonly heldForMs?: number | undefined;
  readonly heldHttpStatus?: number | undefined;
  /** The number of attempts in memory that wait because of the owner's limits. */
  readonly limited?: number | undefined;
  /** How long the oldest of these attempts has waited, ms. */
  readonly oldestWaitedMs?: number | undefined;
}

/** A receiver's state with the epoch of its owner. */
export type OwnedState = ReceiverState & PartitionEpoch;

const OWNED = `
  SELECT p.partition, p.epoch FROM attempt_partition AS p WHERE (p.partition, p.epoch) IN (SELECT partition, epoch FROM given)
  ORDER BY p.partition FOR SHARE`;

/** Ignores a former owner. A state that continues keeps its start time. */
const WRITE = prepared(`
  WITH given AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS row("receiverId" uuid, account bigint, partition integer, epoch bigint,
      "untilProbeMs" float8, "heldForMs" float8, "heldHttpStatus" smallint, limited integer, "oldestWaitedMs" float8)
  ), owned AS (${OWNED})
  INSERT INTO receiver_queue AS q (receiver_id, account_id, partition, epoch, circuit_opened_at, probe_at,
    held_since, held_until, held_http_status, limited_since, oldest_waiting_at, waiting)
  SELECT "receiverId", account, partition, epoch, CASE WHEN "untilProbeMs" IS NOT NULL THEN now() END, now() + "untilProbeMs" * interval '1 millisecond',
    CASE WHEN "heldForMs" IS NOT NULL THEN now() END, now() + "heldForMs" * interval '1 millisecond', "heldHttpStatus",
    CASE WHEN limited IS NOT NULL THEN now() END, now() - "oldestWaitedMs" * interval '1 millisecond', coalesce(limited, 0)
  FROM given JOIN owned USING (partition, epoch) ORDER BY "receiverId"
  ON CONFLICT (receiver_id) DO UPDATE SET account_id = EXCLUDED.account_id, partition = EXCLUDED.partition, epoch = EXCLUDED.epoch,
    circuit_opened_at = CASE WHEN EXCLUDED.circuit_opened_at IS NOT NULL THEN coalesce(q.circuit_opened_at, now()) END, probe_at = EXCLUDED.probe_at,
    held_since = CASE WHEN q.held_until > now() AND EXCLUDED.held_until IS NOT NULL THEN q.held_since ELSE EXCLUDED.held_since END,
    held_until = EXCLUDED.held_until, held_http_status = EXCLUDED.held_http_status,
    limited_since = CASE WHEN EXCLUDED.limited_since IS NOT NULL THEN coalesce(q.limited_since, now()) END,
    oldest_waiting_at = EXCLUDED.oldest_waiting_at, waiting = EXCLUDED.waiting`);

const REMOVE = prepared(`
  WITH given AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS row("receiverId" uuid, partition integer, epoch bigint)), owned AS (${OWNED})
  DELETE FROM receiver_queue WHERE receiver_id IN (SELECT "receiverId" FROM given JOIN owned USING (partition, epoch))`);

const ALL = `
  SELECT receiver_id AS "receiverId", account_id AS account, held_http_status AS "heldHttpStatus",
    CASE WHEN circuit_opened_at IS NOT NULL THEN greatest(0, extract(epoch FROM probe_at - now()) * 1000)::float8 END AS "untilProbeMs",
    CASE WHEN held_until > now() THEN (extract(epoch FROM held_until - now()) * 1000)::float8 END AS "heldForMs"
  FROM receiver_queue`;

type StoredState = { readonly [Key in keyof ReceiverState]: ReceiverState[Key] | null };

/** Reads and writes table `receiver_queue`. */
@Injectable()
export class ReceiverStatesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async write(states: readonly OwnedState[]): Promise<void> {
    if (states.length > 0) await this.dataSource.query(WRITE, [JSON.stringify(states)]);
  }

  /** Removes the rows of receivers whose attempts nothing holds back any more. */
  async remove(receivers: readonly (Pick<ReceiverState, 'receiverId'> & PartitionEpoch)[]): Promise<void> {
    if (receivers.length > 0) await this.dataSource.query(REMOVE, [JSON.stringify(receivers)]);
  }

  /** Returns the states of all receivers, as last reported by their owners. */
  async all(): Promise<ReceiverState[]> {
    const rows = await this.dataSource.query<StoredState[]>(ALL);
    return rows.map(({ receiverId, account, untilProbeMs, heldForMs, heldHttpStatus }) => ({
      receiverId: receiverId!,
      account: account!,
      untilProbeMs: untilProbeMs ?? undefined,
      heldForMs: heldForMs ?? undefined,
      heldHttpStatus: heldHttpStatus ?? undefined,
    }));
  }
}
