// The commands against real HTTP servers: a service as it should be, and hostile ones.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { trackingEvent } from '../../../test/builders/tracking-event.js';
import { type CliMachine, cliMachine, type CliRun, type RunOptions } from '../../../test/support/cli-io.js';
import { type FakeService, fakeService, fault, json } from '../../../test/support/fake-service.js';
import { httpServer, type HttpServer } from '../../../test/support/http-server.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { waitFor } from '../../../test/support/wait-for.js';
import manifest from '../package.json' with { type: 'json' };

const TOKEN = 'pew_0123456789abcdefghijklmnopqrstuvwxyz-_secret';
const FILTER = Object.fromEntries(
  ['couriers', 'destinationCountries', 'warehouses', 'languages', 'clients', 'deliveryLocations', 'returnReasons', 'exceptions'].map(
    (list) => [list, []],
  ),
);

let service: FakeService;
let machine: CliMachine;
const servers: HttpServer[] = [];
beforeEach(async () => {
  service = await fakeService(manifest.version);
  servers.push(service);
  machine = cliMachine();
});
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

const run = (argv: string, options?: RunOptions): Promise<CliRun> => machine.run(argv.split(' '), options);
const login = (profile = 'default', options: RunOptions = {}): Promise<CliRun> =>
  run(`login --address ${service.url} --account 1 --profile ${profile}`, { input: `${TOKEN}\n`, ...options });
const profileFile = (name = 'default'): string => join(machine.folder, 'parcel-webhooks', `profile-${name}.json`);
const secretOf = (name?: string): string =>
  (JSON.parse(readFileSync(profileFile(name), 'utf8')) as { signingSecret: string }).signingSecret;

describe('login', () => {
  it('stores a profile that only its owner may read, and shows no token', async () => {
    const { code, out, err } = await login();
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('as account 1, scope read');
    expect(out + err).not.toContain(TOKEN);
    expect(statSync(profileFile()).mode & 0o777).toBe(0o600);
    expect(service.asked.map(({ request, token }) => [request, token])).toEqual([
      ['GET /sessions/current', TOKEN],
      ['GET /openapi.json', undefined],
    ]);
  });

  it('keeps the signing secret of the profile, and reads the token from a file', async () => {
    await login();
    const secret = secretOf();
    const file = join(temporaryFolder(), 'token');
    writeFileSync(file, `${TOKEN}2\n`);
    expect((await run(`login --address ${service.url}/ --account 1 --token-file ${file} --json`)).code).toBe(0);
    expect([secretOf(), service.asked.at(-2)?.token]).toEqual([secret, `${TOKEN}2`]);
  });

  it.each([
    ['a refused token', fault(401, 'authentication_failed'), 4, 'Log in again'],
    ['the token of another account', json({ account: 2, scope: 'read' }), 4, 'of account 2'],
    ['another server', json('<html>', 404), 3, 'does not come from the API'],
    ['a page', (_: IncomingMessage, response: { end: (text: string) => void }) => response.end('<html>'), 3, 'not JSON'],
  ] as const)('stores nothing with %s', async (_, reply, expected, message) => {
    service.replies.set('GET /sessions/current', reply);
    const { code, err } = await login();
    expect([code, err]).toEqual([expected, expect.stringContaining(message)]);
    expect((await run('profiles --json')).out).toBe('[]\n');
  });

  it('needs a token with characters of a token', async () => {
    const { code, err } = await login('default', { input: 'pew_secret with\u0007spaces' });
    expect([code, err]).toEqual([2, expect.not.stringContaining('spaces')]);
  });

  it('says that the service is newer', async () => {
    service.replies.set('GET /openapi.json', json({ info: { version: '7.0.0' } }));
    expect((await login()).err).toContain('The service (7.0.0) is newer than this command');
    expect((await run('events --json')).code).toBe(0);
  });

  it('stores several profiles', async () => {
    await login();
    await login('shop');
    expect(secretOf('shop')).not.toBe(secretOf());
    expect((await run('profiles')).out).toBe(`default\t${service.url}\taccount 1\nshop\t${service.url}\taccount 1\n`);
    expect((await run('logout --profile shop')).code).toBe(0);
    expect((await run('events', { env: { PARCEL_WEBHOOKS_PROFILE: 'shop' } })).code).toBe(2);
  });
});

