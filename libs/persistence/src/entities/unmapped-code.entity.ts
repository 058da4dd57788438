import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A carrier code that no mapping explains. */
@Entity('unmapped_code')
export class UnmappedCodeEntity {
  @PrimaryColumn({ type: 'text' })
  courier: string;

  @PrimaryColumn({ type: 'text' })
  code: string;

  @PrimaryColumn({ name: 'sub_code', type: 'text' })
  subCode: string;

  @Column({ name: 'sample_text', type: 'text' })
  sampleText: string;

  @Column({ type: 'bigint' })
  count: number;

  @Column({ name: 'last_seen', type: 'timestamptz' })
  lastSeen: Date;
}
