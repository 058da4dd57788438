import { ERRORS, type ErrorName, type FieldErrorName } from './error-catalogue.js';

/** One entry of `errors` in the body. */
export interface ErrorItem {
  readonly code: string;
  readonly detail: string;
  /** The field at fault, with dots for nested fields (`auth.type`, `events.0`); null = no field is at fault. */
  readonly attr: string | null;
}

export interface FieldFault {
  readonly name: FieldErrorName;
  /** '' = the value as a whole. */
  readonly attr: string;
  readonly detail?: string;
}

interface Particulars {
  readonly detail?: string;
  readonly attr?: string;
  /** Response headers that belong to the answer, such as `Allow` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A failed request, in the words that its caller reads. Any other thrown error becomes a 500 without inner text. */
export class ApiError extends Error {
  private constructor(
    readonly status: number,
    readonly items: readonly ErrorItem[],
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super(items.map((item) => item.detail).join(' '));
    this.name = 'ApiError';
  }

  static of(name: ErrorName, { detail, attr, headers = {} }: Particulars = {}): ApiError {
    const kind = ERRORS[name];
    return new ApiError(kind.status, [{ code: kind.code, detail: detail ?? kind.detail, attr: attr ?? null }], headers);
  }

  /** Answers several field faults at once with status 400. Of very many faults, only the first are listed. */
  static ofFields(faults: readonly FieldFault[]): ApiError {
    return new ApiError(400, faults.slice(0, MOST_ITEMS).map(toItem), {});
  }
}

/** Field names come from the caller, so this limit keeps an answer from being many times as large as its request. */
const MOST_ITEMS = 500;
const MOST_ATTR_CHARS = 200;
const MOST_DETAIL_CHARS = 1000;

const toItem = ({ name, attr, detail }: FieldFault): ErrorItem => ({
  code: ERRORS[name].code,
  detail: (detail ?? ERRORS[name].detail).slice(0, MOST_DETAIL_CHARS),
  attr: attr === '' ? null : attr.slice(0, MOST_ATTR_CHARS),
});
