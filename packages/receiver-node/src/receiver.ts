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
}

const MIB = 2 ** 20;

/** Verifies, understands and stores webhooks. Handlers connect it to a framework. */
export class Receiver {
  readonly maxBytes: number;
  private readonly verifier: Verifier;
  private readonly options: Required<Omit<ReceiverOptions, 'secret' | 'maxBytes'>>;

  /** @throws TypeError the secret is empty or not the text that the service shows */
  constructor({ secret, maxBytes = MIB, ...options }: ReceiverOptions) {
    this.verifier = new Verifier(typeof secret === 'string' ? [secret] : (secret ?? []));
    this.maxBytes = maxBytes;
    this.options = {
      onRefused: ({ code, message }) => console.warn(`webhook refused: ${code}: ${message}`),
      onError: (error) => console.error('webhook not stored:', error),
      now: () => Date.now() / 1000,
      ...options,
    };
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
      return { status: 204, text: '' };
    } catch (error) {
      return this.failed(error);
    }
  }

  /** The answer to a request whose body a handler could not read. */
  failed(error: unknown): Answer {
    if (error instanceof Refused) {
      this.options.onRefused(error);
      return { status: error.status, text: `${error.code}: ${error.message}\n` };
    }
    // Without Retry-After, which would make the service pause for the whole receiver.
    if (error instanceof Busy) return { status: 503, text: `busy: ${error.message}\n` };
    this.options.onError(error);
    return { status: 500, text: 'store_failed: The webhook could not be stored. The log of the receiver has the error.\n' };
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
