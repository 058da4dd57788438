import { Busy } from './once.js';
import { Refused } from './refused.js';
import { type Headers, Verifier } from './verifier.js';
import { parse, type Webhook } from './webhook.js';

export interface ReceiverOptions {
  /** The signing secret, `whsec_…`. Several while a secret changes, newest first. */
  readonly secret: string | undefined | readonly string[];
  /**
   * Writes the webhook where it survives a restart. The sender gets its 2xx afterwards.
   * A rejection is answered with 500, so the service sends the webhook again.
   */
  readonly store: (webhook: Webhook) => Promise<void>;
  /** The most bytes of a body. Default: 1 MiB, more than the service sends. */
  readonly maxBytes?: number;
  /** Hears of each refused request. Default: console.warn */
  readonly onRefused?: (refused: Refused) => void;
  /** Hears of each error of `store`. Default: console.error */
  readonly onError?: (error: unknown) => void;
  /** Unix time in seconds, for tests. */
  readonly now?: () => number;
}

/** What the receiver answers. */
export interface Answer {
  readonly status: number;
  /** Plain text, empty after success. */
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

const answerOf = (status: number, text = '', headers: Answer['headers'] = {}): Answer => ({
  status,
  text,
  headers: text === '' ? headers : { 'content-type': 'text/plain; charset=utf-8', ...headers },
});

/** What a handler answers to another method. */
export const NOT_POST = answerOf(405, 'Webhooks come by POST.\n', { allow: 'POST' });

const MIB = 2 ** 20;

/** Verifies, understands and stores webhooks. Handlers connect it to a framework. */
export class Receiver {
  readonly maxBytes: number;
  private readonly verifier: Verifier;
  private readonly options: Required<Omit<ReceiverOptions, 'secret' | 'maxBytes'>>;

  /** @throws TypeError the secret is empty or not the text that the service shows */
  constructor({ secret, store, maxBytes = MIB, onRefused = logRefused, onError = logError, now = unixTime }: ReceiverOptions) {
    this.verifier = new Verifier(typeof secret === 'string' ? [secret] : (secret ?? []));
    this.maxBytes = maxBytes;
    this.options = { store, onRefused, onError, now };
  }

  /**
   * Verifies and reads a request without storing it.
   * @param body the bytes as they came, or their text
   * @throws Refused
   */
  async verify(headers: Headers, body: Uint8Array | string): Promise<Webhook> {
    const bytes = bytesOf(body);
    if (bytes.length > this.maxBytes) throw tooLarge(this.maxBytes);
    await this.verifier.verify(headers, bytes, this.options.now());
    return parse(bytes);
  }

  /** Verifies, reads and stores a request. Never rejects. */
  async receive(headers: Headers, body: Uint8Array | string): Promise<Answer> {
    try {
      await this.options.store(await this.verify(headers, body));
      return answerOf(204);
    } catch (error) {
      return this.failed(error);
    }
  }

  /** The answer to a request whose body a handler could not read. Never throws. */
  failed(error: unknown): Answer {
    if (error instanceof Refused) {
      tell(this.options.onRefused, error);
      return answerOf(error.status, `${error.code}: ${error.message}\n`);
    }
    // Without Retry-After, which would make the service pause for the whole receiver.
    if (error instanceof Busy) return answerOf(503, `busy: ${error.message}\n`);
    tell(this.options.onError, error);
    return answerOf(500, 'store_failed: The webhook could not be stored. The log of the receiver has the error.\n');
  }
}

const logRefused = ({ code, message }: Refused): void => console.warn(`webhook refused: ${code}: ${message}`);
const logError = (error: unknown): void => console.error('webhook not stored:', error);
const unixTime = (): number => Date.now() / 1000;

/** An error of the hook must not take the answer away, or end the process. */
function tell<T>(hook: (what: T) => void, what: T): void {
  try {
    hook(what);
  } catch (error) {
    console.error('a hook of the webhook receiver failed:', error);
  }
}

export const tooLarge = (maxBytes: number): Refused => new Refused('too_large', `The body has more than ${maxBytes} bytes.`);

/** What a handler says if a framework has parsed the body. @param fix what to do in this framework */
export const parsedBody = (fix: string): Refused =>
  new Refused('parsed_body', `The body was parsed before its signature could be verified. ${fix}`);

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  throw parsedBody('Pass the bytes as they came.');
}
