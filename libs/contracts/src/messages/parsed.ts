import type { MessageFault } from '../vocabulary.js';

/** Why a message becomes a dead letter. `reason` is a header; `detail` says what is wrong, where, and what to do. */
export interface Fault {
  readonly reason: MessageFault;
  readonly detail: string;
  /** The field at fault, if there is one. */
  readonly field?: string;
}

/** A message that was checked when it was read, or the named fault. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | ({ readonly ok: false } & Fault);

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const fault = (reason: MessageFault, detail: string, field?: string): Parsed<never> => ({
  ok: false,
  reason,
  detail,
  ...(field !== undefined && { field }),
});
