import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Marks a consignment as erased on request. */
@Entity('erased_consignment')
export class ErasedConsignmentEntity {
  @PrimaryColumn({ name: 'consignment_id', type: 'uuid' })
  consignmentId: string;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ name: 'erased_at', type: 'timestamptz' })
  erasedAt: Date;
}
