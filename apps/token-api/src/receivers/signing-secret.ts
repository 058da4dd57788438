export const SIGNING_SECRET_BYTES = 32;

/** A secret as Standard Webhooks spells it: `whsec_` + base64. @param random 24 to 64 random bytes */
export const toSigningSecret = (random: Uint8Array): string => `whsec_${Buffer.from(random).toString('base64')}`;
