import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Marks a parcel as erased on request. Later messages about it are ignored. */
@Entity('erased_parcel')
export class ErasedParcelEntity {
  @PrimaryColumn({ name: 'parcel_id', type: 'uuid' })
  parcelId: string;

  /** 0 = every account. */
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ type: 'integer' })
  generation: number;

  @Column({ name: 'erased_at', type: 'timestamptz' })
  erasedAt: Date;
}
