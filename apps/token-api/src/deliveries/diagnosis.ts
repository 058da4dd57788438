import type { OutcomeClass } from '#libs/contracts';
import { ACCEPTED, AUTH, GUARD, HTTP_STATUS } from './answer-diagnoses.js';
import type { DiagnosisRow } from './diagnosis-row.js';
import { CONNECTION, DNS, PROXY, TIMEOUT, TLS } from './exchange-diagnoses.js';

/** The first row that fits counts; the last one of each outcome fits always. */
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

/** How an attempt ended, as the attempt log has it. */
export interface AttemptEnd {
  readonly outcome: OutcomeClass;
  readonly httpStatus: number | null;
  readonly detail: string | null;
}

export function diagnosisRowOf({ outcome, httpStatus, detail }: AttemptEnd): DiagnosisRow {
  const rows = DIAGNOSES[outcome];
  return rows.find((row) => hasStatus(row, httpStatus) && hasWords(row, detail ?? '')) ?? rows.at(-1)!;
}

const hasStatus = ({ statuses }: DiagnosisRow, httpStatus: number | null): boolean =>
  statuses === undefined || (httpStatus !== null && statuses.some((each) => each === httpStatus || each === classOf(httpStatus)));

const classOf = (httpStatus: number): string => `${Math.floor(httpStatus / 100)}xx`;

const hasWords = ({ words }: DiagnosisRow, detail: string): boolean => words === undefined || words.some((each) => detail.includes(each));
