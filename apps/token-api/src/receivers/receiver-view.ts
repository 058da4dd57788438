import type { EtaUnknownForm, EventName, ReferenceKey, WebhookFormat } from '#libs/contracts';

/** A receiver as its customer sees it (domain D.10): credentials go in and never come out again. */
export interface ReceiverView {
  readonly receiverId: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly events: readonly EventName[];
  readonly clients: readonly string[];
  readonly format: WebhookFormat;
  readonly queryParameters: readonly ReferenceKey[];
  readonly auth: { readonly type: string };
  /** `secret` only in the answer that made it. */
  readonly signing: { readonly enabled: boolean; readonly secret?: string };
  readonly etaUnknownForm: EtaUnknownForm;
  readonly timeoutMs: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The columns of a receiver that a view is made of. */
export interface ReceiverRow {
  readonly receiverId: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly events: readonly EventName[];
  readonly clients: readonly string[];
  readonly format: WebhookFormat;
  readonly queryParameters: readonly ReferenceKey[];
  readonly auth: { readonly type: string };
  readonly signingEnabled: boolean;
  readonly etaUnknownForm: EtaUnknownForm;
  readonly timeoutMs: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** @param newSecret the signing secret if this very request has made it */
export const toReceiverView = (row: ReceiverRow, newSecret?: string): ReceiverView => ({
  receiverId: row.receiverId,
  url: row.url,
  enabled: row.enabled,
  events: row.events,
  clients: row.clients,
  format: row.format,
  queryParameters: row.queryParameters,
  auth: { type: row.auth.type },
  signing: { enabled: row.signingEnabled, ...(newSecret !== undefined && { secret: newSecret }) },
  etaUnknownForm: row.etaUnknownForm,
  timeoutMs: row.timeoutMs,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
