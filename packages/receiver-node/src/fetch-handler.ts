import { Bytes } from './bytes.js';
import { type Answer, NOT_POST, parsedBody, type Receiver, tooLarge } from './receiver.js';

/**
 * Nothing runs after the answer, because such platforms may stop the process then. Work that goes on belongs into `ctx.waitUntil`, in `store`.
 * @returns a handler for fetch-style platforms: Next, Workers, Deno, Bun
 */
export const fetchHandler =
  (receiver: Receiver) =>
  async (request: Request): Promise<Response> => {
    const { status, text, headers } = await answerTo(receiver, request);
    return new Response(text === '' ? null : text, { status, headers });
  };

const answerTo = async (receiver: Receiver, request: Request): Promise<Answer> =>
  request.method !== 'POST'
    ? NOT_POST
    : read(receiver, request).then(
        (body) => receiver.receive(Object.fromEntries(request.headers), body),
        (error: unknown) => receiver.failed(error),
      );

async function read({ maxBytes }: Receiver, request: Request): Promise<Uint8Array> {
  if (request.bodyUsed) throw parsedBody('Do not call request.json() or request.text() before.');
  const bytes = new Bytes(maxBytes);
  // A loop that is left cancels the stream.
  for await (const chunk of request.body ?? []) {
    bytes.add(chunk);
    if (!bytes.isWithin()) throw tooLarge(maxBytes);
  }
  return bytes.all();
}
