import type { MessageFault } from '../vocabulary.js';

/** Why a message goes to its dead-letter topic: `reason` is the header, `detail` says what, where and what to do. */
export interface Fault {
  readonly reason: MessageFault;
  readonly detail: string;
  /** The field at fault, where one is. */
  readonly field?: string;
}

/** A message read at the door: trusted from here on, or a named fault. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | ({ readonly ok: false } & Fault);

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const fault = (reason: MessageFault, detail: string, field?: string): Parsed<never> => ({
  ok: false,
  reason,
  detail,
  ...(field !== undefined && { field }),
});
