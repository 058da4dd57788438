export interface LockHolder {
  readonly pid: number;
  readonly started?: string;
  readonly [note: string]: unknown;
}
export type LockAttempt =
  { readonly release: () => void; readonly holder?: undefined } | { readonly release?: undefined; readonly holder: LockHolder };
export function tryLock(path: string, note?: Readonly<Record<string, unknown>>): LockAttempt;
export function withLock<T>(path: string, work: () => Promise<T>, onWait?: (holder: LockHolder) => void): Promise<T>;
