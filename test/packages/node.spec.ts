// The npm packages as they are published: installed from their tarballs, on the oldest Node that they support.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publint } from 'publint';
import { Webhook } from 'standardwebhooks';
import { freePorts } from '../../scripts/stack/free-ports.js';
import { waitFor } from '../support/wait-for.js';
import { Installed, ROOT, snippetsIn } from './packages.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const PACKAGES = ['receiver-node', 'client-node'] as const;
const children: ChildProcess[] = [];
let installed: Installed;
const pathOf = (name: string): string => installed.pathOf(name.replace('-node', ''));
const inFolder = (file: string): string => join(installed.folder, file);

beforeAll(() => void (installed = Installed.inFolder('try', ['node'])));
afterAll(() => children.forEach((child) => child.kill()));

describe.each(PACKAGES)('packages/%s', (name) => {
  const tarball = (): Uint8Array => readFileSync(installed.tarballs[PACKAGES.indexOf(name)]!);

  it('is a correct package (publint)', async () => {
    const { messages } = await publint({ pkgDir: pathOf(name), strict: true, pack: 'npm' });
    expect(messages).toEqual([]);
  });

  it('has types for every way to import it (arethetypeswrong)', async () => {
    const result = await checkPackage(createPackageFromTarballData(tarball()));
    const problems = result.types === false ? ['no types'] : result.problems;
    // Both are of programs before Node 22.12, which cannot require an ES module.
    expect(problems.filter((each) => typeof each === 'string' || !['CJSResolvesToESM', 'NoResolution'].includes(each.kind))).toEqual([]);
  });

  it('contains only what is published', () => {
    const files = readdirSync(pathOf(name));
    expect(files.toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const code = readdirSync(join(pathOf(name), 'dist')).map((file) => readFileSync(join(pathOf(name), 'dist', file), 'utf8'));
    expect(code.filter((text) => /#libs\/|from '\.\.\//.test(text))).toEqual([]);
  });

  it('has a README whose code compiles', () => {
    const files = snippetsIn(`packages/${name}/README.md`, 'ts').map((code, index) => {
      const file = inFolder(`${name}-${index}.ts`);
      writeFileSync(file, `${PREAMBLES[name].filter((line) => !isImported(line, code)).join('\n')}\n${code}\nexport {};\n`);
      return file;
    });
    expect(files.length).toBeGreaterThan(3);
    expect(faultsOfTypes(files)).toBe('');
  });
});

/** What the short examples take for granted. */
const PREAMBLES: Readonly<Record<(typeof PACKAGES)[number], readonly string[]>> = {
  'receiver-node': [
    "import express from 'express';",
    "import { Controller, Post, Req, Res, Module } from '@nestjs/common';",
    "import { NestFactory } from '@nestjs/core';",
    "import type { NestExpressApplication } from '@nestjs/platform-express';",
    "import { fastifyPlugin, fetchHandler, nodeHandler, onceByEventId, PostgresMemory, Receiver, type Webhook } from '@owner_placeholder/parcel-webhooks-receiver';",
    'declare const receiver: Receiver;',
    'declare const app: any;',
    'declare function work(webhook: unknown): Promise<void>;',
    'declare class AppModule {}',
    'interface Env { readonly WEBHOOK_SECRET: string; readonly DB: { prepare(sql: string): { bind(...values: unknown[]): { run(): Promise<void> } } } }',
    'interface ExecutionContext { waitUntil(work: Promise<unknown>): void }',
  ],
  'client-node': [
    "import { type ApiClient, dataOf, eventPagesAfter, InvalidRequest, rowsOf } from '@owner_placeholder/parcel-webhooks-client';",
    'declare const client: ApiClient;',
    'declare function save(events: readonly unknown[], position: string | undefined): Promise<void>;',
  ],
};

/** True when the example declares or imports the names itself. */
const isImported = (line: string, code: string): boolean =>
  [...line.matchAll(/(?:from '([^']+)'|declare const (\w+))/g)].some(([, from, name]) =>
    code.includes(from ? `from '${from}'` : `const ${name} =`),
  );

/** @returns what the compiler says */
function faultsOfTypes(files: readonly string[]): string {
  const config = inFolder(`tsconfig-${files.length}.json`);
  const compilerOptions = {
    target: 'es2023',
    experimentalDecorators: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    rootDir: ROOT,
  };
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: { ...compilerOptions, noUnusedLocals: false },
      files,
      include: [],
      exclude: [],
    }),
  );
  try {
    return execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', config, '--noEmit'], { encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

function start(file: string, env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(installed.node, ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', file], {
    cwd: installed.folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

function signed(body: string): RequestInit {
  const [id, at] = ['e-1', new Date()];
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign(id, at, body),
  };
  return { method: 'POST', body, headers };
}

describe('on the oldest Node', () => {
  it('the receiver judges all vectors like the other packages', () => {
    const file = inFolder('vectors.test.mjs');
    copyFileSync(join(import.meta.dirname, 'vectors.test.mjs'), file);
    const report = execFileSync(installed.node, ['--test', '--test-reporter=tap', file], {
      cwd: installed.folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], VECTORS: join(ROOT, 'packages/vectors.json') },
    });
    expect(Number(/^# pass (\d+)$/m.exec(report)?.[1])).toBeGreaterThan(300);
  });

  it('the ten lines of the receiver store what they confirm', async () => {
    const [port = 0] = await freePorts(1);
    const [code] = snippetsIn('packages/receiver-node/README.md', 'ts');
    writeFileSync(inFolder('receiver.ts'), code!);
    start('receiver.ts', { WEBHOOK_SECRET: SECRET, PORT: String(port) });
    const body = '{"event":"onDelivered","eventid":"e-1","references":{"orderNo":"A-1"},"data":{}}';
    const post = (): Promise<Response | undefined> => fetch(`http://127.0.0.1:${port}/`, signed(body)).catch(() => undefined);
    await waitFor(async () => (await post())?.status === 204);
    expect(readFileSync(inFolder('webhooks.jsonl'), 'utf8').split('\n')[0]).toBe(body);
  });

  it('the ten lines of the client call the API', async () => {
    const asked: (string | undefined)[] = [];
    const serve: RequestListener = (request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headersDistinct['user']?.join()}`);
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"receiverId":"r-1","signing":{"secret":"whsec_1"}}');
    };
    const api = createServer(serve).listen(0, '127.0.0.1');
    writeFileSync(inFolder('client.ts'), snippetsIn('packages/client-node/README.md', 'ts')[0]!);
    await waitFor(() => api.listening);
    const child = start('client.ts', { API: `http://127.0.0.1:${(api.address() as AddressInfo).port}`, TOKEN: 't' });
    let printed = '';
    child.stdout!.on('data', (text: Buffer) => (printed += text.toString()));
    await waitFor(() => child.exitCode !== null);
    api.close();
    expect([printed, asked]).toEqual(['r-1 whsec_1\n', ['POST /receivers 1']]);
    expect(existsSync(inFolder('node_modules/openapi-fetch'))).toBe(true);
  });
});
