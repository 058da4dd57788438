import type { DisabledReason, EtaUnknownForm, OnGone, ReferenceKey, WebhookEventName, WebhookFormat } from '#libs/contracts';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** The credentials that the receiver demands. SecretBox seals the secrets for the receiver's id; the customer sees the rest. */
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
  /** ISO 8601; null = in force. During a rotation the old secret signs beside the new secret until this time. */
  readonly validUntil: string | null;
}

/** The client certificate for a receiver that demands one. */
export interface StoredClientCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly serialNumber: string;
  readonly fingerprint256: string;
  /** ISO 8601. */
  readonly notBefore: string;
  /** PEM, the receiver's own certificate first. */
  readonly chain: string;
  /** The private key, PEM. */
  readonly sealed: string;
  /** ISO 8601: when the certificate expires. */
  readonly notAfter: string;
  /** The check of this key; undefined = not checked yet. A new certificate replaces this whole object. */
  readonly keyCheck?: {
    /** Version of the rule that checked the key. */
    readonly rule: number;
    /** A `KeyFault` of `#libs/client-keys`; null = the service may use the key. */
    readonly fault: string | null;
  };
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

  /** Empty = the eleven, and no operational event. */
  @Column({ type: 'text', array: true, default: [] })
  events: WebhookEventName[];

  /** This and the next seven columns are the lists of `filter`; empty = all. */
  @Column({ type: 'text', array: true, default: [] })
  couriers: string[];

  @Column({ name: 'destination_countries', type: 'text', array: true, default: [] })
  destinationCountries: string[];

  @Column({ type: 'text', array: true, default: [] })
  warehouses: string[];

  @Column({ type: 'text', array: true, default: [] })
  languages: string[];

  @Column({ type: 'text', array: true, default: [] })
  clients: string[];

  @Column({ name: 'delivery_locations', type: 'text', array: true, default: [] })
  deliveryLocations: string[];

  @Column({ name: 'return_reasons', type: 'text', array: true, default: [] })
  returnReasons: string[];

  @Column({ type: 'text', array: true, default: [] })
  exceptions: string[];

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

  /** Empty = the host of `url`. */
  @Column({ type: 'text', default: '' })
  name: string;

  @Column({ type: 'text', default: '' })
  description: string;

  @Column({ type: 'jsonb', default: {} })
  metadata: Record<string, string>;

  /** POSTs per second, for all instances together; null = the customer set no limit. */
  @Column({ name: 'max_per_second', type: 'integer', nullable: true })
  maxPerSecond: number | null;

  /** Simultaneous POSTs, for all instances together; null = the customer set no limit. */
  @Column({ name: 'max_in_flight', type: 'integer', nullable: true })
  maxInFlight: number | null;

  /** The effect of a 410 besides failing the attempt. */
  @Column({ name: 'on_gone', type: 'text', default: 'retry' })
  onGone: OnGone;

  /** ISO 8601 duration; null = never. */
  @Column({ name: 'disable_after_failing_for', type: 'text', nullable: true })
  disableAfterFailingFor: string | null;

  /** When the service disabled the receiver; null = the service did not disable it. */
  @Column({ name: 'disabled_at', type: 'timestamptz', nullable: true })
  disabledAt: Date | null;

  @Column({ name: 'disabled_reason', type: 'text', nullable: true })
  disabledReason: DisabledReason | null;

  @Column({ name: 'client_certificate', type: 'jsonb', nullable: true })
  clientCertificate: StoredClientCertificate | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;
}
