// How a receiver does, in one word, and what to do about it.
import type { OutcomeClass } from '#libs/contracts';

export const HEALTH_STATES = ['healthy', 'failing', 'circuit_open', 'limited', 'held', 'paused', 'disabled'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** What is known of a receiver's attempts. null = nothing yet. */
export interface HealthRow {
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  readonly lastOutcome: OutcomeClass | null;
  readonly lastHttpStatus: number | null;
  readonly lastDetail: string | null;
  /** The first three failures after the last success, in order. */
  readonly failedFirst: readonly Date[] | null;
  readonly dayAttempts: number | null;
  readonly dayDelivered: number | null;
  readonly dayFailed: number | null;
  readonly circuitOpenSince: Date | null;
  readonly oldestPendingAt: Date | null;
}

export interface HealthInput {
  readonly isEnabled: boolean;
  readonly row: HealthRow | undefined;
  /** By the service, not by its customer. */
  readonly disabled?: { readonly at: Date; readonly reason: string } | undefined;
  /** The receiver has asked to wait. */
  readonly held?: { readonly until: Date; readonly httpStatus: number } | undefined;
  /** More comes than the limits of the receiver let through. */
  readonly limited?: { readonly since: Date; readonly oldestPendingAt: Date } | undefined;
  readonly nowMs: number;
}

export interface Health {
  readonly state: HealthState;
  readonly since: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly oldestPendingAt: Date | null;
  readonly last24h: { readonly attempts: number; readonly delivered: number; readonly failed: number };
  readonly reason: string | null;
}

type Verdict = Pick<Health, 'state' | 'since' | 'reason'>;

const FAILURES = 3;
/** Three failures at once may be one moment: a restart of the receiver. */
const FAILING_AFTER_MS = 60_000;

export function toHealth(input: HealthInput): Health {
  const { row } = input;
  return {
    ...verdictOf(input),
    lastSuccessAt: row?.lastSuccessAt ?? null,
    oldestPendingAt: row?.oldestPendingAt ?? null,
    last24h: { attempts: row?.dayAttempts ?? 0, delivered: row?.dayDelivered ?? 0, failed: row?.dayFailed ?? 0 },
  };
}

/** What keeps everything from the receiver comes first. */
function verdictOf({ isEnabled, row, disabled, held, limited, nowMs }: HealthInput): Verdict {
  if (disabled) {
    const reason = `The service has disabled the receiver: ${disabled.reason} Repair it, then set \`enabled\` to true.`;
    return { state: 'disabled', since: disabled.at, reason };
  }
  if (!isEnabled) return { state: 'paused', since: null, reason: 'The receiver is paused. Set `enabled` to true to send to it again.' };
  if (row?.circuitOpenSince) return { state: 'circuit_open', since: row.circuitOpenSince, reason: CIRCUIT_OPEN };
  if (held && held.until.getTime() > nowMs) {
    const reason = `The receiver answered ${held.httpStatus} and asked to wait until ${held.until.toISOString()}. Attempts go on then.`;
    return { state: 'held', since: null, reason };
  }
  const failingSince = row && failingSinceOf(row);
  if (failingSince) return { state: 'failing', since: failingSince, reason: failureWords(row, failingSince) };
  if (limited) {
    const reason = `More comes than the limits of the receiver let through: the oldest delivery waits since ${limited.oldestPendingAt.toISOString()}. Raise the limits, or ask for fewer events.`;
    return { state: 'limited', since: limited.since, reason };
  }
  return { state: 'healthy', since: null, reason: null };
}

const CIRCUIT_OPEN =
  'The receiver does not answer in time. One attempt goes out as a probe now and then, the others wait. Make it answer within `timeoutMs`.';

function failingSinceOf({ failedFirst, lastFailureAt }: HealthRow): Date | undefined {
  const [first] = failedFirst ?? [];
  if (!first || !lastFailureAt || failedFirst!.length < FAILURES) return undefined;
  return lastFailureAt.getTime() - first.getTime() >= FAILING_AFTER_MS ? first : undefined;
}

const ADVICE: Readonly<Record<OutcomeClass, string>> = {
  accepted: '',
  http_status: 'Make the receiver answer with a 2xx status.',
  timeout: 'Make the receiver answer within `timeoutMs`.',
  dns: 'Check the host name of `url`.',
  connection: 'Check that the receiver runs and lets our sender addresses in.',
  tls: 'Check the certificate of the receiver.',
  proxy: 'Ask the operator of this service to check its proxies.',
  guard: 'Change `url` to a public address.',
  auth: 'Check `auth` of the receiver.',
};

function failureWords({ lastOutcome, lastHttpStatus, lastDetail }: HealthRow, since: Date): string {
  const how =
    lastOutcome === 'http_status' && lastHttpStatus !== null ? `HTTP status ${lastHttpStatus}` : (lastDetail ?? lastOutcome ?? 'a failure');
  return `Every attempt since ${since.toISOString()} has failed, the last one with: ${how.replace(/\.$/, '')}. ${ADVICE[lastOutcome ?? 'connection']}`;
}
