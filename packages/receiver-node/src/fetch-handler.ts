import { Bytes } from './bytes.js';
import { parsedBody, type Receiver, tooLarge } from './receiver.js';

/**
 * Nothing runs after the answer, because such platforms may stop the process then. Work that goes on belongs into `ctx.waitUntil`, in `store`.
 * @returns a handler for fetch-style platforms: Next, Workers, Deno, Bun
 */
export const fetchHandler =
  (receiver: Receiver) =>
  async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return new Response('Webhooks come by POST.\n', { status: 405, headers: { allow: 'POST' } });
    const { status, text } = await read(receiver, request).then(
      (body) => receiver.receive(Object.fromEntries(request.headers), body),
      (error: unknown) => receiver.failed(error),
    );
    if (text === '') return new Response(null, { status });
    return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  };

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
