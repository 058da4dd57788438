import {
  type EtaUnknownForm,
  filteredValue,
  type FilterList,
  type ReceiverFilter,
  type ReferenceKey,
  type TrackingEvent,
  type WebhookFormat,
} from '#libs/contracts';
import type { Secret } from '#libs/config';

/** An enabled receiver as the fan-out reads it: which events it gets, and in which form. */
export interface FilteringReceiver extends ReceiverFilter {
  readonly receiverId: string;
  readonly account: number;
  readonly format: WebhookFormat;
  readonly etaUnknownForm: EtaUnknownForm;
}

/** The result of checking a private key. */
export interface KeyCheck {
  /** The version of the rule that the key was checked by. */
  readonly rule: number;
  /** null = the key may be used. */
  readonly fault: string | null;
}

/** The opened client certificate, shown to servers that demand one. */
export interface ClientCertificate {
  /** Changes whenever the certificate or key changes: connections belong to one version. */
  readonly version: string;
  /** PEM, the receiver's own certificate first. */
  readonly chain: string;
  /** PEM. */
  readonly key: Secret;
  /** The key in its stored form: the result of its check is stored only with this key. */
  readonly sealedKey: string;
  /** undefined = the key has not been checked yet. */
  readonly keyCheck: KeyCheck | undefined;
  /** ISO 8601; undefined = the certificate has not expired. */
  readonly expiredAt: string | undefined;
}

/** Client credentials grant of RFC 6749 (domain D.10). */
export interface OAuth2Client {
  readonly type: 'oauth2';
  /** Changes with any part of the configuration, including the certificate: a token belongs to one version. */
  readonly version: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly scope: string | undefined;
  /** The token endpoint sees the certificate too. */
  readonly clientCertificate?: ClientCertificate;
}

/** The opened credentials for a receiver. */
export type ReceiverAuth =
  | { readonly type: 'none' }
  | { readonly type: 'basic'; readonly username: string; readonly password: Secret }
  | { readonly type: 'headers'; readonly headers: Readonly<Record<string, Secret>> }
  | OAuth2Client
  /** The stored credentials could not be opened with the present keys: nothing can be sent. */
  | { readonly type: 'unreadable' };

/** The limits that the owner of a receiver has set: POSTs per second and POSTs at once, all instances together; null = no limit. */
export interface OwnerLimit {
  readonly maxPerSecond: number | null;
  readonly maxInFlight: number | null;
}

/** Everything that a POST needs. Each attempt reads it again, so a corrected URL or secret saves the remaining retries. */
export interface ReceiverEndpoint extends OwnerLimit {
  readonly receiverId: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly queryParameters: readonly ReferenceKey[];
  readonly auth: ReceiverAuth;
  readonly clientCertificate?: ClientCertificate;
  /** Standard Webhooks secrets in force, newest first; none = unsigned. */
  readonly signingSecrets: readonly Secret[];
  readonly timeoutMs: number;
}

/**
 * Returns what the list compares in these events, each value once. A value with NUL is left out: no receiver can name it, and PostgreSQL
 * would refuse the query.
 */
export const valuesOf = (list: FilterList, events: readonly TrackingEvent[]): string[] =>
  [...new Set(events.map(({ payload }) => filteredValue(list, payload)))].filter(
    (value) => value !== undefined && !value.includes('\0'),
  ) as string[];