describe('the command line', () => {
  it.each([
    ['', 2],
    ['--help', 0],
    ['--version', 0],
    ['unknown', 2],
    ['events --unknown', 2],
    ['listen', 2],
    ['listen --forward http://shop.example/', 2],
    ['events', 2],
    ['login --account x --address https://a.example', 2],
    ['events --limit 0', 2],
    ['redeliver', 2],
  ])('%j ends with %d', async (argv, code) => {
    const ran = await machine.run(argv === '' ? [] : argv.split(' '));
    expect([ran.code, ran.out + ran.err]).toEqual([code, expect.stringMatching(/./)]);
  });

  it('repeats no control character of an argument', async () => {
    const { err } = await machine.run(['events', '--\u001b[2J']);
    expect(err).toContain('\ufffd[2J');
  });
});

describe('the secret', () => {
  beforeEach(() => login());
  it('is shown in a terminal, written to a private file, and never in a pipe', async () => {
    expect((await run('secret', { isTerminal: true })).out).toBe(`${secretOf()}\n`);
    expect(await run('secret')).toMatchObject({ code: 2, out: '' });
    expect(await run('secret --json', { isTerminal: true })).toMatchObject({ code: 2, out: '' });
    const file = join(machine.folder, 'secret');
    expect((await run(`secret --out ${file}`)).out).not.toContain(secretOf());
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([`${secretOf()}\n`, 0o600]);
  });

  it('is another one after --renew', async () => {
    const before = secretOf();
    await run('secret --renew', { isTerminal: true });
    expect(secretOf()).not.toBe(before);
  });
});

