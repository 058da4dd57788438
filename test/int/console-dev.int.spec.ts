// Tests `npm run dev:console` as a developer uses it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../../scripts/stack/clone.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const bed = useTestBed();
/** A separate folder, so that the run folders of other stacks on this machine are not seen. */
const folder = temporaryFolder();
chmodSync(folder, 0o755); // Run folders are elsewhere if PostgreSQL's user cannot enter.
const running: Running[] = [];

interface Running {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown[]>;
  readonly output: () => string;
}

function start(...args: string[]): Running {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/dev-console.mjs'), ...args], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const started = { child, exited: once(child, 'exit'), output: () => output };
  running.push(started);
  return started;
}

afterAll(async () => {
  for (const { child, exited } of running) if (child.kill('SIGKILL')) await exited;
});

describe('npm run dev:console', () => {
  it('serves the page from its sources at each address, passes all other requests to the API, and ends on SIGTERM', async () => {
    const { url: api } = await bed.startApp('token-api');
    const { child, exited, output } = start('--api', api);
    const page = await waitFor(() => /http:\S+\/console\//.exec(output())?.[0], { what: 'the address' });
    const text = async (path: string): Promise<string> => (await fetch(new URL(path, page), { headers: { accept: 'text/html' } })).text();
    for (const path of ['.', 'deliveries', 'deliveries/abc']) expect(await text(path)).toMatch(/<head>\s*<base href="\/console\/">/);
    expect(await text('src/main.tsx')).toContain('createRoot');
    expect(await (await fetch(new URL('../openapi.json', page))).json()).toHaveProperty('openapi');
    expect((await fetch(new URL('../tokens/list', page))).status).toBe(401);
    child.kill('SIGTERM');
    expect(await exited).toEqual([143, null]);
  });

  it.each([
    [[], 'npm start is not running'],
    [['--port', '1'], "Unknown option '--port'"],
  ])('with %j says what is wrong', async (args, expected) => {
    const { exited, output } = start(...args);
    expect(await exited).toEqual([1, null]);
    expect(output()).toContain(expected);
  });
});
