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

  /** CRC-32 of the order number: an erasure by order number unpacks the payloads that have it. */
  @Column({ name: 'order_crc', type: 'integer' })
  orderCrc: number;

  /** As the payload says. */
  @Column({ type: 'text' })
  client: string;

  /** packed-text.ts */
  @Column({ type: 'bytea' })
  payload: Buffer;

  @PrimaryColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  /** The transaction that stored it, the order of `GET /events?after=`. The tables have the default. */
  @Column({ name: 'stored_tx', type: 'bigint' })
  storedTx: number;

  /** Its place among those of the same transaction. The tables have the default. */
  @Column({ name: 'stored_no', type: 'bigint' })
  storedNo: number;

  @Column({ name: 'stored_at', type: 'timestamptz', default: () => 'now()' })
  storedAt: Date;
}
