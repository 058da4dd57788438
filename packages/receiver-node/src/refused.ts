/** What is wrong with a request, and the status of the answer. */
const STATUSES = {
  missing_header: 401,
  duplicate_header: 401,
  bad_timestamp: 401,
  too_old: 401,
  too_new: 401,
  no_known_signature: 401,
  wrong_signature: 401,
  changed_body: 401,
  not_json: 400,
  not_a_webhook: 400,
  too_large: 413,
  // The service sends again after a 500: nothing is lost until the receiver is mended.
  parsed_body: 500,
} as const;

export type RefusalCode = keyof typeof STATUSES;

/** A request that is no genuine webhook, or that cannot be verified. The message says what to do. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: RefusalCode;
  readonly status: number;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
    this.status = STATUSES[code];
  }
}
