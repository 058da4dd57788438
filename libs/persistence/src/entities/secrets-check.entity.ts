import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: a known text, sealed. It shows whether a SECRETS_KEY is right. */
@Entity('secrets_check')
export class SecretsCheckEntity {
  @PrimaryColumn({ type: 'smallint' })
  id: number;

  @Column({ type: 'text' })
  sealed: string;

  /** Check values of keys that were rotated away. */
  @Column({ type: 'text', array: true, default: [] })
  retired: string[];
}
