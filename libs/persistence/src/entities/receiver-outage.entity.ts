import type { OutageReason } from '#libs/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last outage of a receiver that `receiver.failing` reported. */
@Entity('receiver_outage')
export class ReceiverOutageEntity {
  @PrimaryColumn({ name: 'receiver_id', type: 'uuid' })
  receiverId: string;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ type: 'text' })
  reason: OutageReason;

  @Column({ type: 'timestamptz' })
  since: Date;

  @Column({ name: 'raised_at', type: 'timestamptz' })
  raisedAt: Date;

  /** null = the outage continues. */
  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt: Date | null;
}
