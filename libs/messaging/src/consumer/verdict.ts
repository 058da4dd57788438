/**
 * What became of one message:
 * `done`: its work is finished and durable. `park`: it goes to `<topic>.dlq` with the reason. `hold`: it and all behind it
 * in its partition wait until then; the offset stays.
 */
export type Verdict =
  | { readonly kind: 'done' }
  | { readonly kind: 'park'; readonly reason: string; readonly detail: string }
  | { readonly kind: 'hold'; readonly untilMs: number };

export const done: Verdict = { kind: 'done' };
export const park = (reason: string, detail: string): Verdict => ({ kind: 'park', reason, detail });
export const hold = (untilMs: number): Verdict => ({ kind: 'hold', untilMs });

/** Of a verdict that may be still to come: whether it holds its partition back. */
export const isHold = (verdict: Verdict | Promise<Verdict>): verdict is Verdict & { readonly kind: 'hold' } =>
  'kind' in verdict && verdict.kind === 'hold';
