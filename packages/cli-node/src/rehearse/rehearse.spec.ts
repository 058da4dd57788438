import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type Answering,
  answeringBy,
  type Faults,
  PracticeReceiver,
  SECRET,
  type Started,
  startServer,
} from '../../../../test/support/practice-receiver.js';
import { temporaryFolder } from '../../../../test/support/temporary-folder.js';
import { InMemory, nodeHandler, onceByEventId, Receiver } from '../../../receiver-node/src/index.js';
import { Output } from '../output/output.js';
import type { Place } from '../verify/place.js';
import { rehearseCommand } from './rehearse.command.js';
import { perform } from './perform.js';
import { planRehearsal } from './plan-rehearsal.js';
import type { CheckId, Step } from './step.js';
import type { Verdict } from './verdict.js';

const folder = temporaryFolder();
const secretFile = join(folder, 'secret');
writeFileSync(secretFile, `${SECRET}\n`);

const started: Started[] = [];
afterEach(async () => {
  for (const each of started.splice(0)) await each.close();
});

async function start(answer: Answering, receiver?: PracticeReceiver): Promise<string> {
  const server = await startServer(answer, receiver);
  started.push(server);
  return server.url;
}

interface Ran {
  readonly out: string;
  readonly err: string;
  readonly code: number | undefined;
}

/** Runs the command. @param isSure the answer of the person; undefined = nobody is there */
async function run(argv: readonly string[], isSure?: boolean): Promise<Ran> {
  let [out, err, code] = ['', '', undefined as number | undefined];
  const sinks = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) }, env: {} };
  const ask = isSure === undefined ? undefined : (question: string) => Promise.resolve(((err += question), isSure));
  const place: Place = { output: new Output(sinks), ask, end: (exitCode) => (code = exitCode) };
  const command = rehearseCommand(place)
    .exitOverride()
    .configureOutput({ writeErr: (text) => (err += text), writeOut: (text) => (out += text) });
  await command.parseAsync(['--pause-ms', '0', ...argv], { from: 'user' });
  return { out, err, code };
}

async function judge(
  faults: Faults,
  ...options: string[]
): Promise<{ verdict: Verdict; code: number | undefined; receiver: PracticeReceiver }> {
  const receiver = new PracticeReceiver(faults, SECRET);
  const url = await start(answeringBy(receiver), receiver);
  const { out, code } = await run([
    url,
    '--secret-file',
    secretFile,
    '--read-back',
    `${url}/parcel`,
    '--settle-ms',
    '2000',
    '--json',
    ...options,
  ]);
  return { verdict: JSON.parse(out) as Verdict, code, receiver };
}

const failedIn = ({ checks }: Verdict): CheckId[] => checks.filter(({ state }) => state === 'failed').map(({ id }) => id);
const checkIn = ({ checks }: Verdict, id: CheckId) => checks.find((check) => check.id === id)!;

describe('the verdict about a good receiver', () => {
  it.each(['plain', 'cloudevents'])('is good, and every check is seen: %s', async (format) => {
    const { verdict, code } = await judge({}, '--format', format);
    expect([failedIn(verdict), verdict.result, code]).toEqual([[], 'good', 0]);
    expect(verdict.checks.filter(({ state }) => state === 'not_seen')).toEqual([]);
    expect(verdict.checks.filter(({ state }) => state === 'reported').map(({ id }) => id)).toEqual(['unknown_field', 'unknown_event']);
  });

  it('is good when it works after it has answered', async () => {
    expect(failedIn((await judge({ worksLater: true })).verdict)).toEqual([]);
  });

  it('is good when it refuses what the schema does not have: this is reported only', async () => {
    const { verdict, code } = await judge({ refusesUnknown: true });
    expect([verdict.result, code]).toEqual(['good', 0]);
    expect(checkIn(verdict, 'unknown_event').evidence[0]).toContain('status 422');
  });

  it('is good without a secret and without reading back, and says what was not seen', async () => {
    const url = await start(answeringBy(new PracticeReceiver({}, undefined)));
    const { out, code } = await run([url]);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^not seen {2}accepts a right signature; .*; refuses an old signature: the webhooks had no signatures\n {10}→ Give the receiver’s signing secret by --secret-file\.$/m,
    );
    expect(out).toMatch(/^not seen {2}counts each event once; .*: nobody was asked\n {10}→ Give --read-back URL/m);
  });
});

