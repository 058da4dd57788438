import type { CheckId } from './step.js';

/** `not_seen` = the rehearsal could not look; `reported` = what happened, without a judgement. */
export type CheckState = 'passed' | 'failed' | 'not_seen' | 'reported';

export interface Check {
  readonly id: CheckId;
  readonly name: string;
  readonly state: CheckState;
  /** What was seen, in words. */
  readonly evidence: readonly string[];
  /** What to do; only when the check failed or saw nothing. */
  readonly advice?: string;
}

export interface Verdict {
  readonly result: 'good' | 'failed' | 'unreachable';
  /** Without the query, which may contain secrets. */
  readonly url: string;
  readonly format: string;
  readonly isSigned: boolean;
  /** The end of all parcel numbers. */
  readonly run: string;
  readonly sent: number;
  readonly notMade: number;
  readonly checks: readonly Check[];
}

export const NAMES: Readonly<Record<CheckId, string>> = {
  answers: 'answers 2xx within the time-out',
  repeats: 'answers 2xx to a repeat of the same eventid',
  out_of_order: 'accepts events out of order',
  late: 'accepts late events',
  dates: 'copes with every form of the expected date',
  signature_right: 'accepts a right signature',
  signature_two: 'accepts two signatures when one is right',
  signature_wrong: 'refuses a wrong signature',
  signature_changed: 'refuses a changed body',
  signature_missing: 'refuses a missing signature',
  signature_old: 'refuses an old signature',
  counted_once: 'counts each event once',
  delivered_stays: 'does not move a delivered parcel back',
  correction: 'takes a correction after the delivery',
  refused_uncounted: 'does not count a refused webhook',
  unknown_field: 'an unknown field',
  unknown_event: 'an unknown event',
};
