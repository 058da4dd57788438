import type { Schemas } from './schemas.js';

/** The refusal of a request, in the words of the API. */
export class ApiFault extends Error {
  constructor(
    readonly status: number,
    readonly items: readonly Schemas['ErrorItem'][],
  ) {
    super(items.map(({ detail }) => detail).join(' '));
  }

  /** Returns the text about one field of a form; undefined = the field is right. */
  at(attr: string): string | undefined {
    const found = this.items.filter((item) => item.attr === attr || item.attr?.startsWith(`${attr}.`));
    return found.length === 0 ? undefined : found.map(({ detail }) => detail).join(' ');
  }
}

/** No answer came: the API or the way to it is down. */
export class ApiUnreachable extends Error {}

const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

interface Call<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** @throws ApiFault for a refusal, ApiUnreachable if no answer came */
export async function answerOf<T>(call: Promise<Call<T>>): Promise<T> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw new ApiUnreachable('The API does not answer.', { cause });
  });
  if (response.ok) return data as T;
  if (AWAY.has(response.status)) throw new ApiUnreachable(`The API answered ${response.status}.`);
  throw new ApiFault(response.status, itemsOf(error, response));
}

function itemsOf(error: unknown, { status }: Response): readonly Schemas['ErrorItem'][] {
  const items = (error as Partial<Schemas['Error']> | undefined)?.errors;
  return items ?? [{ code: 'error', detail: `The API answered ${status}.`, attr: null }];
}