describe('the verdict about a receiver that uses the package for Node', () => {
  it('is good', async () => {
    const parcels = new Map<string, { status: string; timestamp: string; events: Record<string, number> }>();
    const store = onceByEventId(new InMemory(), async (webhook) => {
      if (webhook.kind !== 'tracking') return;
      const { eventid, timestamp, references, data } = { ...webhook, timestamp: webhook.timestamp ?? '' };
      const parcel = parcels.get(references.tracking_number) ?? { status: '', timestamp: '', events: {} };
      const isYounger = parcel.timestamp === '' || Date.parse(timestamp) >= Date.parse(parcel.timestamp);
      const events = { ...parcel.events, [eventid]: (parcel.events[eventid] ?? 0) + 1 };
      parcels.set(references.tracking_number, isYounger ? { status: data.delivery_status, timestamp, events } : { ...parcel, events });
    });
    const receive = nodeHandler(new Receiver({ secret: SECRET, store, onRefused: () => undefined }));
    const server = await startServer(() => undefined);
    started.push(server);
    server.server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
      const number = new URL(request.url ?? '', 'http://localhost').searchParams.get('tracking_number');
      if (number === null) receive(request, response);
      else response.writeHead(parcels.has(number) ? 200 : 404).end(JSON.stringify(parcels.get(number) ?? {}));
    });
    const { out, code } = await run([server.url, '--secret-file', secretFile, '--read-back', server.url, '--json']);
    const { checks } = JSON.parse(out) as Verdict;
    expect(checks.filter(({ state }) => state === 'failed' || state === 'not_seen')).toEqual([]);
    expect(code).toBe(0);
  });
});

describe('the verdict about a receiver with a fault', () => {
  it.each<[Faults, CheckId[]]>([
    [{ countsTwice: true }, ['counted_once']],
    [{ movesBack: true }, ['delivered_stays']],
    [{ ignoresSignatures: true }, ['signature_wrong', 'signature_changed', 'signature_missing', 'signature_old']],
    [{ ignoresAge: true }, ['signature_old']],
    [{ refusesRepeats: true }, ['repeats']],
    [{ freezesAfterDelivery: true }, ['correction']],
    [{ comparesTimesAsText: true }, ['delivered_stays']],
    [{ knowsObjectsOnly: true }, ['dates']],
    [{ losesEvents: true }, ['counted_once']],
    [{ countsRefused: true }, ['refused_uncounted']],
  ])('%j', async (faults, failed) => {
    const { verdict, code } = await judge(faults, '--settle-ms', '300');
    expect([failedIn(verdict), verdict.result, code]).toEqual([failed, 'failed', 1]);
    for (const id of failed) {
      expect(checkIn(verdict, id).evidence.length).toBeGreaterThan(0);
      expect(checkIn(verdict, id).advice).toMatch(/\w/);
    }
  });

  it('names the parcel, the event and the number', async () => {
    const twice = (await judge({ countsTwice: true })).verdict;
    expect(checkIn(twice, 'counted_once').evidence[0]).toMatch(/^TEST-1-15902-[\dA-F]{6}-1, onCreated \([\da-f-]{36}\): counted 3 times$/);
    expect(checkIn(twice, 'counted_once').evidence).toContainEqual(expect.stringMatching(/^and \d+ more of \d+$/));
    const back = (await judge({ movesBack: true })).verdict;
    expect(checkIn(back, 'delivered_stays').evidence).toContainEqual(
      expect.stringMatching(/^TEST-1-.*: its youngest event says Delivered, the receiver says “Pending”$/),
    );
  });
});

