import { ERRORS, type ErrorName, type FieldErrorName } from './error-catalogue.js';

/** One entry of `errors` in the body. */
export interface ErrorItem {
  readonly code: string;
  readonly detail: string;
  /** The field at fault, nested ones with dots (`auth.type`, `events.0`); null when none is. */
  readonly attr: string | null;
}

export interface FieldFault {
  readonly name: FieldErrorName;
  /** Empty = the value as a whole. */
  readonly attr: string;
  readonly detail?: string;
}

interface Particulars {
  readonly detail?: string;
  readonly attr?: string;
  /** Response headers that belong to the answer, such as `Allow` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A failed request as its caller shall read it; everything else that is thrown becomes a 500 without inner text. */
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

  /** Several faults of fields in one answer, status 400; of very many the first ones. */
  static ofFields(faults: readonly FieldFault[]): ApiError {
    return new ApiError(400, faults.slice(0, MOST_ITEMS).map(toItem), {});
  }
}

/** Field names are the caller's own: an answer must not be many times as large as its request. */
const MOST_ITEMS = 500;
const MOST_ATTR_CHARS = 200;
const MOST_DETAIL_CHARS = 1000;

const toItem = ({ name, attr, detail }: FieldFault): ErrorItem => ({
  code: ERRORS[name].code,
  detail: (detail ?? ERRORS[name].detail).slice(0, MOST_DETAIL_CHARS),
  attr: attr === '' ? null : attr.slice(0, MOST_ATTR_CHARS),
});
