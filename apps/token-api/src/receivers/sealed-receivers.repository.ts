// table receiver, only its sealed columns: for the rotation of keys
import type { StoredAuth, StoredClientCertificate, StoredSigningSecret } from '#libs/persistence';
import type { DataSource } from 'typeorm';

export interface SealedReceiver {
  readonly account: number;
  readonly receiverId: string;
  readonly auth: StoredAuth;
  readonly signingSecrets: readonly StoredSigningSecret[];
  readonly clientCertificate: StoredClientCertificate | null;
}

/** The row locks make a concurrent change by the customer wait and then use the new row. */
const NEXT = `
  SELECT receiver_id AS "receiverId", account_id AS account, auth, signing_secrets AS "signingSecrets", client_certificate AS "clientCertificate"
  FROM receiver WHERE receiver_id > $1 ORDER BY receiver_id LIMIT $2 FOR UPDATE`;

/** `updated_at` stays the same, because the customer's settings do not change. */
const WRITE = `
  UPDATE receiver SET auth = row.auth, signing_secrets = row."signingSecrets", client_certificate = row."clientCertificate"
  FROM jsonb_to_recordset($1::jsonb) AS row("receiverId" uuid, auth jsonb, "signingSecrets" jsonb, "clientCertificate" jsonb)
  WHERE receiver.receiver_id = row."receiverId"`;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const BATCH = 200;

/** Walks over all receivers in batches, one transaction for each. @param change returns the rows of a batch to write */
export async function changeSealed(
  dataSource: DataSource,
  change: (receivers: readonly SealedReceiver[]) => readonly SealedReceiver[],
): Promise<void> {
  let after: string | undefined = BEFORE_ALL;
  while (after !== undefined) after = await changeBatch(dataSource, after, change);
}

async function changeBatch(
  dataSource: DataSource,
  after: string,
  change: (receivers: readonly SealedReceiver[]) => readonly SealedReceiver[],
): Promise<string | undefined> {
  return dataSource.transaction(async (manager) => {
    const receivers = await manager.query<SealedReceiver[]>(NEXT, [after, BATCH]);
    const changed = change(receivers);
    if (changed.length > 0) await manager.query(WRITE, [JSON.stringify(changed)]);
    return receivers.at(-1)?.receiverId;
  });
}

/** The columns with sealed secrets. Their other contents stay as they are. */
interface SealedColumns {
  readonly auth: { readonly type: string; readonly sealed?: string };
  readonly signingSecrets: readonly { readonly sealed: string }[];
  readonly clientCertificate: { readonly sealed: string } | null;
}

/**
 * Returns the columns with every secret sealed by the newest key; undefined = every secret already is.
 * @param reseal returns a secret sealed by the newest key; undefined = it already is. It may throw
 */
export function resealReceiver<T extends SealedColumns>(row: T, reseal: (sealed: string) => string | undefined): T | undefined {
  let isChanged = false;
  const renew = <S extends { readonly sealed?: string }>(holder: S): S => {
    const sealed = holder.sealed === undefined ? undefined : reseal(holder.sealed);
    if (sealed === undefined) return holder;
    isChanged = true;
    return { ...holder, sealed };
  };
  const clientCertificate = row.clientCertificate && renew(row.clientCertificate);
  const resealed = { ...row, auth: renew(row.auth), signingSecrets: row.signingSecrets.map(renew), clientCertificate };
  return isChanged ? resealed : undefined;
}
