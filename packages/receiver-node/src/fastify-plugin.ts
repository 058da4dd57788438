import type { Receiver } from './receiver.js';
import type { Headers } from './verifier.js';

/** An instance of Fastify, as far as it is used here. */
export interface FastifyApp {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (request: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void) => void,
  ): unknown;
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
}

interface FastifyRequest {
  readonly body: unknown;
  readonly raw: { readonly headersDistinct: Headers };
}

interface FastifyReply {
  code(status: number): FastifyReply;
  headers(values: Readonly<Record<string, string>>): FastifyReply;
  send(text?: string): unknown;
}

/** @returns a plugin with one route, `POST` at the prefix. Its body parser serves this route only. */
export const fastifyPlugin =
  (receiver: Receiver) =>
  async (app: FastifyApp): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: receiver.maxBytes }, (_, body, done) => done(null, body));
    app.post('/', async ({ body, raw }, reply) => {
      const { status, text, headers } = await receiver.receive(raw.headersDistinct, (body ?? '') as Uint8Array | string);
      return reply
        .code(status)
        .headers(headers)
        .send(text === '' ? undefined : text);
    });
  };
