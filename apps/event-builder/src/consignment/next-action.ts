import type { DeliveryStatus, NextAction } from '#libs/contracts';

/** What a carrier usually does after the first, second and final failed attempt; absent = unknown. */
export interface NextActionHabit {
  readonly first?: NextAction;
  readonly second?: NextAction;
  readonly final?: NextAction;
}

export interface NextStep {
  readonly nextAction: NextAction;
  readonly nextActionIsSpecified: boolean;
}

/** Said by the scan or its mapping, else the carrier's habit, else nothing: customers never get a guess (domain D.6). */
export function nextStep(status: DeliveryStatus, said: NextAction | undefined, habit: NextActionHabit): NextStep | undefined {
  if (said !== undefined) return { nextAction: said, nextActionIsSpecified: true };
  const usual = usualAction(status, habit);
  return usual === undefined ? undefined : { nextAction: usual, nextActionIsSpecified: false };
}

function usualAction(status: DeliveryStatus, habit: NextActionHabit): NextAction | undefined {
  if (status === 'FailedAttemptFirst') return habit.first;
  if (status === 'FailedAttemptSecond') return habit.second;
  return status === 'FailedAttemptFinal' ? habit.final : undefined;
}
