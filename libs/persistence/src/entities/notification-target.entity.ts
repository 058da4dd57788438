import type { OperationalEventName } from '#libs/contracts';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

export type TargetState = 'unconfirmed' | 'confirmed' | 'unsubscribed' | 'undeliverable';

/** A person or system, besides the account's receivers, that hears of operational events. */
@Entity('notification_target')
export class NotificationTargetEntity {
  @PrimaryColumn({ name: 'target_id', type: 'uuid' })
  targetId: string;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ type: 'text' })
  kind: 'email';

  @Column({ type: 'text' })
  name: string;

  /** Personal. */
  @Column({ type: 'text' })
  address: string;

  /** HMAC of the address in lower case (mail-key). */
  @Column({ name: 'address_hash', type: 'bytea' })
  addressHash: Buffer;

  @Column({ type: 'text', array: true })
  types: OperationalEventName[];

  /** null = all receivers. */
  @Column({ name: 'receiver_ids', type: 'uuid', array: true, nullable: true })
  receiverIds: string[] | null;

  @Column({ type: 'text', default: 'unconfirmed' })
  state: TargetState;

  /** When the state was reached. */
  @Column({ name: 'state_at', type: 'timestamptz', default: () => 'now()' })
  stateAt: Date;

  /** Mails that the mail server refused for this address, since the last success. */
  @Column({ type: 'integer', default: 0 })
  refusals: number;

  @Column({ name: 'refused_since', type: 'timestamptz', nullable: true })
  refusedSince: Date | null;

  /** The words of the mail server. */
  @Column({ name: 'last_refusal', type: 'text', nullable: true })
  lastRefusal: string | null;

  /** The hour in which mails are counted began with its first mail. */
  @Column({ name: 'window_began_at', type: 'timestamptz', nullable: true })
  windowBeganAt: Date | null;

  @Column({ name: 'window_mails', type: 'integer', default: 0 })
  windowMails: number;

  @Column({ name: 'leased_until', type: 'timestamptz', default: '-infinity' })
  leasedUntil: Date;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;
}
