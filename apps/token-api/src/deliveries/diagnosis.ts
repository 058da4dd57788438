import { ATTEMPT_REASONS, type AttemptReason, type OutcomeClass } from '#libs/contracts';
import { ACCEPTED, AUTH, GUARD, HTTP_STATUS } from './answer-diagnoses.js';
import type { DiagnosisRow } from './diagnosis-row.js';
import { CONNECTION, DNS, PROXY, TIMEOUT, TLS } from './exchange-diagnoses.js';

/** The first row that fits counts. The last row of each outcome always fits. */
export const DIAGNOSES: Readonly<Record<OutcomeClass, readonly DiagnosisRow[]>> = {
  accepted: ACCEPTED,
  http_status: HTTP_STATUS,
  timeout: TIMEOUT,
  dns: DNS,
  connection: CONNECTION,
  tls: TLS,
  proxy: PROXY,
  guard: GUARD,
  auth: AUTH,
};

/** The end of an attempt, as the attempt log has it. */
export interface AttemptEnd {
  readonly outcome: OutcomeClass;
  readonly httpStatus: number | null;
  /** A number of ATTEMPT_REASONS. */
  readonly reason: number | null;
  readonly detail: string | null;
}

const NAMES = new Map<number | null, AttemptReason>(
  Object.entries(ATTEMPT_REASONS).map(([name, number]) => [number, name as AttemptReason]),
);

/** @returns undefined when outcome and status say everything */
export const reasonOf = ({ reason }: Pick<AttemptEnd, 'reason'>): AttemptReason | undefined => NAMES.get(reason);

export function diagnosisRowOf(end: AttemptEnd): DiagnosisRow {
  const rows = DIAGNOSES[end.outcome];
  const reason = reasonOf(end);
  const hasReason = ({ reasons }: DiagnosisRow): boolean => reasons === undefined || (reason !== undefined && reasons.includes(reason));
  return rows.find((row) => hasStatus(row, end.httpStatus) && hasReason(row)) ?? rows.at(-1)!;
}

const hasStatus = ({ statuses }: DiagnosisRow, httpStatus: number | null): boolean =>
  statuses === undefined || (httpStatus !== null && statuses.some((each) => each === httpStatus || each === classOf(httpStatus)));

const classOf = (httpStatus: number): string => `${Math.floor(httpStatus / 100)}xx`;
