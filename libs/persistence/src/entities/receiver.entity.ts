import type { EtaUnknownForm, EventName, ReferenceKey, WebhookFormat } from '#libs/contracts';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** How we prove ourselves to the receiver. What is secret is sealed by SecretBox for the receiver's id; the rest is shown to its customer. */
export type StoredAuth =
  | { readonly type: 'none' }
  /** Sealed: the password. */
  | { readonly type: 'basic'; readonly username: string; readonly sealed: string }
  /** Sealed: JSON of the values by name. */
  | { readonly type: 'headers'; readonly headerNames: readonly string[]; readonly sealed: string }
  /** Sealed: the client secret. */
  | {
      readonly type: 'oauth2';
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly scope?: string;
      readonly sealed: string;
    };

export interface StoredSigningSecret {
  readonly sealed: string;
  /** ISO 8601; null = in force. During a rotation the old secret signs beside the new one until then. */
  readonly validUntil: string | null;
}

/** A customer's HTTPS endpoint with its configuration (domain D.10). */
@Entity('receiver')
export class ReceiverEntity {
  @PrimaryColumn({ name: 'receiver_id', type: 'uuid' })
  receiverId: string;

  @Column({ name: 'account_id', type: 'bigint' })
  accountId: number;

  @Column({ type: 'text' })
  url: string;

  @Column({ type: 'boolean', default: true })
  enabled: boolean;

  /** Empty = all. */
  @Column({ type: 'text', array: true, default: [] })
  events: EventName[];

  /** Empty = all. */
  @Column({ type: 'text', array: true, default: [] })
  clients: string[];

  @Column({ type: 'text', default: 'plain' })
  format: WebhookFormat;

  @Column({ name: 'query_parameters', type: 'text', array: true, default: [] })
  queryParameters: ReferenceKey[];

  @Column({ type: 'jsonb', default: { type: 'none' } })
  auth: StoredAuth;

  @Column({ name: 'signing_enabled', type: 'boolean', default: true })
  signingEnabled: boolean;

  @Column({ name: 'signing_secrets', type: 'jsonb', default: [] })
  signingSecrets: StoredSigningSecret[];

  @Column({ name: 'eta_unknown_form', type: 'text', default: 'object' })
  etaUnknownForm: EtaUnknownForm;

  @Column({ name: 'timeout_ms', type: 'integer', default: 15_000 })
  timeoutMs: number;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;
}
