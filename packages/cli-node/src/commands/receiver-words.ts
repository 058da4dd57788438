import type { components } from '#libs/api-client';
import type { Part, Tone } from '../output/output.js';

type Schemas = components['schemas'];

const STATE_TONES: Readonly<Record<string, Tone>> = { healthy: 'good', new: 'faint', switched_off: 'faint' };

/** A state that this command does not know is shown as bad news: better looked at once too often. */
export const stateOf = (state: string): Part => ({ text: state, tone: STATE_TONES[state] ?? 'bad' });

const STATUS_TONES: Readonly<Record<string, Tone>> = { delivered: 'good', pending: 'plain', cancelled: 'faint' };

export const statusOf = (status: string): Part => ({ text: status, tone: STATUS_TONES[status] ?? 'bad' });

/** The last result of a delivery or attempt: the HTTP status if one came. */
export const outcomeOf = (outcome: string | null, httpStatus: number | null): string =>
  httpStatus === null ? (outcome ?? 'not sent yet') : `HTTP ${httpStatus}`;

export const parcelOf = ({ courier, trackingNumber }: { courier: string | null; trackingNumber: string | null }): string =>
  courier === null ? '' : `${courier} ${trackingNumber ?? ''}`;

/** An attempt as lines: what came, then what it means and what to do. */
export function attemptLines({
  round,
  attempt,
  attemptedAt,
  outcome,
  httpStatus,
  durationMs,
  detail,
  diagnosis,
}: Schemas['Attempt']): Part[][] {
  const head = `  ${attemptedAt}  attempt ${round}/${attempt}: ${outcomeOf(outcome, httpStatus)} in ${durationMs} ms`;
  const words = [detail, diagnosis?.meaning, diagnosis?.toDo].filter((each) => typeof each === 'string' && each !== '');
  return [[head], ...words.map((each): Part[] => [`    ${each}`])];
}
