/**
 * The result of one message:
 * - `done`: the work is finished and durable.
 * - `deadLetter`: the message goes to `<topic>.dlq` with the reason.
 * - `hold`: the message and all behind it in its partition wait until this time. The offset stays.
 * - `leave`: the message stays in its partition, and the messages behind it go on. It comes again when the handler's `LeftMessages` say so. A handler also
 *   leaves a message that comes again and is not wanted.
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

/** Whether a verdict holds its partition back. A promised verdict does not. */
export const isHold = (verdict: Verdict | Promise<Verdict>): verdict is Verdict & { readonly kind: 'hold' } =>
  'kind' in verdict && verdict.kind === 'hold';

export const isLeave = (verdict: Verdict | Promise<Verdict>): boolean => 'kind' in verdict && verdict.kind === 'leave';
