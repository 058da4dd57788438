import { CliError, EXIT } from '../cli-error.js';
import type { Fetch } from '#libs/api-client';

const TIMEOUT_MS = 60_000;
/** A page of the API ends at 1 MiB; the OpenAPI document and an explanation are smaller. */
const MOST_BYTES = 16 * 1024 * 1024;
const LEAST_REDIRECT = 300;
const LEAST_ERROR = 400;

export interface Limits {
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
}

/** No one answered, or not with the whole answer. A repeat may succeed. */
export class Unreachable extends CliError {}

/**
 * Returns a `fetch` that follows no redirect, because the request carries the token, and that ends: a server can neither hang it nor fill
 * the memory.
 */
export function ownHostFetch({ timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES }: Limits = {}): Fetch {
  return async (request) => {
    const { origin } = new URL(request.url);
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const response = await fetch(new Request(request, { redirect: 'manual', signal }));
      refuseRedirect(response, origin);
      return await wholeOf(response, mostBytes);
    } catch (error) {
      if (error instanceof CliError || request.signal.aborted) throw error;
      throw new Unreachable(EXIT.unreachable, `${origin} does not answer: ${reasonOf(error, timeoutMs)}.`);
    }
  };
}

function refuseRedirect({ status, headers, body }: Response, origin: string): void {
  if (status < LEAST_REDIRECT || status >= LEAST_ERROR || status === 304) return;
  void body?.cancel().catch(() => undefined);
  const location = headers.get('location');
  const place = location !== null && URL.canParse(location, origin) ? new URL(location, origin).origin : 'nowhere';
  throw new CliError(
    EXIT.unreachable,
    `${origin} redirects to ${place}, and the token is not sent there. If that is the service, log in with its address.`,
  );
}

/** Reads the whole body, so that what breaks off fails here. */
async function wholeOf(response: Response, mostBytes: number): Promise<Response> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new CliError(EXIT.failed, `The answer has more than ${mostBytes} bytes. Is this the address of the API?`);
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  return new Response(bytes === 0 ? null : new Blob(chunks), { status, statusText, headers });
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if ((error as Error).name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`;
  const { cause } = error as { cause?: Partial<NodeJS.ErrnoException> & { errors?: readonly Error[] } };
  const words = cause?.errors?.map(({ message }) => message).join('; ') || cause?.message || cause?.code;
  return words ?? (error as Error).message;
}
