import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last generation of a tracking number whose consignment retention removed. */
@Entity('past_generation')
export class PastGenerationEntity {
  @PrimaryColumn({ type: 'text' })
  courier: string;

  @PrimaryColumn({ name: 'tracking_number', type: 'text' })
  trackingNumber: string;

  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ type: 'integer' })
  generation: number;

  @Column({ name: 'ended_at', type: 'timestamptz' })
  endedAt: Date;
}
