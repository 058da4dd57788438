/**
 * What became of one message:
 * `done`: its work is finished and durable. `deadLetter`: it goes to `<topic>.dlq` with the reason. `hold`: it and all behind it
 * in its partition wait until then; the offset stays. `leave`: it stays in its partition, and the messages behind it go on; it comes again when
 * its handler's `LeftMessages` say so. A message that comes again and is not wanted is left, too.
 */
export type Verdict =
  | { readonly kind: 'done' }
  | { readonly kind: 'deadLetter'; readonly reason: string; readonly detail: string }
  | { readonly kind: 'hold'; readonly untilMs: number }
  | { readonly kind: 'leave' };

export const done: Verdict = { kind: 'done' };
export const deadLetter = (reason: string, detail: string): Verdict => ({ kind: 'deadLetter', reason, detail });
export const leave: Verdict = { kind: 'leave' };
export const hold = (untilMs: number): Verdict => ({ kind: 'hold', untilMs });

/** Tells whether a verdict holds its partition back. One that is still to come does not. */
export const isHold = (verdict: Verdict | Promise<Verdict>): verdict is Verdict & { readonly kind: 'hold' } =>
  'kind' in verdict && verdict.kind === 'hold';

export const isLeave = (verdict: Verdict | Promise<Verdict>): boolean => 'kind' in verdict && verdict.kind === 'leave';
