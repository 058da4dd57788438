/** A signing secret as the table keeps it. */
export interface KeptSecret {
  readonly sealed: string;
  /** ISO 8601; null = in force until it is replaced. */
  readonly validUntil: string | null;
}

/** Every secret in force is one more signature in the header of each POST. */
const MAX_SECRETS = 5;

export interface Rotation {
  /** The new secret, sealed. */
  readonly sealed: string;
  readonly nowMs: number;
  /** How long those that it replaces go on signing; 0 = not at all. */
  readonly overlapMs: number;
}

/**
 * Newest first. A secret keeps its end where it is earlier. Beyond the limit the oldest secret stays and those between go: repeated
 * rotations, whose answers were lost, must not end the secret with which the receiver still verifies.
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

/** Only what was not replaced stays. */
export const endOverlap = (secrets: readonly KeptSecret[]): KeptSecret[] => secrets.filter(({ validUntil }) => validUntil === null);

/** When the last of the replaced ones ends, ISO 8601; undefined = none was replaced. */
export const previousValidUntil = (secrets: readonly Pick<KeptSecret, 'validUntil'>[]): string | undefined =>
  secrets.flatMap(({ validUntil }) => validUntil ?? []).toSorted((a, b) => b.localeCompare(a))[0];

const endOf = ({ validUntil }: KeptSecret): number => (validUntil === null ? Infinity : Date.parse(validUntil));

export const SIGNING_SECRET_BYTES = 32;

/** A secret as Standard Webhooks spells it: `whsec_` + base64. @param random 24 to 64 random bytes */
export const toSigningSecret = (random: Uint8Array): string => `whsec_${Buffer.from(random).toString('base64')}`;