describe('a hostile service', () => {
  const HOSTILE = `\u001b]0;owned\u0007\u009b2J\r\nforged line ${TOKEN}`;
  beforeEach(() => login());

  it.each(['events', 'events --json', 'deliveries', 'receivers', 'explain a b', 'receivers show r', 'events e'])(
    'reaches neither the terminal nor the token (%s)',
    async (argv) => {
      const finding = { severity: HOSTILE, code: 'x', meaning: HOSTILE, toDo: HOSTILE, at: HOSTILE, receiverId: HOSTILE };
      const event = {
        createdAt: HOSTILE,
        event: HOSTILE,
        eventid: HOSTILE,
        payload: { references: { courier: HOSTILE, tracking_number: HOSTILE } },
      };
      const delivery = {
        ...event,
        status: HOSTILE,
        lastOutcome: HOSTILE,
        lastHttpStatus: null,
        deliveryId: HOSTILE,
        courier: HOSTILE,
        trackingNumber: HOSTILE,
      };
      const receiver = { receiverId: HOSTILE, name: HOSTILE, url: HOSTILE, health: { state: HOSTILE, reason: HOSTILE } };
      service.replies.set('GET /events', json({ events: [event], nextCursor: null }));
      service.replies.set('GET /events/e', json({ ...event, consignmentId: HOSTILE, deliveries: [{ ...delivery, receiverId: HOSTILE }] }));
      service.replies.set('GET /deliveries', json({ deliveries: [delivery], nextCursor: null }));
      service.replies.set('GET /receivers', json({ receivers: [receiver] }));
      service.replies.set('GET /receivers/r', json(receiver));
      service.replies.set(
        'GET /consignments/a/b/explain',
        json({ courier: HOSTILE, trackingNumber: HOSTILE, verdict: finding, notable: [finding], events: [] }),
      );
      const { code, out, err } = await run(argv, { isTerminal: true, env: { NO_COLOR: '1' } });
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain('forged line [secret]');
      expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      expect(out).not.toMatch(/^forged/m);
    },
  );

  it('reaches neither by an error', async () => {
    service.replies.set('GET /events', fault(400, 'invalid', HOSTILE));
    const { code, err } = await run('events');
    expect([code, err]).toEqual([1, expect.stringContaining('forged line [secret]')]);
    expect(err.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it('gets no token by a redirect', async () => {
    const tokens: unknown[] = [];
    const thief = await httpServer((request, response) => {
      tokens.push(request.headers['token']);
      response.end('{}');
    });
    servers.push(thief);
    for (const status of [301, 302, 307, 308]) {
      service.next.push((_, response) => response.writeHead(status, { location: `${thief.url}/events` }).end());
      expect(await run('events')).toMatchObject({ code: 3, err: expect.stringContaining('the token is not sent there') });
    }
    expect(tokens).toEqual([]);
  });

  it.each<[string, unknown, number]>([
    ['nothing', null, 1],
    ['a list', [], 1],
    ['other fields', { rows: 7 }, 1],
    ['rows that are none', { events: [null], nextCursor: null }, 1],
  ])('that answers %s ends the command with a message', async (_, body, least) => {
    service.replies.set('GET /deliveries', json(body));
    service.replies.set('GET /receivers', json(body));
    const { code, err } = await run('receivers');
    expect([code >= least, err.split('\n')]).toEqual([true, [expect.stringMatching(/^error: /), '']]);
  });
});

describe('the exit code', () => {
  beforeEach(() => login());
  it.each([
    [400, 'invalid', 1],
    [401, 'authentication_failed', 4],
    [403, 'permission_denied', 4],
    [404, 'not_found', 1],
    [409, 'conflict', 1],
    [500, 'error', 3],
  ])('after %d %s is %d', async (status, code, expected) => {
    service.replies.set('GET /events', fault(status, code));
    expect((await run('events')).code).toBe(expected);
  });

  it('is 3 when nobody answers', async () => {
    await service.close();
    expect(await run('events')).toMatchObject({ code: 3, out: '', err: expect.stringContaining('does not answer') });
  });

  it('comes with a remark when the service is older and does not know the request', async () => {
    service.replies.set('GET /openapi.json', json({ info: { version: '0.9.0' } }));
    service.replies.set('GET /events', fault(404, 'not_found'));
    expect((await run('events')).err).toContain('The service (0.9.0) is older than this command');
  });
});

describe('changes', () => {
  beforeEach(() => login());

  it('redeliver is a dry run without --yes', async () => {
    const preview = { count: 3, countIsExact: true, to: '2026-03-30T00:00:00Z', sample: [] };
    service.replies.set('POST /receivers/r/redeliver', json(preview));
    const argv = 'redeliver --receiver r --status exhausted --from 2026-03-29T00:00:00Z';
    expect(await run(argv)).toMatchObject({
      code: 0,
      out: expect.stringContaining('3 deliveries'),
      err: expect.stringContaining('--yes'),
    });
    await run(`${argv} --yes`);
    expect(
      service.asked.filter(({ request }) => request.startsWith('POST')).map(({ body }) => (JSON.parse(body) as { dryRun: boolean }).dryRun),
    ).toEqual([true, false]);
  });

  it('redeliver of one delivery only looks without --yes', async () => {
    service.replies.set(
      'GET /deliveries/d',
      json({ event: 'onDelivered', courier: 'a', trackingNumber: '1', status: 'exhausted', lastHttpStatus: 500 }),
    );
    expect((await run('redeliver d')).code).toBe(0);
    expect(service.asked.some(({ request }) => request.startsWith('POST'))).toBe(false);
  });

  it('a secret that is shown once goes to a private file, not into a pipe', async () => {
    service.replies.set(
      'POST /receivers',
      json({ receiverId: 'r', name: 'n', url: 'https://a.example', signing: { enabled: true, secret: 'whsec_once' } }, 201),
    );
    expect((await run('receivers create --url https://a.example')).code).toBe(2);
    expect((await run(`receivers create --url https://a.example --secret-out ${machine.folder}`)).code).toBe(2);
    const file = join(machine.folder, 'once');
    const { code, out, err } = await run(
      `receivers create --url https://a.example --events onDelivered,onReturn --secret-out ${file} --json`,
    );
    expect([code, readFileSync(file, 'utf8')]).toEqual([0, 'whsec_once\n']);
    expect(out + err).not.toContain('whsec_once');
    expect(JSON.parse(service.asked.find(({ request }) => request.startsWith('POST'))!.body)).toEqual({
      url: 'https://a.example',
      events: ['onDelivered', 'onReturn'],
    });
  });
});

interface Got {
  readonly id: string;
  readonly url: string | undefined;
  readonly body: Record<string, unknown>;
}

/** A server on this machine that takes webhooks. */
async function shop(): Promise<{ url: string; got: Got[] }> {
  const got: Got[] = [];
  const server = await httpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({
        id: String(request.headers['webhook-id']),
        url: request.url,
        body: JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>,
      });
      response.end();
    });
  });
  servers.push(server);
  return { url: `${server.url}/hook`, got };
}

