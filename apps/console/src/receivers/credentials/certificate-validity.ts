// The validity of a client certificate.
const DAY_MS = 86_400_000;
const SOON_DAYS = 30;

export type Validity = { readonly is: 'notYet' | 'expired' } | { readonly is: 'valid' | 'soon'; readonly days: number };

export function validityOf({ notBefore, notAfter }: { readonly notBefore: string; readonly notAfter: string }, nowMs: number): Validity {
  if (nowMs < Date.parse(notBefore)) return { is: 'notYet' };
  const days = Math.floor((Date.parse(notAfter) - nowMs) / DAY_MS);
  if (days < 0) return { is: 'expired' };
  return { is: days <= SOON_DAYS ? 'soon' : 'valid', days };
}
