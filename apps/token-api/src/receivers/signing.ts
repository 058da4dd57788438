/** A signing secret as the table keeps it. */
export interface KeptSecret {
  readonly sealed: string;
  /** ISO 8601; null = in force until it is replaced. */
  readonly validUntil: string | null;
}

/** The most secrets in force. Each of them adds a signature to the header of every POST. */
const MAX_SECRETS = 5;

export interface Rotation {
  /** The new secret, sealed. */
  readonly sealed: string;
  readonly nowMs: number;
  /** The time for which replaced secrets still sign, ms; 0 = they stop at once. */
  readonly overlapMs: number;
}

/**
 * Returns the secrets, newest first. A secret keeps its end if that is earlier. Beyond the limit the oldest secret stays and the secrets
 * between are dropped: after repeated rotations whose answers were lost, the receiver still verifies with the oldest secret.
 */
export function rotateSigning(secrets: readonly KeptSecret[], { sealed, nowMs, overlapMs }: Rotation): KeptSecret[] {
  const replaced = secrets.map((secret) => ({ ...secret, endsAtMs: Math.min(endOf(secret), nowMs + overlapMs) }));
  const overlapping = replaced.filter(({ endsAtMs }) => endsAtMs > nowMs);
  const kept = [...overlapping.slice(0, MAX_SECRETS - 2), ...overlapping.slice(MAX_SECRETS - 2).slice(-1)];
  return [
    { sealed, validUntil: null },
    ...kept.map((secret) => ({ sealed: secret.sealed, validUntil: new Date(secret.endsAtMs).toISOString() })),
  ];
}

/** Drops all replaced secrets. */
export const endOverlap = (secrets: readonly KeptSecret[]): KeptSecret[] => secrets.filter(({ validUntil }) => validUntil === null);

/** Returns the end of the last replaced secret, ISO 8601; undefined = no secret was replaced. */
export const previousValidUntil = (secrets: readonly Pick<KeptSecret, 'validUntil'>[]): string | undefined =>
  secrets.flatMap(({ validUntil }) => validUntil ?? []).toSorted((a, b) => b.localeCompare(a))[0];

const endOf = ({ validUntil }: KeptSecret): number => (validUntil === null ? Infinity : Date.parse(validUntil));

export const SIGNING_SECRET_BYTES = 32;

/** Makes a secret in the form of Standard Webhooks: `whsec_` + base64. @param random 24 to 64 random bytes */
export const toSigningSecret = (random: Uint8Array): string => `whsec_${Buffer.from(random).toString('base64')}`;
