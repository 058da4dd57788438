import type { AddressInfo } from 'node:net';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { runHostedCommand } from '../support/command.js';
import { identityFor, receiverCaFile } from '../support/receiver.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const CHECKS = 21;

interface Post {
  readonly headers: Record<string, string>;
  readonly body: string;
}
/** The answer of a receiver: a status, or something odd. */
type Receiver = (post: Post) => number | keyof typeof ODD;

const ODD = {
  hang: () => undefined,
  continue: (response: ServerResponse) => {
    response.writeContinue();
    response.writeHead(200).end();
  },
  cut: (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': '100' }).write('.', () => response.destroy());
  },
  lengthy: (response: ServerResponse) => void response.writeHead(200, { 'x-long': 'x'.repeat(70_000) }).end(),
} as const;

const eventOf = ({ body }: Post) =>
  JSON.parse(body) as { specversion?: string; eventid?: string; data: Record<string, unknown> & { data?: Record<string, unknown> } };
const etaOf = (post: Post): unknown => {
  const event = eventOf(post);
  return (event.specversion === undefined ? event.data : event.data.data)?.['expected_delivery_date_raw'];
};
const isGenuine = ({ headers, body }: Post): boolean => {
  try {
    new Webhook(SECRET).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

/** One receiver per path. */
const RECEIVERS: Readonly<Record<string, Receiver>> = {
  good: (post) => (isGenuine(post) ? 204 : 401),
  redirects: () => 302,
  broken: () => 500,
  hangs: () => 'hang',
  continues: () => 'continue',
  cuts: () => 'cut',
  lengthy: () => 'lengthy',
  trusting: () => 200,
  objectsOnly: (post) => (!isGenuine(post) ? 401 : typeof etaOf(post) === 'object' && etaOf(post) !== null ? 200 : 400),
  plainOnly: (post) => (!isGenuine(post) ? 401 : eventOf(post).specversion === undefined ? 200 : 422),
  onceOnly: rememberingReceiver(),
  ageless: (post) => (isGenuine({ ...post, headers: { ...post.headers } }) || isOldButSigned(post) ? 200 : 401),
};

/** Returns a receiver that refuses an eventid it has seen before. */
function rememberingReceiver(): Receiver {
  const seen = new Set<string>();
  return (post) => {
    if (!isGenuine(post)) return 401;
    const id = post.headers['webhook-id'] ?? '';
    if (seen.has(id)) return 409;
    seen.add(id);
    return 200;
  };
}

function isOldButSigned({ headers, body }: Post): boolean {
  const signedAt = new Date(Number(headers['webhook-timestamp']) * 1000);
  return headers['webhook-signature'] === new Webhook(SECRET).sign(headers['webhook-id'] ?? '', signedAt, body);
}

let server: ReturnType<typeof createServer>;
let base: string;
let caFile: string;

beforeAll(async () => {
  caFile = await receiverCaFile();
  server = createServer(await identityFor({}), (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const post = { headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() };
      const answer = RECEIVERS[(request.url ?? '').slice(1)]?.(post) ?? 404;
      if (typeof answer === 'string') ODD[answer](response);
      else response.writeHead(answer, answer === 302 ? { location: '/good' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function verify(path: string, ...options: string[]): Promise<{ code: number; output: string }> {
  const { code, stdout, stderr } = await runHostedCommand(['receiver:verify', `${base}/${path}`, ...options], {});
  return { code, output: stdout + stderr };
}

const failedIn = (output: string): string[] => [...output.matchAll(/^FAILED {2}(.+?): /gm)].map(([, name = '']) => name.trim());

describe('receiver:verify', () => {
  it('reports that a good receiver passes every check', async () => {
    const { code, output } = await verify('good', '--secret', SECRET, '--ca', caFile);
    expect([failedIn(output), code]).toEqual([[], 0]);
    expect(output).toContain(`All ${CHECKS} checks passed.`);
  });

  it.each([
    ['trusting', /^signature$/, 'Verify the signature over the received bytes'],
    ['objectsOnly', /^(plain|cloudevents)$/, 'Accept `expected_delivery_date_raw` in every form'],
    ['plainOnly', /^cloudevents$/, '--format plain'],
    ['onceOnly', /^(plain|cloudevents)$/, 'do nothing the second time'],
    ['ageless', /^signature$/, 'more than five minutes'],
  ])('names the failed check, and says what to do: %s', async (path, failed, advice) => {
    const { code, output } = await verify(path, '--secret', SECRET, '--ca', caFile);
    expect(code).toBe(1);
    expect(failedIn(output)).not.toEqual([]);
    expect(failedIn(output).filter((name) => !failed.test(name))).toEqual([]);
    expect(output).toContain(advice);
  });

  it.each([
    ['broken', 'Answer every POST with status 2xx'],
    ['redirects', 'Redirects are not followed'],
    ['nowhere', 'Check the path of the URL'],
    ['continues', 'Send only the final answer'],
    ['cuts', 'Send the answer to its end'],
    ['lengthy', 'fewer or shorter header lines'],
  ])('stops after the first check if the receiver refuses a usual webhook: %s', async (path, advice) => {
    const { code, output } = await verify(path, '--secret', SECRET, '--ca', caFile);
    expect([code, failedIn(output)]).toEqual([1, ['plain']]);
    expect(output).toContain(advice);
    expect(output).toContain(`The other ${CHECKS - 1} checks were not made`);
  });

  it('says that a wrong secret does not match, and shows neither secrets nor signatures', async () => {
    const wrong = `whsec_${Buffer.alloc(24, 'other').toString('base64')}`;
    const { code, output } = await verify('good', '--secret', wrong, '--ca', caFile);
    expect([code, failedIn(output)]).toEqual([1, ['plain']]);
    expect(output).toContain('The given --secret does not fit');
    expect(output).not.toMatch(/whsec_|v1,/);
  });

  it('tells a receiver with an unknown CA how to specify the CA', async () => {
    const { code, output } = await verify('good', '--secret', SECRET);
    expect([code, failedIn(output)]).toEqual([1, ['plain']]);
    expect(output).toMatch(/^FAILED {2}.*certificate[^]*--ca FILE/m);
  });

  it('checks only the plain format for a receiver configured that way', async () => {
    expect((await verify('plainOnly', '--secret', SECRET, '--ca', caFile, '--format', 'plain')).code).toBe(0);
  });

  it('asks a silent receiver once, within the time-out', async () => {
    const { code, output } = await verify('hangs', '--ca', caFile, '--timeout-ms', '300');
    expect([code, failedIn(output)]).toEqual([1, ['plain']]);
    expect(output).toContain('connected, but no answer came within 300 ms');
  });

  it('answers a wrong command with one sentence, the usage and exit code 2', async () => {
    const { code, output } = await verify('good', '--colour', 'red');
    expect(code).toBe(2);
    expect(output).toMatch(/^unknown option '--colour'\nUsage: cli receiver:verify <url> [^]*--timeout-ms <number>/);
  });
});
