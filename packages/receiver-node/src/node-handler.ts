import { Bytes } from './bytes.js';
import { type Answer, NOT_POST, parsedBody, type Receiver, tooLarge } from './receiver.js';
import type { Headers } from './verifier.js';

/** A request of `node:http`, Express or Nest, as far as it is used here. */
export interface NodeRequest extends AsyncIterable<unknown> {
  readonly method?: string | undefined;
  readonly headers: Headers;
  /** Like `headers`, each value by itself. */
  readonly headersDistinct?: Headers | undefined;
  /** Set by a body parser. */
  readonly body?: unknown;
  /** Set by Nest with `rawBody: true`. */
  readonly rawBody?: unknown;
}

/** A response of `node:http`, Express or Nest, as far as it is used here. */
export interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(text: string): unknown;
}

/** @returns a handler for `node:http`, Express and Nest */
export const nodeHandler =
  (receiver: Receiver) =>
  (request: NodeRequest, response: NodeResponse): void =>
    void answerTo(receiver, request).then(({ status, text, headers }) => {
      response.statusCode = status;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.end(text);
    });

/** Never rejects. */
async function answerTo(receiver: Receiver, request: NodeRequest): Promise<Answer> {
  if (request.method !== 'POST') return NOT_POST;
  try {
    return await receiver.receive(request.headersDistinct ?? request.headers, await bodyOf(receiver, request));
  } catch (error) {
    return receiver.failed(error);
  }
}

async function bodyOf({ maxBytes }: Receiver, request: NodeRequest): Promise<Uint8Array | string> {
  const given = request.rawBody ?? request.body;
  if (given instanceof Uint8Array || typeof given === 'string') return given;
  if (given !== undefined) {
    throw parsedBody(
      "Express: mount this route before express.json(), or with express.raw({ type: '*/*' }). Nest: NestFactory.create(AppModule, { rawBody: true }).",
    );
  }
  const bytes = new Bytes(maxBytes);
  // A body that is too large is read to its end and dropped: otherwise the sender might not get the answer.
  for await (const chunk of request) bytes.add(chunk as Uint8Array);
  if (!bytes.isWithin()) throw tooLarge(maxBytes);
  return bytes.all();
}
