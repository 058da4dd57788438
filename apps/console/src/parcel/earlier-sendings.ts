// The earlier rounds of a delivery that was sent again.
import type { Schemas } from '../api/schemas.js';

type Detail = Pick<Schemas['DeliveryDetail'], 'round' | 'attempts'>;

export interface EarlierSending {
  readonly round: number;
  readonly attempts: number;
  /** The end of the round's last attempt, and when that attempt began. */
  readonly lastOutcome: Schemas['Attempt']['outcome'];
  readonly lastHttpStatus: number | null;
  readonly at: string;
}

/** Returns the newest round first. It leaves out rounds without a known attempt. */
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
