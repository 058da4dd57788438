// table delivery_backlog_lease, read only: webhook-sender writes there which receivers' attempts wait behind an open circuit
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MOST_COUNTED, type OpenCircuit } from './receiver-view.dto.js';

/** A probe that is over for so long is no longer planned: no sender runs, or one of a version that tells nothing of circuits has taken over. */
const IS_OPEN = `circuit_opened_at IS NOT NULL AND probe_at > now() - interval '1 minute'`;

const FIND = `
  SELECT circuit_opened_at AS "openSince", probe_at AS "nextProbeAt",
    (SELECT count(*) FROM (SELECT FROM delivery_backlog WHERE receiver_id = $1 LIMIT ${MOST_COUNTED}) AS few)::integer AS waiting
  FROM delivery_backlog_lease WHERE receiver_id = $1 AND ${IS_OPEN}`;

@Injectable()
export class CircuitsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** null = it is not open. */
  async find(receiverId: string): Promise<OpenCircuit | null> {
    const [circuit] = await this.dataSource.query<OpenCircuit[]>(FIND, [receiverId]);
    return circuit ?? null;
  }

  /** @returns those of the receivers whose circuit is open */
  async openOf(receiverIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (receiverIds.length === 0) return new Set();
    const rows = await this.dataSource.query<{ receiverId: string }[]>(
      `SELECT receiver_id AS "receiverId" FROM delivery_backlog_lease WHERE receiver_id = ANY($1::uuid[]) AND ${IS_OPEN}`,
      [receiverIds],
    );
    return new Set(rows.map(({ receiverId }) => receiverId));
  }
}
