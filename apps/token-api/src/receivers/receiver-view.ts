import type { EtaUnknownForm, EventName, ReferenceKey, WebhookFormat } from '#libs/contracts';
import type { AuthView, ReceiverView, SigningView } from './receiver-view.dto.js';
import { previousValidUntil } from './signing.js';

/** The columns of a receiver that a view is made of. */
export interface ReceiverRow {
  readonly receiverId: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly events: readonly EventName[];
  readonly clients: readonly string[];
  readonly format: WebhookFormat;
  readonly queryParameters: readonly ReferenceKey[];
  readonly auth: AuthView;
  readonly signingEnabled: boolean;
  readonly signingSecrets: readonly { readonly validUntil: string | null }[];
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
  auth: toAuthView(row.auth),
  signing: toSigningView(row, newSecret),
  etaUnknownForm: row.etaUnknownForm,
  timeoutMs: row.timeoutMs,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

function toSigningView({ signingEnabled, signingSecrets }: ReceiverRow, secret: string | undefined): SigningView {
  const previous = previousValidUntil(signingSecrets);
  return {
    enabled: signingEnabled,
    ...(secret !== undefined && { secret }),
    ...(previous !== undefined && { previousValidUntil: previous }),
  };
}

/** Field by field: what is sealed must not come out because somebody adds a field. */
function toAuthView(auth: AuthView): AuthView {
  switch (auth.type) {
    case 'basic':
      return { type: 'basic', username: auth.username };
    case 'headers':
      return { type: 'headers', headerNames: auth.headerNames };
    case 'oauth2': {
      const { tokenUrl, clientId, scope } = auth;
      return { type: 'oauth2', tokenUrl, clientId, ...(scope !== undefined && { scope }) };
    }
    default:
      return { type: 'none' };
  }
}
