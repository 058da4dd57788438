// Tables secrets_check and receiver: checks that SECRETS_KEY opens the stored secrets.
import type { DataSource, EntityManager } from 'typeorm';
import type { StoredAuth, StoredClientCertificate, StoredSigningSecret } from './entities/receiver.entity.js';
import type { SecretBox } from './secret-box.provider.js';

/** The sealed text and its context. Neither is secret. */
const [TEXT, CONTEXT] = ['a key of this installation', 'secrets_check'];

/** SECRETS_KEY is not the key of this database. */
export class WrongKeys extends Error {
  constructor(fault: 'opens nothing that is sealed' | 'was rotated away') {
    super(
      `SECRETS_KEY ${fault}: set the key that sealed what this database holds, also beside a new one (docs/backup-and-moves.md#change-secrets_key)`,
    );
  }
}

interface Sealed {
  readonly receiverId: string;
  readonly auth: StoredAuth;
  readonly signingSecrets: readonly StoredSigningSecret[];
  readonly clientCertificate: StoredClientCertificate | null;
}

const NEXT = `
  SELECT receiver_id AS "receiverId", auth, signing_secrets AS "signingSecrets", client_certificate AS "clientCertificate" FROM receiver
  WHERE receiver_id > $1 AND (auth ? 'sealed' OR signing_secrets <> '[]' OR client_certificate IS NOT NULL) ORDER BY receiver_id LIMIT $2`;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const BATCH = 500;

/**
 * Refuses a wrong SECRETS_KEY. A right key opens the check value, or any stored secret; in the second case a release without the check value
 * rotated the key, and the check value is sealed again. A retired key is wrong, even if somebody has sealed with it since. When nothing is
 * stored yet, the first app seals the check value.
 * @throws WrongKeys
 */
export async function refuseWrongKeys({ manager }: DataSource, box: SecretBox): Promise<void> {
  const check = await checkBy(manager, box);
  if (check === 'opened') return;
  if (check === 'retired') throw new WrongKeys('was rotated away');
  const stored = await openStored(manager, box);
  if (stored === 'none' && (await writeFirst(manager, box))) return;
  if (stored === 'opened') return sealCheck(manager, box);
  if ((await checkBy(manager, box)) === 'opened') return; // another instance may have been first
  throw new WrongKeys('opens nothing that is sealed');
}

/** Seals the check value with the first key, and retires the previous check value. */
export async function sealCheck(manager: EntityManager, box: SecretBox): Promise<void> {
  await manager.query(
    `INSERT INTO secrets_check AS kept (id, sealed) VALUES (1, $1)
     ON CONFLICT (id) DO UPDATE SET sealed = EXCLUDED.sealed, retired = kept.retired || kept.sealed`,
    [box.seal(TEXT, CONTEXT)],
  );
}

async function checkBy(manager: EntityManager, box: SecretBox): Promise<'opened' | 'retired' | 'closed'> {
  const [check] = await manager.query<{ sealed: string; retired: readonly string[] }[]>('SELECT sealed, retired FROM secrets_check');
  if (check && opens(box, check.sealed, CONTEXT)) return 'opened';
  return check?.retired.some((sealed) => opens(box, sealed, CONTEXT)) ? 'retired' : 'closed';
}

async function writeFirst(manager: EntityManager, box: SecretBox): Promise<boolean> {
  const written = await manager.query<object[]>(
    'INSERT INTO secrets_check (id, sealed) VALUES (1, $1) ON CONFLICT DO NOTHING RETURNING id',
    [box.seal(TEXT, CONTEXT)],
  );
  return written.length > 0;
}

async function openStored(manager: EntityManager, box: SecretBox): Promise<'opened' | 'none' | 'closed'> {
  let stored: 'none' | 'closed' = 'none';
  for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
    const receivers: Sealed[] = await manager.query<Sealed[]>(NEXT, [after, BATCH]);
    const isOpened = receivers.some(({ receiverId, ...row }) => sealedIn(row).some((sealed) => opens(box, sealed, receiverId)));
    if (isOpened) return 'opened';
    if (receivers.length > 0) stored = 'closed';
    after = receivers.at(-1)?.receiverId;
  }
  return stored;
}

const sealedIn = ({ auth, signingSecrets, clientCertificate }: Omit<Sealed, 'receiverId'>): string[] => [
  ...(auth.type === 'none' ? [] : [auth.sealed]),
  ...signingSecrets.map(({ sealed }) => sealed),
  ...(clientCertificate ? [clientCertificate.sealed] : []),
];

function opens(box: SecretBox, sealed: string, context: string): boolean {
  try {
    box.open(sealed, context);
    return true;
  } catch {
    return false;
  }
}
