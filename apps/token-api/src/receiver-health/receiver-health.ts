// The health of a receiver: a state, its reason, and what to do about it.
import { MINUTE } from '#libs/config';
import type { DisabledReason, OutcomeClass } from '#libs/contracts';

export const HEALTH_STATES = ['new', 'healthy', 'failing', 'circuit_open', 'limited', 'held', 'switched_off', 'disabled'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** The facts about a receiver's attempts; null = not known yet. */
export interface HealthRow {
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  readonly lastOutcome: OutcomeClass | null;
  readonly lastHttpStatus: number | null;
  readonly lastDetail: string | null;
  /** The first of the uninterrupted failures with the outcome and status of the newest failure. */
  readonly lastFailureSince: Date | null;
  /** When the receiver was enabled again: earlier failures do not count. */
  readonly failuresFrom: Date | null;
  /** The first three failures after the last success, in order. */
  readonly failedFirst: readonly Date[] | null;
  /** The beginning of the newest attempt that exhausted its delivery. */
  readonly lastExhaustedAt: Date | null;
  readonly dayAttempts: number | null;
  readonly dayDelivered: number | null;
  readonly dayFailed: number | null;
  readonly circuitOpenSince: Date | null;
  readonly oldestPendingAt: Date | null;
  /** Deliveries that are exhausted or expired now, counted up to a thousand. */
  readonly stillFailed: number;
  /** When the receiver was switched off or disabled, by the audit log. */
  readonly offSince: Date | null;
  /** When the hold began: the receiver asked to wait, or its TLS handshakes are paused. */
  readonly heldSince: Date | null;
  readonly heldUntil: Date | null;
  readonly heldHttpStatus: number | null;
  /** Since this time more events come than `maxPerSecond` and `maxInFlight` allow. */
  readonly limitedSince: Date | null;
  /** Due deliveries that wait behind these limits, counted up to a thousand. */
  readonly waiting: number | null;
}

export interface HealthInput {
  readonly receiver: {
    readonly enabled: boolean;
    readonly maxPerSecond: number | null;
    /** Set when the service disabled the receiver, not when its owner switched it off. */
    readonly disabled: { readonly at: string; readonly reason: DisabledReason } | null;
  };
  readonly row: HealthRow | undefined;
  readonly nowMs: number;
}

export interface Health {
  readonly state: HealthState;
  readonly since: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly oldestPendingAt: Date | null;
  readonly last24h: { readonly attempts: number; readonly delivered: number; readonly failed: number };
  readonly stillFailed: number;
  readonly reason: string | null;
  readonly lastFailure: LastFailure | null;
}

/** The newest attempt that failed. */
export interface LastFailure {
  readonly at: Date;
  readonly outcome: OutcomeClass;
  readonly httpStatus: number | null;
  readonly since: Date | null;
}

type Verdict = Pick<Health, 'state' | 'since' | 'reason'>;

const FAILURES = 3;

export function toHealth(input: HealthInput): Health {
  const { row } = input;
  return {
    ...verdictOf(input),
    lastSuccessAt: row?.lastSuccessAt ?? null,
    oldestPendingAt: row?.oldestPendingAt ?? null,
    last24h: { attempts: row?.dayAttempts ?? 0, delivered: row?.dayDelivered ?? 0, failed: row?.dayFailed ?? 0 },
    stillFailed: row?.stillFailed ?? 0,
    lastFailure: row ? lastFailureOf(row) : null,
  };
}

const lastFailureOf = ({
  lastFailureAt: at,
  lastOutcome: outcome,
  lastHttpStatus: httpStatus,
  lastFailureSince: since,
}: HealthRow): LastFailure | null => at && outcome && { at, outcome, httpStatus, since };

/** A state in which nothing is sent comes before a state in which attempts fail. */
function verdictOf({ receiver: { enabled, disabled, maxPerSecond }, row, nowMs }: HealthInput): Verdict {
  if (disabled) return { state: 'disabled', since: new Date(disabled.at), reason: `${DISABLED[disabled.reason]} ${ENABLE_AGAIN}` };
  if (!enabled) return { state: 'switched_off', since: row?.offSince ?? null, reason: SWITCHED_OFF };
  if (!row) return NEW;
  if (row.circuitOpenSince) return { state: 'circuit_open', since: row.circuitOpenSince, reason: CIRCUIT_OPEN };
  if (row.heldUntil && row.heldUntil.getTime() > nowMs) {
    return { state: 'held', since: row.heldSince, reason: holdWords(row.heldHttpStatus, row.heldUntil) };
  }
  const failingSince = failingSinceOf(row);
  if (failingSince) return { state: 'failing', since: failingSince, reason: failureWords(row, failingSince) };
  if (row.limitedSince) return { state: 'limited', since: row.limitedSince, reason: limitWords(row.waiting ?? 0, maxPerSecond, nowMs) };
  return isUntried(row) ? NEW : HEALTHY;
}

const NEW: Verdict = { state: 'new', since: null, reason: null };

const HEALTHY: Verdict = { state: 'healthy', since: null, reason: null };

const DISABLED: Readonly<Record<DisabledReason, string>> = {
  gone: 'The receiver answered 410, and the service has disabled it.',
  failing: 'No attempt has succeeded for `disableAfterFailingFor`, and the service has disabled the receiver.',
};

const holdWords = (httpStatus: number | null, until: Date): string =>
  httpStatus === null
    ? `The TLS handshakes of the receiver fail and take too much computing time. The next handshake is made at ${until.toISOString()}.`
    : `The receiver answered ${httpStatus} and asked to wait until ${until.toISOString()}. Attempts continue then.`;

const SWITCHED_OFF = 'The receiver is switched off. Set `enabled` to true to send to it again.';

const ENABLE_AGAIN = 'Repair it, then set `enabled` to true.';

/** Waiting attempts and failed deliveries of a receiver are counted up to this number. Beyond it the end of the wait is not known. */
export const MOST_COUNTED = 1000;

function limitWords(count: number, maxPerSecond: number | null, nowMs: number): string {
  const isCounted = count < MOST_COUNTED;
  const until = maxPerSecond !== null && isCounted ? `, until about ${new Date(nowMs + (count / maxPerSecond) * 1000).toISOString()}` : '';
  return `More events come than the limits of the receiver allow: ${isCounted ? count : `more than ${count}`} deliveries wait${until}. Raise \`maxPerSecond\` or \`maxInFlight\`.`;
}

const CIRCUIT_OPEN =
  'The receiver does not answer in time. Now and then one attempt goes out as a probe; the other attempts wait. Make the receiver answer within `timeoutMs`.';

/** A success before the receiver was enabled again does not count. */
const hasSucceeded = ({ lastSuccessAt, failuresFrom }: HealthRow): boolean =>
  lastSuccessAt !== null && (failuresFrom === null || lastSuccessAt > failuresFrom);

/** Nothing was sent yet, or nothing since the receiver was enabled again after a failure. */
const isUntried = (row: HealthRow): boolean =>
  !hasSucceeded(row) &&
  (row.failedFirst ?? []).length === 0 &&
  (row.lastSuccessAt === null || (row.lastFailureAt !== null && row.lastFailureAt > row.lastSuccessAt));

function failingSinceOf(row: HealthRow): Date | undefined {
  const { failedFirst, lastFailureAt, lastExhaustedAt } = row;
  const [first] = failedFirst ?? [];
  if (!first || !lastFailureAt) return undefined;
  if (!hasSucceeded(row)) return first;
  if (failedFirst!.length < FAILURES) return undefined;
  // Three failures within a minute may be a restart of the receiver. An exhausted delivery is lost in any case.
  const isLong = lastFailureAt.getTime() - first.getTime() >= MINUTE;
  const hasExhausted = lastExhaustedAt !== null && lastExhaustedAt >= first;
  return isLong || hasExhausted ? first : undefined;
}

const ADVICE: Readonly<Record<OutcomeClass, string>> = {
  accepted: '',
  http_status: 'Make the receiver answer with a 2xx status.',
  timeout: 'Make the receiver answer within `timeoutMs`.',
  dns: 'Check the host name of `url`.',
  connection: 'Check that the receiver runs and accepts the sender addresses (GET /sender-addresses).',
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
