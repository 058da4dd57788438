/** The columns of a receiver that hold what is sealed; anything else in them stays as it is. */
export interface SealedColumns {
  readonly auth: { readonly type: string; readonly sealed?: string };
  readonly signingSecrets: readonly { readonly sealed: string }[];
}

/**
 * The columns with every secret under the newest key; undefined when all of them lie under it already.
 * @param reseal the same secret under the newest key, undefined when it lies under it. It may throw
 */
export function resealReceiver<T extends SealedColumns>(row: T, reseal: (sealed: string) => string | undefined): T | undefined {
  let isChanged = false;
  const renew = <S extends { readonly sealed?: string }>(holder: S): S => {
    const sealed = holder.sealed === undefined ? undefined : reseal(holder.sealed);
    if (sealed === undefined) return holder;
    isChanged = true;
    return { ...holder, sealed };
  };
  const resealed = { ...row, auth: renew(row.auth), signingSecrets: row.signingSecrets.map(renew) };
  return isChanged ? resealed : undefined;
}
