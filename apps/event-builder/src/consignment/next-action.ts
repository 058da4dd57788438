import type { DeliveryStatus, NextAction } from '#libs/contracts';

/** The carrier's usual action after the first, second and final failed attempt; absent = unknown. */
export interface NextActionDefaults {
  readonly first?: NextAction;
  readonly second?: NextAction;
  readonly final?: NextAction;
}

export interface NextStep {
  readonly nextAction: NextAction;
  readonly nextActionIsSpecified: boolean;
}

/**
 * Returns the action that the scan or its mapping names, else the carrier's default, else nothing: customers never get a guess (domain
 * D.6).
 */
export function nextStep(status: DeliveryStatus, specified: NextAction | undefined, defaults: NextActionDefaults): NextStep | undefined {
  if (specified !== undefined) return { nextAction: specified, nextActionIsSpecified: true };
  const usual = usualAction(status, defaults);
  return usual === undefined ? undefined : { nextAction: usual, nextActionIsSpecified: false };
}

function usualAction(status: DeliveryStatus, defaults: NextActionDefaults): NextAction | undefined {
  if (status === 'FailedAttemptFirst') return defaults.first;
  if (status === 'FailedAttemptSecond') return defaults.second;
  return status === 'FailedAttemptFinal' ? defaults.final : undefined;
}