describe('the webhooks', () => {
  it('are new in each rehearsal, and about practice parcels', async () => {
    const [first, second] = [await judge({}), await judge({})];
    const idsOf = ({ receiver }: typeof first) => new Set(receiver.bodies.map((body) => (JSON.parse(body) as { eventid: string }).eventid));
    expect([...idsOf(first)].filter((eventid) => idsOf(second).has(eventid))).toEqual([]);
    for (const body of first.receiver.bodies) expect(body).toMatch(/"tracking_number":"TEST-/);
    expect(first.receiver.bodies.length).toBe(first.verdict.sent);
  });

  it('repeat one eventid sixteen times with the same bytes', async () => {
    const { receiver } = await judge({});
    const counts = [...Map.groupBy(receiver.bodies, (body) => (JSON.parse(body) as { eventid: string }).eventid).values()];
    const sixteen = counts.filter((bodies) => bodies.length === 16);
    expect([sixteen.length, new Set(sixteen[0]).size]).toEqual([1, 1]);
  });

  it('have the headers of the service', async () => {
    const { receiver } = await judge({});
    expect(receiver.headers[0]).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'parcel-event-webhooks/1',
      'webhook-id': expect.any(String),
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
  });

  it('carry the credentials of the receiver, which the verdict masks', async () => {
    const url = await start((response, { headers }) =>
      response.writeHead(403).end(`you sent ${String(headers['x-api-key'])} ${headers.authorization}, that is pass-word`),
    );
    const { out, code } = await run([url, '--header', 'X-Api-Key: k-123456', '--basic', 'shop:pass-word']);
    expect(code).toBe(1);
    expect(out).toContain('you sent *** ***, that is ***');
    expect(out).not.toMatch(/k-123456|c2hvcDpwYXNzLXdvcmQ=|pass-word/);
  });

  it('never send the credentials to another origin', async () => {
    const receiver = new PracticeReceiver({}, SECRET);
    const url = await start(answeringBy(receiver), receiver);
    const other = await startServer(() => undefined);
    started.push(other);
    const seen: (string | undefined)[] = [];
    other.server.on('request', ({ headers }: { headers: Record<string, string | undefined> }) => seen.push(headers['x-api-key']));
    await run([url, '--secret-file', secretFile, '--header', 'X-Api-Key: k-123456', '--read-back', other.url, '--settle-ms', '0']);
    expect([seen.length > 0, seen.filter(Boolean)]).toEqual([true, []]);
  });
});

describe('a hostile receiver', () => {
  const runAt = async (answer: Answering, ...options: string[]): Promise<Ran & { posts: number }> => {
    let posts = 0;
    const url = await start((response, post) => answer(((posts += 1), response), post));
    return { ...(await run([url, '--timeout-ms', '300', ...options])), posts };
  };

  it.each<[string, Answering, RegExp]>([
    ['hangs', () => undefined, /connected, but no answer came within 300 ms/],
    ['resets', (response) => void response.socket?.resetAndDestroy(), /ECONNRESET/],
    [
      'redirects',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      /status 302.*\n.*→ Redirects are not followed/,
    ],
    ['answers 500', (response) => void response.writeHead(500).end(), /status 500/],
    ['has too many headers', (response) => void response.writeHead(200, { 'x-long': 'x'.repeat(70_000) }).end(), /shorter header lines/],
    ['sends 100 Continue', (response) => (response.writeContinue(), void response.writeHead(200).end()), /→ Send only the final answer/],
    [
      'ends in the middle',
      (response) => void response.writeHead(200, { 'content-length': '9' }).write('.', () => response.destroy()),
      /to its end/,
    ],
    ['trickles', (response) => void response.writeHead(200).write('.'), /an answer began, but it did not end within 300 ms/],
    ['is no HTTP server', (response) => void response.socket?.end('SSH-2.0-hello\r\n'), /status line/],
    [
      'changes the protocol',
      (response) => void response.socket?.end('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      /HTTP\/1\.1/,
    ],
  ])('gets one webhook when it %s', async (_, answer, words) => {
    const { out, code, posts } = await runAt(answer);
    expect([code, posts]).toEqual([1, 1]);
    expect(out).toMatch(words);
    expect(out).toContain('were not: the receiver does not accept a usual webhook yet.');
  });

  it('may answer more than anybody reads', async () => {
    const { code } = await runAt(
      (response) => {
        response.writeHead(200);
        const more = (): void => void (response.destroyed || response.write(Buffer.alloc(65_536, 'x'), () => setImmediate(more)));
        more();
      },
      '--timeout-ms',
      '20000',
    );
    expect(code).toBe(0);
  });

  it('is left alone after three webhooks without an answer', async () => {
    let posts = 0;
    const { out, code } = await runAt((response) => void (++posts <= 10 ? response.writeHead(200).end() : undefined));
    expect([code, posts]).toEqual([1, 13]); // ten with an answer
    expect(out).toContain('the receiver no longer answers');
  });

  it('cannot steer the terminal or the page', async () => {
    const page = join(folder, 'hostile.html');
    const evil = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e<script>alert("x")</script>\r\n&';
    for (const option of [[], ['--json']]) {
      const { out } = await runAt((response) => void response.writeHead(400).end(evil), '--page', page, ...option);
      expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    }
    const html = readFileSync(page, 'utf8');
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
    expect(html.replaceAll('\n', '')).not.toMatch(/<script|\p{Cc}|\u202e/u);
  });

  it('cannot steer the terminal when it is read back', async () => {
    const receiver = new PracticeReceiver({}, SECRET);
    receiver.read = () => ({ status: '\u001b[31mDelivered', events: {} });
    const url = await start(answeringBy(receiver), receiver);
    const { out } = await run([url, '--secret-file', secretFile, '--read-back', url, '--settle-ms', '0']);
    expect(out).toContain('the receiver says “');
    expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it.each([
    ['not JSON', 'the answer is not JSON'],
    ['[]', 'has not the form'],
    ['{"status":1,"events":{}}', 'has not the form'],
    ['{"status":"Delivered","events":{"a":-1}}', 'has not the form'],
    ['{"status":"Delivered"}', 'has not the form'],
    [`"${'x'.repeat(70_000)}"`, 'too long'],
  ])('fails when it is read back as %.20s', async (text, words) => {
    const receiver = new PracticeReceiver({}, SECRET);
    const url = await start(answeringBy(receiver));
    const other = await startServer(() => undefined);
    started.push(other);
    other.server.removeAllListeners('request').on('request', (_, response: { end: (text: string) => void }) => response.end(text));
    const { out, code } = await run([url, '--secret-file', secretFile, '--read-back', other.url]);
    expect(code).toBe(1);
    expect(out).toMatch(new RegExp(`^FAILED {4}counts each event once: TEST-.* could not be read back: .*${words}`, 'm'));
  });
});

describe('a receiver that does not answer when it is read back', () => {
  it('fails, and is asked once', async () => {
    const receiver = new PracticeReceiver({}, SECRET);
    const url = await start(answeringBy(receiver));
    const other = await startServer(() => undefined);
    started.push(other);
    let asked = 0;
    other.server.removeAllListeners('request').on('request', () => (asked += 1));
    const { out, code } = await run([url, '--secret-file', secretFile, '--read-back', other.url, '--timeout-ms', '300']);
    expect([code, asked]).toEqual([1, 1]);
    expect(out).toContain('could not be read back: connected, but no answer came within 300 ms');
  });
});

describe('a performance', () => {
  const steps = planRehearsal({ run: 'RUN', newId: randomUUID, format: 'plain', hasSecret: false });
  const answered = { kind: 'answered', status: 204, durationMs: 1 } as const;

  it('lets time pass before each of the fifteen repeats of one attempt', async () => {
    const told: string[] = [];
    const post = (step: Step) => (told.push(step.event.eventid), Promise.resolve(answered));
    await perform(steps, { post, pause: () => (told.push('pause'), Promise.resolve()) });
    const repeated = told.flatMap((each, index) => (each === 'pause' ? [told[index + 1]] : []));
    expect([repeated.length, new Set(repeated).size]).toEqual([15, 1]);
  });

  it('goes on after a webhook without an answer, and ends after three in a row', async () => {
    const silent = { kind: 'failed', outcome: 'timeout', detail: 'no answer' } as const;
    const answers = [answered, silent, silent, answered, silent, silent, silent];
    const pause = () => Promise.resolve();
    const { heard, notMade } = await perform(steps, { post: () => Promise.resolve(answers.shift() ?? answered), pause });
    expect([heard.length, notMade]).toEqual([7, steps.length - 7]);
  });

  it('is about parcels of their own', () => {
    const numbers = (check: CheckId): Set<string> =>
      new Set(steps.filter((step) => step.check === check).map(({ event }) => event.references.tracking_number));
    expect([...numbers('out_of_order')].filter((number) => numbers('late').has(number) || numbers('dates').has(number))).toEqual([]);
    expect(numbers('dates').size).toBe(9);
  });
});

describe('the page', () => {
  it('shows each check, and needs nothing else', async () => {
    const page = join(folder, 'page.html');
    const { verdict } = await judge({ movesBack: true }, '--page', page);
    const html = readFileSync(page, 'utf8');
    expect(verdict.checks.filter(({ id, name }) => !html.includes(`id="${id}"><td`) || !html.includes(name))).toEqual([]);
    expect(html).toContain('has faults');
    expect(html).toContain('color-scheme: light dark');
    expect(html).not.toMatch(/<(?:script|link|img)|url\(|@import/);
  });
});

describe('the command line', () => {
  it('answers 3 when nobody listens', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const { out, code } = await run([`http://127.0.0.1:${port}/hook`]);
    expect(code).toBe(3);
    expect(out).toContain('ECONNREFUSED');
    expect(out).toContain('the receiver cannot be reached');
  });

  it('shows the URL without its query', async () => {
    const url = await start((response) => response.writeHead(500).end());
    const { out } = await run([`${url}/hook?key=k-123`, '--json']);
    expect((JSON.parse(out) as Verdict).url).toBe(`${url}/hook`);
    expect(out).not.toContain('k-123');
  });

  it('asks before it sends to another machine', async () => {
    const { err } = await run(['https://receiver.invalid/hook'], false).catch((error: Error) => ({ err: error.message }));
    expect(err).toBe('Nothing was sent.');
    await expect(run(['https://receiver.invalid/hook'])).rejects.toThrow('Confirm this by --yes.');
    const { code, err: question } = await run(['https://receiver.invalid/hook', '--secret-file', secretFile], true);
    expect(question).toMatch(/^receiver\.invalid gets \d+ signed webhooks about parcels that do not exist\. Send them\?$/);
    expect(code).toBe(3);
    expect((await run(['https://receiver.invalid/hook', '--yes'])).code).toBe(3);
  });

  it.each([
    [['http://shop.example/hook'], 'only this machine may be reached over http'],
    [['http://localhost.shop.example/hook'], 'only this machine may be reached over http'],
    [['ftp://localhost/'], 'only this machine may be reached over http'],
    [['http://shop:pass@localhost/'], 'Give the credentials by --basic, not in the URL.'],
    [['http://localhost/', '--secret-file', '/nowhere/secret'], '--secret-file: ENOENT'],
    [['http://localhost/', '--secret-file', import.meta.filename], '--secret-file must be the receiver’s `signing.secret`'],
    [['http://localhost/', '--read-back', 'http://shop.example/'], '--read-back must be an https URL'],
    [['http://localhost/', '--page', '/nowhere/page.html'], '--page: ENOENT'],
    [['http://localhost/', '--ca', '/nowhere/ca.pem'], '--ca: ENOENT'],
    [['http://localhost/', '--header', 'abc'], '--header must have the form'],
    [['http://localhost/', '--format', 'xml'], 'Allowed choices are plain, cloudevents'],
    [['http://localhost/', '--timeout-ms', '5'], 'whole number from 100'],
    [['http://localhost/', '--colour'], "unknown option '--colour'"],
    [[], "missing required argument 'url'"],
  ])('%j is refused before anything is sent', async (argv, sentence) => {
    await expect(run(argv)).rejects.toThrow(sentence);
  });
});
