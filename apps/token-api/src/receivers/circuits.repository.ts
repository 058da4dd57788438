// table delivery_backlog_lease, read only: webhook-sender writes there what receivers' attempts wait behind
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MOST_COUNTED } from './receiver-health.js';
import type { OpenCircuit } from './receiver-view.dto.js';

/** A probe that is overdue for longer is no longer planned: no sender runs, or a sender of a version without shown circuits has taken over. */
export const IS_OPEN = `circuit_opened_at IS NOT NULL AND probe_at > now() - interval '1 minute'`;

/** Of a lease that ran out, the next holder tells. */
export const IS_LIMITED = `limited_since IS NOT NULL AND leased_until > now()`;

const FIND = `
  SELECT circuit_opened_at AS "openSince", probe_at AS "nextProbeAt",
    (SELECT count(*) FROM (SELECT FROM delivery_backlog WHERE receiver_id = $1 LIMIT ${MOST_COUNTED}) AS few)::integer AS waiting
  FROM delivery_backlog_lease WHERE receiver_id = $1 AND ${IS_OPEN}`;

const BARRIERS = `
  SELECT receiver_id AS "receiverId",
    CASE WHEN held_until > now() THEN 'hold' WHEN ${IS_OPEN} THEN 'circuit' WHEN ${IS_LIMITED} THEN 'limit' END AS barrier
  FROM delivery_backlog_lease WHERE receiver_id = ANY($1::uuid[])`;

/** What keeps attempts that are due: see `waitingFor` of a delivery. */
export type Barrier = 'hold' | 'circuit' | 'limit';

@Injectable()
export class CircuitsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** null = it is not open. */
  async find(receiverId: string): Promise<OpenCircuit | null> {
    const [circuit] = await this.dataSource.query<OpenCircuit[]>(FIND, [receiverId]);
    return circuit ?? null;
  }

  /** What the due attempts of these receivers wait behind; those without an entry wait for their turn. */
  async barriersOf(receiverIds: readonly string[]): Promise<ReadonlyMap<string, Barrier>> {
    if (receiverIds.length === 0) return new Map();
    const rows = await this.dataSource.query<{ receiverId: string; barrier: Barrier | null }[]>(BARRIERS, [receiverIds]);
    return new Map(rows.flatMap(({ receiverId, barrier }) => (barrier === null ? [] : [[receiverId, barrier]])));
  }
}
