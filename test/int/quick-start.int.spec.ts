// Runs the commands of docs/quick-start.md unchanged. Only the port is a free port, and the apps of this test replace `npm start`.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadSamples } from '#libs/demo';
import { ROOT } from '../../scripts/stack/clone.js';
import { freePorts } from '../../scripts/stack/free-ports.js';
import { startMailServer, type TestMailServer } from '../support/mail-server.js';
import { commandsOf, type PageCommands, writeConnection } from '../support/page-commands.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const FOLDER = join(ROOT, '.cache/quick-start');
const START = 'EXTRA_CA_FILE=.cache/quick-start/cert.pem npm start -- --connection-file .cache/quick-start/connection.json';
const PARCEL = '00340434161094020028';

const bed = useTestBed();
let page: PageCommands;
let programs: string[];
const started: ReturnType<typeof spawn>[] = [];
let printed = '';
let relay: TestMailServer;

beforeAll(async () => {
  const [port, laptopPort] = await freePorts(2);
  // One pass: a free port may itself hold the digits of the other port.
  const text = readFileSync(join(ROOT, 'docs/quick-start.md'), 'utf8').replace(/8443|3000/g, (known) =>
    String(known === '8443' ? port : laptopPort),
  );
  page = commandsOf(text, { XDG_CONFIG_HOME: FOLDER });
  programs = [...page.programs];
  rmSync(FOLDER, { recursive: true, force: true });
  relay = await startMailServer();
});

afterAll(async () => {
  started.forEach((program) => program.kill());
  await relay.close();
  rmSync(FOLDER, { recursive: true, force: true });
});

const run = (block: string): Promise<string> => page.run(block);

it('goes from nothing to a verified webhook', async () => {
  const [prepare = '', service = '', login = '', laptop = '', rehearse = '', register = '', start = '', ...further] = page.blocks;
  const [first = '', verify = '', ...others] = further;
  const [scan = '', look = '', why = '', health = '', notifications = '', mail = '', ...rest] = others;
  expect(rest).toEqual([]);
  await run(prepare);
  expect(service).toBe(START);
  await startService();
  await run(login);
  await seeOnLaptop(laptop);
  expect(await run(rehearse)).toMatch(/^\d+ checks passed, \d+ not seen\.$/m);
  await run(register);
  startProgram('receiver.mjs', start, { WEBHOOK_SECRET: await run('printf %s "$WEBHOOK_SECRET"') });
  const post = 'curl -s -o /dev/null -w "%{http_code}" --retry 9 --retry-connrefused --cacert .cache/quick-start/cert.pem -d "{}" $URL';
  expect(await run(`URL=${/https:\/\/localhost:\d+\/webhooks/.exec(register)?.[0]}; ${post}`)).toBe('401'); // it is not signed
  printed = '';
  expect(JSON.parse(await run(first))).toMatchObject({
    status: 'delivered',
    isTest: true,
    attempts: [{ outcome: 'accepted', httpStatus: 204 }],
  });
  await waitFor(() => /^onDelivered [0-9a-f-]{36}$/m.test(printed), { what: 'the test webhook at the receiver' });
  expect(await run(verify)).toContain('All 21 checks passed.');
  printed = '';
  await run(scan);
  await waitFor(() => /^onOutForDelivery [0-9a-f-]{36}$/m.test(printed), { what: 'the webhook at the receiver' });
  await waitFor(async () => (await run(look)).includes('"status":"delivered"'), { what: 'the delivery' });
  expect(JSON.parse(await run(why))).toMatchObject({ verdict: { code: 'delivered' } });
  await waitFor(async () => (await run(health)).startsWith('My shop: healthy, last success 20'), { what: 'the health of the receiver' });
  expect(await run(notifications)).toContain('{"notifications":[],');
  expect(JSON.parse(await run(mail))).toMatchObject({ address: 'you@shop.example', state: 'unconfirmed' });
  await waitFor(() => relay.mailsTo('you@shop.example').length === 1, { what: 'the mail that asks for a confirmation' });
});

/** Runs the command of a program without the `&`, so that the program can be ended. */
function startProgram(name: string, command: string, env: Readonly<Record<string, string>> = {}): void {
  expect(command).toBe(`node .cache/quick-start/${name} &`);
  writeFileSync(join(FOLDER, name), programs.shift() ?? '');
  const program = spawn(process.execPath, [join(FOLDER, name)], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  program.stdout.on('data', (chunk) => (printed += String(chunk)));
  program.stderr.resume(); // it warns of each webhook that it refuses
  started.push(program);
}

/** `listen` ends after the webhooks that `--count` names; it tries again until the program listens. */
async function seeOnLaptop(block: string): Promise<void> {
  const [start = '', listen = ''] = block.split('\n');
  startProgram('laptop.mjs', start);
  expect(await run(listen)).toMatch(/onCreated.*204[^]*onDispatch.*204/);
  expect(printed).toMatch(/^onCreated [0-9a-f-]{36}\nonDispatch [0-9a-f-]{36}$/m);
}

async function startService(): Promise<void> {
  const caFile = { EXTRA_CA_FILE: join(FOLDER, 'cert.pem') };
  const { token } = await bed.createAccountAndToken({ user: 1 });
  const [api] = await Promise.all([
    bed.startApp('token-api', {
      ...caFile,
      SMTP_URL: relay.url,
      SMTP_FROM: 'webhooks@example.org',
      PUBLIC_URL: 'https://webhooks.example',
    }),
    bed.startApp('event-builder', caFile),
    bed.startApp('webhook-sender', caFile),
  ]);
  await publishParcel();
  writeConnection('.cache/quick-start', bed, { apiUrl: api.url, token });
}

/** Publishes what the demonstration of `npm start` has published by then. */
async function publishParcel(): Promise<void> {
  const sample = loadSamples({ account: 1, suffix: '' }).find(({ trackingNumber }) => trackingNumber === PARCEL);
  for (const { topic, key, value } of sample?.steps ?? []) {
    await bed.publish(topic, [{ key, value }]);
  }
  await waitFor(async () => (await bed.database.query("SELECT 1 FROM event WHERE event = 'onDispatch'")).length === 1, {
    what: 'the parcel on its way',
  });
}
