// Tests that the image can be deployed: the image of the Dockerfile, started as deploy/compose.yaml starts it, with a real broker and
// database.
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { COMMANDS } from '../../scripts/cli/commands.js';
import { startChild } from '../../scripts/stack/child.js';
import { ROOT } from '../../scripts/stack/clone.js';
import { freePorts } from '../../scripts/stack/free-ports.js';
import { publicTemporaryFolder } from '../../scripts/stack/postgres-user.js';
import { untilReady } from '../../scripts/stack/until-ready.js';
import { parcel } from '../builders/parcel.js';
import { api, type CreatedToken } from '../support/api.js';
import { type App, type AppName, watchApp } from '../support/app.js';
import { useTestBed } from '../support/test-bed.js';
import { testStack } from '../support/test-stack.js';
import { deleteTopics } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';
import { buildImage } from './build-image.js';
import { readCompose, type Service } from './compose.js';
import type { BuiltImage } from './image.js';

const APPS = ['token-api', 'event-builder', 'webhook-sender'] as const;
const BUILT_WITHIN_MS = 30 * 60_000;

const bed = useTestBed({ partitions: 3 });
let image: BuiltImage;
let services: Readonly<Record<string, Service>>;
const readable = mkdtempSync(join(publicTemporaryFolder(), 'image-ca-'));
const running = new Map<AppName, App>();

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the image with these arguments to its end. */
function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const { command, args: rest, user, ...options } = image.command(args, env);
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, { ...options, ...user, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/**
 * Returns the environment that Compose gives a service. Only the addresses differ, and the CA file lies where the image's user can read it.
 */
const environmentOf = (service: string): Record<string, string> => ({
  ...services[service]?.environment,
  ...bed.env,
  EXTRA_CA_FILE: join(readable, 'ca.pem'),
});

async function start(name: AppName): Promise<void> {
  const [port = 0, internalPort = 0] = await freePorts(2);
  const place = { PORT: String(port), INTERNAL_PORT: String(internalPort), API_HOST: '127.0.0.1', INTERNAL_HOST: '127.0.0.1' };
  const child = startChild(testStack().run, {
    ...image.command(services[name]?.command ?? [], { ...environmentOf(name), ...place }),
    name: `image-${name}`,
    stage: 'app',
    stopSignal: 'SIGTERM',
  });
  const app = watchApp(name, child, { url: `http://127.0.0.1:${port}`, internalUrl: `http://127.0.0.1:${internalPort}` });
  running.set(name, app);
  await untilReady(child, app.isReady);
}

const appOf = (name: AppName): App => {
  const app = running.get(name);
  if (app === undefined) throw new Error(`${name} was not started`);
  return app;
};

beforeAll(async () => {
  image = await buildImage();
  process.stdout.write(`the image was built by ${image.builtBy}\n`);
  services = readCompose({ POSTGRES_PASSWORD: 'secret', SECRETS_KEY: bed.env['SECRETS_KEY'] ?? '' });
  chmodSync(readable, 0o755);
  copyFileSync(bed.env['EXTRA_CA_FILE'] ?? '', join(readable, 'ca.pem'));
  chmodSync(join(readable, 'ca.pem'), 0o644);
  await bed.database.query('DROP SCHEMA public CASCADE');
  await bed.database.query('CREATE SCHEMA public');
  await deleteTopics(bed.topicPrefix);
}, BUILT_WITHIN_MS);

afterAll(async () => {
  await Promise.all([...running.values()].map((app) => app.stop()));
  image?.remove();
  rmSync(readable, { recursive: true, force: true });
});

describe('the image', () => {
  it('runs as its own user, and exposes the default ports of the apps', () => {
    const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
    const defaultOf = (name: string): number => Number(new RegExp(`^#? ?${name}=(\\d+)`, 'm').exec(example)?.[1]);
    expect(image.config).toMatchObject({ user: '10001:10001', ports: [defaultOf('PORT'), defaultOf('INTERNAL_PORT')] });
  });

  it('contains only what production needs: no test programs, no build packages', async () => {
    const list = `const { readdirSync } = require('node:fs'); console.log(JSON.stringify([readdirSync('dist/scripts'), readdirSync('node_modules'), readdirSync('.')]))`;
    const { output } = await run(['-e', list], {});
    const [scripts, packages, root] = JSON.parse(output) as [string[], string[], string[]];
    expect(scripts).toEqual(['cli']);
    expect(packages).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(?:jest|vite|react|playwright-core)$/)]));
    expect(root).toEqual(expect.arrayContaining(['LICENSE', 'dist', 'main.js', 'node_modules', 'package.json', 'sbom.cdx.json']));
  });

  it('lists exactly its packages in sbom.cdx.json', async () => {
    const list = `
      const { globSync, readFileSync } = require('node:fs');
      const read = (file) => JSON.parse(readFileSync(file));
      const inside = globSync('node_modules/{*,@*/*,**/node_modules/*,**/node_modules/@*/*}/package.json').map(read);
      const listed = read('sbom.cdx.json').components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', '')));
      console.log(JSON.stringify([inside.filter(({ version }) => version).map(({ name, version }) => name + '@' + version), listed]));`;
    const [inside = [], listed = []] = JSON.parse((await run(['-e', list], {})).output) as string[][];
    expect(inside).toContain(
      `axios@${(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: { axios: string } }).dependencies.axios}`,
    );
    expect(new Set(listed)).toEqual(new Set(inside));
  });

  it.each(['migrate', 'topics'])('prepares an empty database and an empty broker with %s, called as in compose.yaml', async (job) => {
    expect(await run(services[job]?.command ?? [], environmentOf(job))).toMatchObject({ code: 0 });
  });

  it('contains every command of the command line, with all its imports', async () => {
    const load = `const { COMMANDS } = await import(process.cwd() + '/dist/scripts/cli/commands.js');
      for (const load of Object.values(COMMANDS)) await load();
      console.log(Object.keys(COMMANDS).length);`;
    const { code, output } = await run(['--input-type=module', '-e', load], {});
    expect({ code, output }).toEqual({ code: 0, output: `${Object.keys(COMMANDS).length}\n` });
  });

  it('starts every app of compose.yaml, and each becomes ready according to the health check of compose.yaml', async () => {
    await Promise.all(APPS.map(start));
    for (const name of APPS) {
      const [, ...words] = services[name]?.healthcheck.test ?? [];
      expect(words[0]).toBe('node');
      const ownPort = `:${new URL(appOf(name).internalUrl).port}/`;
      expect(words.at(-1)).toContain(':9090/');
      expect(await run([...words.slice(1, -1), words.at(-1)?.replace(':9090/', ownPort) ?? ''], {})).toMatchObject({ code: 0 });
    }
  });

  it('starts the app that APP named when the image was built, by main.js', async () => {
    expect(image.config.cmd).toEqual(['main.js']);
    const { output } = await run(image.config.cmd, {});
    expect(output).toMatch(/^The configuration has \d+ faults:/m);
  });

  it('makes a token with the command of deploy/README.md, and a record becomes a webhook', async () => {
    const [, command = ''] =
      /exec token-api node (dist\S+ token:create.*)$/m.exec(readFileSync(join(ROOT, 'deploy/README.md'), 'utf8')) ?? [];
    const created = await run([...command.split(' '), '--create-account'], environmentOf('token-api'));
    expect(created).toMatchObject({ code: 0 });
    const token = JSON.parse(created.output) as CreatedToken;
    const receiver = await bed.startReceiver();
    const made = await api(appOf('token-api').url, { user: 1, token: token.token }).post('/receivers', { url: receiver.url('/webhooks') });
    expect(made.status).toBe(201);
    await bed.publish('records', [parcel({ account: 1 }).record()]);
    const [webhook] = await waitFor(() => receiver.requests('/webhooks').length > 0 && receiver.requests('/webhooks'));
    expect(webhook?.json()).toMatchObject({ event: 'onCreated' });
  });

  it('serves the console and the API reference', async () => {
    const { url } = appOf('token-api');
    const page = await (await fetch(`${url}/console/`)).text();
    const [, script = ''] = /<script[^>]* src="\.\/(assets\/[^"]+\.js)"/.exec(page) ?? [];
    const statuses = await Promise.all(
      [`/console/${script}`, '/console/licences.txt', '/docs'].map(async (path) => (await fetch(url + path)).status),
    );
    expect([script === '', statuses]).toEqual([false, [200, 200, 200]]);
  });

  it.each(APPS)('stops %s with exit code 0 at SIGTERM', (name) => appOf(name).stop());
});

describe('deploy/compose.yaml', () => {
  it('uses the image for the apps and both jobs, and publishes only ports that the image exposes', () => {
    const ours = Object.entries(services).filter(([, service]) => service.image === services['token-api']?.image);
    expect(ours.map(([name]) => name).toSorted()).toEqual([...APPS, 'migrate', 'topics'].toSorted());
    const published = ours.flatMap(([, { ports = [] }]) => ports).map((port) => Number(port.split(':').at(-1)));
    expect(published.filter((port) => !image.config.ports.includes(port))).toEqual([]);
  });

  it('points the apps to its own database and broker', () => {
    const { DATABASE_URL = '', KAFKA_BROKERS = '' } = services['token-api']?.environment ?? {};
    const { hostname, port, username, pathname } = new URL(DATABASE_URL);
    const { POSTGRES_USER, POSTGRES_DB } = services[hostname]?.environment ?? {};
    expect([username, pathname, port]).toEqual([POSTGRES_USER, `/${POSTGRES_DB}`, '5432']);
    const [broker = ''] = KAFKA_BROKERS.split(':');
    expect(services[broker]?.environment['KAFKA_ADVERTISED_LISTENERS']).toBe(`PLAINTEXT://${KAFKA_BROKERS}`);
  });
});
