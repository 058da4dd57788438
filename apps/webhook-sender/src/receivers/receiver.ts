import type { EtaUnknownForm, ReceiverFilter, ReferenceKey, TrackingEvent, WebhookFormat } from '#libs/contracts';
import type { Secret } from '#libs/config';

/** An enabled receiver as fan-out reads it: which events it gets, and in which form. */
export interface FilteringReceiver extends ReceiverFilter {
  readonly receiverId: string;
  readonly account: number;
  readonly format: WebhookFormat;
  readonly etaUnknownForm: EtaUnknownForm;
}

/** What a check of a private key has found. */
export interface KeyCheck {
  /** Version of the rule that the key was checked by. */
  readonly rule: number;
  /** null = the key may be used. */
  readonly fault: string | null;
}

/** What is shown to a server that demands a client certificate, opened. */
export interface ClientCertificate {
  /** Changes whenever certificate or key do: connections belong to one version. */
  readonly version: string;
  /** PEM, the receiver's own certificate first. */
  readonly chain: string;
  /** PEM. */
  readonly key: Secret;
  /** The key as it is stored: what is found out about it is stored with this very key. */
  readonly sealedKey: string;
  /** undefined = the key has not been checked yet. */
  readonly keyCheck: KeyCheck | undefined;
  /** ISO 8601; undefined = it has not expired. */
  readonly expiredAt: string | undefined;
}

/** Client credentials grant of RFC 6749 (domain D.10). */
export interface OAuth2Client {
  readonly type: 'oauth2';
  /** Changes whenever any part of the configuration does, the certificate too: a token belongs to one version. */
  readonly version: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly scope: string | undefined;
  /** The token endpoint sees it too. */
  readonly clientCertificate?: ClientCertificate;
}

/** The credentials for the receiver, opened. */
export type ReceiverAuth =
  | { readonly type: 'none' }
  | { readonly type: 'basic'; readonly username: string; readonly password: Secret }
  | { readonly type: 'headers'; readonly headers: Readonly<Record<string, Secret>> }
  | OAuth2Client
  /** What is stored could not be opened with the keys at hand: nothing can be sent. */
  | { readonly type: 'unreadable' };

/** How hard the owner of a receiver lets it be hit: POSTs a second, and at once, all instances together; null = no limit. */
export interface OwnerLimit {
  readonly maxPerSecond: number | null;
  readonly maxInFlight: number | null;
}

/** What a POST needs. Each attempt reads it again, so a corrected URL or secret saves the remaining retries. */
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

/** Whose events these are, each client once. One with NUL no receiver can name, and PostgreSQL would refuse the whole question. */
export const clientsOf = (events: readonly TrackingEvent[]): string[] =>
  [...new Set(events.map(({ payload }) => payload.references.client))].filter((client) => !client.includes('\0'));
