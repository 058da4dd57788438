// What became of a delivery before it was sent again.
import type { Schemas } from '../api/schemas.js';

type Detail = Pick<Schemas['DeliveryDetail'], 'round' | 'attempts'>;

export interface EarlierSending {
  readonly round: number;
  readonly attempts: number;
  /** How its last attempt ended, and when that began. */
  readonly lastOutcome: Schemas['Attempt']['outcome'];
  readonly lastHttpStatus: number | null;
  readonly at: string;
}

/** Newest first, without rounds that have no known attempt. */
export function earlierSendings({ round: present, attempts }: Detail): EarlierSending[] {
  const rounds = Map.groupBy(
    attempts.filter(({ round }) => round < present),
    ({ round }) => round,
  );
  return [...rounds]
    .map(([round, made]) => {
      const { attempt, outcome, httpStatus, attemptedAt } = made.at(-1)!;
      return { round, attempts: attempt, lastOutcome: outcome, lastHttpStatus: httpStatus, at: attemptedAt };
    })
    .toSorted((a, b) => b.round - a.round);
}
