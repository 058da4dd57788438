// The customers' command line as it is published: installed from its tarball, on the oldest Node that it supports.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publint } from 'publint';
import { freePorts } from '../../scripts/stack/free-ports.js';
import { trackingEvent } from '../builders/tracking-event.js';
import { type FakeService, fakeService } from '../support/fake-service.js';
import { waitFor } from '../support/wait-for.js';
import { Installed, ROOT, snippetsIn } from './packages.js';

const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/cli-node/package.json'), 'utf8')) as { version: string };
const children: ChildProcess[] = [];
let installed: Installed;
let service: FakeService;
const inFolder = (file: string): string => join(installed.folder, file);

beforeAll(async () => {
  installed = Installed.inFolder('try-cli', ['cli', 'node']);
  service = await fakeService(version);
});
afterAll(async () => {
  for (const child of children) child.kill();
  await service.close();
});

/** Runs the command that npm installed, on the oldest Node. */
async function run(argv: readonly string[], input = ''): Promise<{ code: number; out: string; err: string }> {
  const command = inFolder('node_modules/.bin/parcel-webhooks');
  const child = spawn(installed.node, [command, ...argv], {
    cwd: installed.folder,
    env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: inFolder('config') },
  });
  children.push(child);
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (text: Buffer) => out.push(text.toString()));
  child.stderr.on('data', (text: Buffer) => err.push(text.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, out: out.join(''), err: err.join('') };
}

describe('the tarball', () => {
  it('is a correct package (publint)', async () => {
    expect((await publint({ pkgDir: installed.pathOf('cli'), strict: true, pack: 'npm' })).messages).toEqual([]);
  });

  it('contains only what is published, and imports only its dependencies', () => {
    expect(readdirSync(installed.pathOf('cli')).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const code = readdirSync(join(installed.pathOf('cli'), 'dist'))
      .map((file) => readFileSync(join(installed.pathOf('cli'), 'dist', file), 'utf8'))
      .join('\n');
    const imported = [...code.matchAll(/(?:^import .*?|import\()"([^"]+)"/gm)].map(([, name]) => name!);
    expect([...new Set(imported.filter((name) => !/^(?:\.\/|node:)/.test(name)))].toSorted()).toEqual(['commander', 'openapi-fetch']);
    expect(code).not.toContain('#libs/');
  });

  it.each([[], ['login'], ['listen'], ['rehearse'], ['verify'], ['events'], ['deliveries'], ['explain'], ['receivers'], ['redeliver']])(
    'has help: %s',
    async (...command) => {
      expect(await run([...command, '--help'])).toMatchObject({ code: 0, out: expect.stringContaining('Usage: parcel-webhooks'), err: '' });
    },
  );

  it('has a README that names every command and exit code', () => {
    const readme = readFileSync(join(ROOT, 'packages/cli-node/README.md'), 'utf8');
    for (const name of [
      'login',
      'logout',
      'profiles',
      'secret',
      'listen',
      'rehearse',
      'verify',
      'events',
      'deliveries',
      'explain',
      'receivers',
      'redeliver',
    ]) {
      expect(readme).toContain(`\`${name}`);
    }
    for (const code of [0, 1, 2, 3, 4]) expect(readme).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'));
  });
});

it('from an empty folder to a verified webhook, by the README', async () => {
  const token = 'pew_0123456789abcdefghijklmnopqrstuvwxyz';
  expect(await run(['login', '--address', service.url, '--account', '1'], `${token}\n`)).toMatchObject({ code: 0, err: '' });
  expect((await run(['secret', '--out', 'secret.txt'])).code).toBe(0);
  const [port = 0] = await freePorts(1);
  writeFileSync(inFolder('shop.mjs'), snippetsIn('packages/cli-node/README.md', 'js')[0]!);
  const shop = spawn(installed.node, ['shop.mjs'], { cwd: installed.folder, env: { PATH: process.env['PATH'], PORT: String(port) } });
  children.push(shop);
  const printed: string[] = [];
  shop.stdout.on('data', (text: Buffer) => printed.push(text.toString()));
  await waitFor(async () => (await fetch(`http://localhost:${port}/`).catch(() => undefined)) !== undefined);
  service.events.push(trackingEvent({ account: 1, event: 'onDelivered' }).payload);
  const { code, out } = await run(['listen', '--forward', `http://localhost:${port}/hook`, '--since', 'oldest', '--count', '1']);
  expect([code, out]).toEqual([0, expect.stringMatching(/onDelivered .* 204 in \d+ ms/)]);
  await waitFor(() => printed.join('').includes('onDelivered'));
  expect(service.asked.filter(({ request, token: sent }) => request.includes('openapi') && sent !== undefined)).toEqual([]);
});
