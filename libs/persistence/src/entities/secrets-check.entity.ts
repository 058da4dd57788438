import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A known text, sealed: it shows whether a SECRETS_KEY is right. One row. */
@Entity('secrets_check')
export class SecretsCheckEntity {
  @PrimaryColumn({ type: 'smallint' })
  id: number;

  @Column({ type: 'text' })
  sealed: string;

  /** Check values of retired keys. */
  @Column({ type: 'text', array: true, default: [] })
  retired: string[];
}