const payloads = (count: number): ReturnType<typeof trackingEvent>['payload'][] =>
  Array.from({ length: count }, () => trackingEvent({ account: 1 }).payload);
const idsOf = (events: readonly { eventid: string }[]): string[] => events.map(({ eventid }) => eventid);

describe('listen', () => {
  beforeEach(() => login());

  it('forwards from the oldest, in order, and goes on where it ended', async () => {
    const { url, got } = await shop();
    service.events.push(...payloads(120));
    const first = await run(`listen --forward ${url} --since oldest --count 70 --json`);
    expect([first.code, first.out.trim().split('\n').length]).toEqual([0, 70]);
    expect(JSON.parse(first.out.split('\n')[0]!)).toMatchObject({
      eventid: service.events[0]!.eventid,
      kind: 'answered',
      status: 200,
      isRepeat: false,
    });
    const second = await run(`listen --forward ${url} --count 50`);
    expect(second.err).toContain('Goes on where the last run ended');
    expect(got.map(({ id }) => id)).toEqual(idsOf(service.events));
    expect(first.err + second.err + second.out).not.toContain(secretOf());
  });

  it('begins with new events, shows the secret in a terminal, and ends with Ctrl-C', async () => {
    const { url, got } = await shop();
    service.events.push(...payloads(3));
    let stop: (() => void) | undefined;
    const running = run(`listen --forward ${url} --pause-ms 100`, { isTerminal: true, onStop: (given) => void (stop = given) });
    await waitFor(() => service.asked.some(({ request }) => request.includes('after=3')));
    const [event] = payloads(1);
    service.events.push(event!);
    await waitFor(() => got.length === 1);
    stop!();
    const { code, out } = await running;
    expect([code, got.map(({ id }) => id)]).toEqual([0, [event!.eventid]]);
    expect(out).toContain(`Signing secret: ${secretOf()}\n`);
  });

  it('is like a receiver: format, query parameters, events and filter', async () => {
    const { url, got } = await shop();
    const receiver = {
      format: 'cloudevents',
      etaUnknownForm: 'null_text',
      queryParameters: ['client'],
      timeoutMs: 100_000,
      signing: { enabled: true },
    };
    service.replies.set('GET /receivers/r', json({ ...receiver, events: ['onDelivered'], filter: { ...FILTER, clients: ['shop-de'] } }));
    service.replies.set('GET /event-types', json({ eventTypes: [], source: 'urn:shop', vendor: 'shop' }));
    const ours = trackingEvent({ account: 1, event: 'onDelivered', references: { client: 'shop-de' } }).payload;
    const others = [trackingEvent({ account: 1, event: 'onDelivered', references: { client: 'other' } }).payload, ...payloads(2)];
    service.events.push(...others, ours);
    expect((await run(`listen --forward ${url} --like r --since oldest --count 1`)).code).toBe(0);
    expect(got).toEqual([
      {
        id: ours.eventid,
        url: '/hook?client=shop-de',
        body: expect.objectContaining({
          source: 'urn:shop',
          type: 'com.shop.tracking.event.ondelivered',
          data: expect.objectContaining({ data: expect.objectContaining({ expected_delivery_date_raw: 'null' }) }),
        }),
      },
    ]);
  });

  it('needs a service that says its source for CloudEvents', async () => {
    service.replies.set(
      'GET /receivers/r',
      json({ format: 'cloudevents', queryParameters: [], events: [], filter: FILTER, signing: { enabled: true } }),
    );
    service.replies.set('GET /event-types', json({ eventTypes: [] }));
    expect(await run('listen --forward http://localhost:1/ --like r')).toMatchObject({
      code: 1,
      err: expect.stringContaining('older than this command'),
    });
  });

  it('skips nothing while the service fails, resets or restarts', async () => {
    const { url, got } = await shop();
    service.events.push(...payloads(3));
    const fail = fault(503, 'service_unavailable');
    const running = run(`listen --forward ${url} --since oldest --count 3`);
    service.next.push(json({ info: { version: manifest.version } }), fail, (_, response) => response.destroy());
    const { code, err } = await running;
    expect([code, got.map(({ id }) => id)]).toEqual([0, idsOf(service.events)]);
    expect(err).toContain('nothing is skipped');
    expect(err).toContain('The service answers again.');
  });

  it('ends when the token is revoked meanwhile', async () => {
    service.replies.set('GET /events', fault(401, 'authentication_failed'));
    expect((await run('listen --forward http://localhost:1/hook')).code).toBe(4);
  });

  it('forwards an event that retention takes meanwhile, and goes on behind it', async () => {
    const { url, got } = await shop();
    service.events.push(...payloads(3));
    const ids = idsOf(service.events);
    await run(`listen --forward ${url} --since oldest --count 1`);
    service.replies.set(
      'GET /events',
      json({ events: service.events.slice(2).map((payload) => ({ payload })), nextAfter: '3', nextCursor: null }),
    );
    await run(`listen --forward ${url} --count 1`);
    expect(got.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  });

  it('refuses a second listener on the same profile and address, and allows another address', async () => {
    const { url } = await shop();
    let stop: (() => void) | undefined;
    const running = run(`listen --forward ${url}`, { onStop: (given) => void (stop = given) });
    await waitFor(() => service.asked.some(({ request }) => request.includes('after=0')));
    expect(await run(`listen --forward ${url}`)).toMatchObject({ code: 1, err: expect.stringContaining('already forwards') });
    service.events.push(...payloads(1));
    expect((await run(`listen --forward ${url}/other --since oldest --count 1`)).code).toBe(0);
    stop!();
    expect((await running).code).toBe(0);
    expect(readdirSync(join(machine.folder, 'parcel-webhooks/positions')).filter((file) => file.endsWith('.lock'))).toEqual([]);
  });

  it('records, and replays without the service', async () => {
    const { url, got } = await shop();
    service.events.push(...payloads(3));
    mkdirSync(machine.folder, { recursive: true });
    const file = join(machine.folder, 'recorded.jsonl');
    await run(`listen --forward ${url} --since oldest --count 3 --record ${file}`);
    await service.close();
    expect((await run(`listen --forward ${url} --replay ${file}`)).code).toBe(0);
    expect(got.slice(3)).toEqual(got.slice(0, 3));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await run(`listen --forward ${url} --replay ${file} --since end`)).code).toBe(2);
    expect((await run(`listen --forward ${url} --replay ${file}.none`)).code).toBe(2);
  });

  it('asks with its filters', async () => {
    await run('listen --forward http://localhost:1/ --event onDelivered --courier a --tracking-number 1 --client c', {
      onStop: (stop) => void waitFor(() => service.asked.some(({ request }) => request.startsWith('GET /events'))).then(stop),
    });
    expect(service.asked.find(({ request }) => request.startsWith('GET /events'))?.request).toBe(
      'GET /events?event=onDelivered&courier=a&trackingNumber=1&client=c&limit=50&after=end',
    );
  });

  it('ends with a message at an event that it does not understand', async () => {
    const { url } = await shop();
    service.replies.set('GET /events', json({ events: [{ payload: null }], nextAfter: '1', nextCursor: null }));
    expect(await run(`listen --forward ${url}`)).toMatchObject({ code: 1, err: expect.stringContaining('does not understand') });
  });
});
