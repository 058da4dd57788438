import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A carrier text without a code that no mapping explains. Similar texts share a pattern. */
@Entity('unmapped_text')
export class UnmappedTextEntity {
  @PrimaryColumn({ type: 'text' })
  courier: string;

  @PrimaryColumn({ type: 'text' })
  pattern: string;

  @Column({ name: 'sample_text', type: 'text' })
  sampleText: string;

  @Column({ type: 'bigint' })
  count: number;

  @Column({ name: 'last_seen', type: 'timestamptz' })
  lastSeen: Date;
}
