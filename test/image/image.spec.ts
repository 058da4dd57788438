// Tests that the image can be deployed: the lines of docs/run-it.md start the image of the Dockerfile with deploy/compose.yaml, with a real
// broker and database.
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { COMMANDS } from '../../scripts/cli/commands.js';
import { ROOT } from '../../scripts/stack/clone.js';
import { publicTemporaryFolder } from '../../scripts/stack/postgres-user.js';
import { api, type CreatedToken } from '../support/api.js';
import type { App } from '../support/app.js';
import { useTestBed } from '../support/test-bed.js';
import { deleteTopics } from '../support/topics.js';
import { buildImage } from './build-image.js';
import { APPS, DockerStandIn, runImage } from './docker-stand-in.js';
import type { BuiltImage } from './image.js';
import { must } from './must.js';

const BUILT_WITHIN_MS = 30 * 60_000;
const PAGE = readFileSync(join(ROOT, 'docs/run-it.md'), 'utf8');

const bed = useTestBed({ partitions: 3 });
let image: BuiltImage;
let docker: DockerStandIn;
/** Holds compose.yaml alone, as on the machine of somebody who tries it. */
const folder = mkdtempSync(join(publicTemporaryFolder(), 'run-it-'));
const programs = mkdtempSync(join(publicTemporaryFolder(), 'run-it-programs-'));

const run = (args: readonly string[], env: Readonly<Record<string, string>>) => runImage(image, args, env);
/** Runs lines of the page unchanged. */
const inFolder = (lines: string): Promise<string> =>
  must('bash', ['-euc', lines], { cwd: folder, env: { ...process.env, PATH: `${programs}:${process.env['PATH']}` } });
const blockWith = (words: string): string =>
  [...PAGE.matchAll(/```sh\n([^]+?)```/g)].map(([, block = '']) => block).find((block) => block.includes(words)) ?? '';

const appOf = (name: string): App => {
  const app = docker.apps.get(name);
  if (app === undefined) throw new Error(`${name} was not started`);
  return app;
};

/** The demo gets each webhook, but does not wait for the next attempt of those that it refuses on purpose. */
function expectEveryWebhook(output: string): void {
  expect(output).toMatch(/dlq +1 of 1/);
  expect(output).not.toMatch(/missing|not expected/);
  const [, expected = ''] = /(\d+) webhooks expected/.exec(output) ?? [];
  expect(output.match(/ attempt 1 /g)).toHaveLength(Number(expected));
  expect(output).toMatch(/retries +3 POSTs answered with 503 on purpose: these webhooks come again/);
}

beforeAll(async () => {
  image = await buildImage();
  process.stdout.write(`the image was built by ${image.builtBy}\n`);
  chmodSync(folder, 0o755); // the image's user reads files there
  copyFileSync(join(ROOT, 'deploy/compose.yaml'), join(folder, 'compose.yaml'));
  docker = await DockerStandIn.start(image, bed, programs);
  await bed.database.query('DROP SCHEMA public CASCADE');
  await bed.database.query('CREATE SCHEMA public');
  await deleteTopics(bed.topicPrefix);
}, BUILT_WITHIN_MS);

afterAll(async () => {
  await docker?.close();
  image?.remove();
  [folder, programs].forEach((path) => rmSync(path, { recursive: true, force: true }));
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

  it('contains every command of the command line, with all its imports', async () => {
    const load = `const { COMMANDS } = await import(process.cwd() + '/dist/scripts/cli/commands.js');
      for (const load of Object.values(COMMANDS)) await load();
      console.log(Object.keys(COMMANDS).length);`;
    const { code, output } = await run(['--input-type=module', '-e', load], {});
    expect({ code, output }).toEqual({ code: 0, output: `${Object.keys(COMMANDS).length}\n` });
  });

  it('shows webhooks of the sample parcels within the lines of docs/run-it.md, which need no file but compose.yaml', async () => {
    expect(readdirSync(folder)).toEqual(['compose.yaml']);
    const output = await inFolder(blockWith('--profile demo up'));
    expect(Object.fromEntries(docker.jobs)).toEqual({ migrate: 0, topics: 0 });
    expectEveryWebhook(output);
    const [, link = ''] = /^Console: (\S+)/m.exec(output) ?? [];
    expect(link).toContain(`${appOf('token-api').url}/console/#code=`);
    expect((await fetch(link)).status).toBe(200);
  });

  it('shows new sample parcels when the demo starts again', async () => {
    await inFolder(blockWith('restart demo'));
    const again = await inFolder(
      blockWith('--profile demo logs')
        .split('\n')
        .find((line) => line.includes(' logs ')) ?? '',
    );
    expectEveryWebhook(again);
  });

  it('starts every app so that it is ready according to the health check of compose.yaml', async () => {
    for (const name of APPS) {
      const [, ...words] = docker.services[name]?.healthcheck.test ?? [];
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

  it('makes a token with the line of docs/run-it.md, and the API shows the demo receivers to it', async () => {
    const { token } = JSON.parse(await inFolder(blockWith('token:create'))) as CreatedToken;
    const { data } = await api(appOf('token-api').url, { user: 1, token }).get<{ receivers: { name: string }[] }>('/receivers');
    expect(data.receivers.map(({ name }) => name).toSorted()).toEqual(['erp', 'mailer', 'shop']);
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
  it('uses the image for the apps, both jobs and the demo, and publishes only ports that the image exposes', () => {
    const ours = Object.entries(docker.services).filter(([, service]) => service.image === docker.services['token-api']?.image);
    expect(ours.map(([name]) => name).toSorted()).toEqual([...APPS, 'demo', 'migrate', 'topics'].toSorted());
    const published = ours.flatMap(([, { ports = [] }]) => ports).map((port) => Number(port.split(':').at(-1)));
    expect(published.filter((port) => !image.config.ports.includes(port))).toEqual([]);
  });

  it('points the apps to its own database and broker', () => {
    const { DATABASE_URL = '', KAFKA_BROKERS = '' } = docker.services['token-api']?.environment ?? {};
    const { hostname, port, username, pathname } = new URL(DATABASE_URL);
    const { POSTGRES_USER, POSTGRES_DB } = docker.services[hostname]?.environment ?? {};
    expect([username, pathname, port]).toEqual([POSTGRES_USER, `/${POSTGRES_DB}`, '5432']);
    const [broker = ''] = KAFKA_BROKERS.split(':');
    expect(docker.services[broker]?.environment['KAFKA_ADVERTISED_LISTENERS']).toBe(`PLAINTEXT://${KAFKA_BROKERS}`);
  });
});
