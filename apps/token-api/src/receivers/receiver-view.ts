import { type ContentFilter, contentFilterOf, type DisabledReason, FILTER_LISTS, receiverNameOf } from '#libs/contracts';
import { changedFields } from '../audit/audit-entry.js';
import type { CertificateFacts } from './client-certificate.js';
import type { AuthView, ClientCertificateView, DisabledView, ReceiverView, SigningView } from './receiver-view.dto.js';
import { type PlainSettings, plainSettingsOf } from './receiver-settings.dto.js';
import { previousValidUntil } from './signing.js';

/** The columns of a receiver that a view needs. */
export interface ReceiverRow extends PlainSettings, ContentFilter {
  readonly receiverId: string;
  readonly auth: AuthView;
  readonly clientCertificate: CertificateFacts | null;
  readonly signingEnabled: boolean;
  readonly signingSecrets: readonly { readonly validUntil: string | null }[];
  readonly disabledAt: Date | null;
  readonly disabledReason: DisabledReason | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** @param newSecret the signing secret, if this request created it */
export const toReceiverView = (row: ReceiverRow, newSecret?: string): ReceiverView => ({
  receiverId: row.receiverId,
  ...plainSettingsOf(row),
  filter: contentFilterOf(row),
  name: receiverNameOf(row),
  auth: toAuthView(row.auth),
  clientCertificate: row.clientCertificate && toCertificateView(row.clientCertificate),
  signing: toSigningView(row, newSecret),
  disabled: toDisabled(row),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const toDisabled = ({ disabledAt, disabledReason }: ReceiverRow): DisabledView | null =>
  disabledAt && disabledReason && { at: disabledAt.toISOString(), reason: disabledReason };

function toSigningView({ signingEnabled, signingSecrets }: ReceiverRow, secret: string | undefined): SigningView {
  const previous = previousValidUntil(signingSecrets);
  return {
    enabled: signingEnabled,
    ...(secret !== undefined && { secret }),
    ...(previous !== undefined && { previousValidUntil: previous }),
  };
}

/** Field by field, so that a new field never shows a sealed secret. */
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

/** Field by field, so that chain and key are left out. */
const toCertificateView = (certificate: CertificateFacts): ClientCertificateView => {
  const { subject, issuer, serialNumber, notBefore, notAfter, fingerprint256 } = certificate;
  return { subject, issuer, serialNumber, notBefore, notAfter, fingerprint256 };
};

type StoredRow = ReceiverRow & {
  readonly auth: { readonly sealed?: string };
  readonly clientCertificate: { readonly sealed: string } | null;
  /** Newest first. */
  readonly signingSecrets: readonly { readonly sealed: string }[];
};

interface ReceiverAudit {
  readonly before: object;
  readonly after: object;
}

/** Returns the audit entry of a change: the changed fields, of `filter` the changed lists, and whether credentials were replaced, but not which. undefined = no change. */
export function auditOf(before: StoredRow, after: StoredRow): ReceiverAudit | undefined {
  const [old, now] = [toCompared(before), toCompared(after)];
  const changed = changedFields(old, now);
  const lists = changedFields(old.filter, now.filter);
  const hasLists = changed.before['filter'] !== undefined;
  const audit = {
    before: { ...changed.before, ...(hasLists && { filter: lists.before }) },
    after: { ...changed.after, ...(hasLists && { filter: lists.after }), ...(hasNewSecret(before, after) && { credentials: 'replaced' }) },
  };
  return Object.keys({ ...audit.before, ...audit.after }).length === 0 ? undefined : audit;
}

/** Compares the sealed secrets, because a rotation without overlap does not change the view. */
function hasNewSecret(before: StoredRow, after: StoredRow): boolean {
  const old = secretsOf(before);
  return secretsOf(after).some((sealed, index) => sealed !== undefined && sealed !== old[index]);
}

const secretsOf = ({ auth, signingSecrets, clientCertificate }: StoredRow): (string | undefined)[] => [
  auth.sealed,
  signingSecrets[0]?.sealed,
  clientCertificate?.sealed,
];

/** Lists in another order are no change. */
function toCompared(row: ReceiverRow) {
  const { createdAt: _, updatedAt: __, ...view } = toReceiverView(row);
  const filter = FILTER_LISTS.map((list) => [list, view.filter[list].toSorted()] as const);
  return { ...view, events: view.events.toSorted(), filter: Object.fromEntries(filter) };
}
