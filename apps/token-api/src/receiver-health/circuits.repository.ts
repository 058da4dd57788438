// table receiver_queue, read only: webhook-sender writes there why the attempts of a receiver wait
import { Injectable } from '@nestjs/common';
import { OWNER_GONE_AFTER_S } from '#libs/persistence';
import { DataSource } from 'typeorm';
import type { OpenCircuit } from './receiver-health.dto.js';
import { MOST_COUNTED } from './receiver-health.js';

/** True while the webhook-sender that wrote the row `queue` is alive and owns the receiver. */
const IS_CURRENT = `EXISTS (
  SELECT FROM attempt_partition AS owned WHERE owned.partition = queue.partition AND owned.epoch = queue.epoch
    AND owned.seen_at > now() - interval '${OWNER_GONE_AFTER_S} seconds')`;

/** Conditions on a row `queue` of table receiver_queue. */
export const IS_OPEN = `(queue.circuit_opened_at IS NOT NULL AND ${IS_CURRENT})`;
export const IS_LIMITED = `(queue.limited_since IS NOT NULL AND ${IS_CURRENT})`;

/**
 * SQL that counts the waiting due deliveries of a receiver, up to MOST_COUNTED. It reads table delivery, because attempts in memory and rows of
 * delivery_overflow overlap and cannot be added. The bounds of created_at leave out most partitions.
 */
export const dueDeliveries = (receiverId: string): string => `
  SELECT count(*)::integer AS count FROM (
    SELECT FROM delivery WHERE receiver_id = ${receiverId} AND status = 'pending' AND COALESCE(next_attempt_at, '-infinity') <= now()
      AND created_at > now() - interval '16 days' AND created_at < now() + interval '1 day' LIMIT ${MOST_COUNTED}) AS due`;

const FIND = `
  SELECT circuit_opened_at AS "openSince", probe_at AS "nextProbeAt", (${dueDeliveries('$1')}) AS waiting
  FROM receiver_queue AS queue WHERE receiver_id = $1 AND ${IS_OPEN}`;

const BARRIERS = `
  SELECT receiver_id AS "receiverId",
    CASE WHEN held_until > now() THEN 'hold' WHEN ${IS_OPEN} THEN 'circuit' WHEN ${IS_LIMITED} THEN 'limit' END AS barrier
  FROM receiver_queue AS queue WHERE receiver_id = ANY($1::uuid[])`;

/** The reason why due attempts wait, as in `waitingFor` of a delivery. */
export type Barrier = 'hold' | 'circuit' | 'limit';

@Injectable()
export class CircuitsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** null = the circuit is closed. */
  async find(receiverId: string): Promise<OpenCircuit | null> {
    const [circuit] = await this.dataSource.query<OpenCircuit[]>(FIND, [receiverId]);
    return circuit ?? null;
  }

  /** Returns why the due attempts of these receivers wait. A receiver without an entry has none of these barriers. */
  async barriersOf(receiverIds: readonly string[]): Promise<ReadonlyMap<string, Barrier>> {
    if (receiverIds.length === 0) return new Map();
    const rows = await this.dataSource.query<{ receiverId: string; barrier: Barrier | null }[]>(BARRIERS, [receiverIds]);
    return new Map(rows.flatMap(({ receiverId, barrier }) => (barrier === null ? [] : [[receiverId, barrier]])));
  }
}
