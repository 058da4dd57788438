import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the order of storing events is counted from. One row. */
@Entity('event_position')
export class EventPositionEntity {
  @PrimaryColumn({ type: 'smallint' })
  id: number;

  /** What the default of `event.stored_tx` adds to the number of a transaction. */
  @Column({ name: 'tx_offset', type: 'bigint' })
  txOffset: number;

  /** The server and its timeline that gave the numbers; '' = the first one, before `migrate` has noted it. */
  @Column({ type: 'text' })
  cluster: string;
}
