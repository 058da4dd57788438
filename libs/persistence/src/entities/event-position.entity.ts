import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The offset for the storing order of events. One row. */
@Entity('event_position')
export class EventPositionEntity {
  @PrimaryColumn({ type: 'smallint' })
  id: number;

  /** The default of `event.stored_tx` adds it to the number of the transaction. */
  @Column({ name: 'tx_offset', type: 'bigint' })
  txOffset: number;

  /** The server and timeline that gave the numbers; '' = `migrate` has not noted the first server yet. */
  @Column({ type: 'text' })
  cluster: string;
}
