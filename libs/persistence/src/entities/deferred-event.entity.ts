import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An event that waits for its fan-out, because its account has more deliveries than its share. */
@Entity('deferred_event')
export class DeferredEventEntity {
  @PrimaryGeneratedColumn('identity', { name: 'deferred_event_id', type: 'bigint', generatedIdentity: 'ALWAYS' })
  deferredEventId: number;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ name: 'consignment_id', type: 'uuid' })
  consignmentId: string;

  @Column({ type: 'text' })
  message: string;

  @Column({ type: 'text', nullable: true })
  traceparent: string | null;

  @Column({ name: 'published_at', type: 'timestamptz' })
  publishedAt: Date;

  @Column({ name: 'deferred_at', type: 'timestamptz', default: () => 'now()' })
  deferredAt: Date;
}
