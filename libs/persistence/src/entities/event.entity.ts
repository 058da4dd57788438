import type { EventName } from '#libs/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Partitioned by `createdAt`. */
@Entity('event')
export class EventEntity {
  @PrimaryColumn({ type: 'uuid' })
  eventid: string;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ name: 'consignment_id', type: 'uuid' })
  consignmentId: string;

  @Column({ type: 'text' })
  event: EventName;

  @Column({ name: 'happened_at', type: 'timestamptz' })
  happenedAt: Date;

  /** CRC-32 of the order number: an erasure by order number unpacks only the payloads with the same value. */
  @Column({ name: 'order_crc', type: 'integer' })
  orderCrc: number;

  /** The same value as in the payload. */
  @Column({ type: 'text' })
  client: string;

  /** packed-text.ts */
  @Column({ type: 'bytea' })
  payload: Buffer;

  @PrimaryColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  /** The transaction that stored the event: the order of `GET /events?after=`. Set by a default in the tables. */
  @Column({ name: 'stored_tx', type: 'bigint' })
  storedTx: number;

  /** The position within the transaction. Set by a default in the tables. */
  @Column({ name: 'stored_no', type: 'bigint' })
  storedNo: number;

  @Column({ name: 'stored_at', type: 'timestamptz', default: () => 'now()' })
  storedAt: Date;
}
