// A program `docker` for the lines of docs/run-it.md, on machines without Docker. It runs the services of compose.yaml from the built image.
// The broker and the database of the test run stand in for the services kafka and postgres, and loopback for the network of Compose.
import { spawn } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Child, startChild } from '../../scripts/stack/child.js';
import { freePorts } from '../../scripts/stack/free-ports.js';
import { untilReady } from '../../scripts/stack/until-ready.js';
import { type App, type AppName, watchApp } from '../support/app.js';
import { httpServer, type HttpServer } from '../support/http-server.js';
import { type NameServer, startNameServer } from '../support/name-server.js';
import type { TestBed } from '../support/test-bed.js';
import { testStack } from '../support/test-stack.js';
import { waitFor } from '../support/wait-for.js';
import { readCompose, type Service } from './compose.js';
import type { BuiltImage } from './image.js';

export const APPS = ['token-api', 'event-builder', 'webhook-sender'] as const;
const isApp = (name: string): name is AppName => (APPS as readonly string[]).includes(name);

const STOP_WITHIN_MS = 10_000;

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the image with these arguments to its end. */
export function runImage(image: BuiltImage, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const { command, args: rest, user, ...options } = image.command(args, env);
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, { ...options, ...user, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

export class DockerStandIn {
  readonly apps = new Map<string, App>();
  /** The exit code of each job. */
  readonly jobs = new Map<string, number | null>();
  services: Readonly<Record<string, Service>> = {};
  demo: Child | undefined;
  private ports: Readonly<Record<string, number>> = {};
  private serial = 0;

  private constructor(
    private readonly image: BuiltImage,
    private readonly bed: TestBed,
    private readonly names: NameServer,
    private readonly server: HttpServer,
  ) {}

  /** Writes the program into the folder. Each call of the program asks this process for its output. */
  static async start(image: BuiltImage, bed: TestBed, folder: string): Promise<DockerStandIn> {
    const names = await startNameServer((name) => (name === 'demo' ? ['127.0.0.1'] : undefined));
    const server = await httpServer((request, response) => {
      text(request)
        .then((body) => standIn.answer(...(JSON.parse(body) as [string, ...string[]])))
        .then(
          (output) => response.end(output),
          (error: unknown) => response.writeHead(500).end(`${String(error)}\n`),
        );
    });
    const standIn = new DockerStandIn(image, bed, names, server);
    const program = `#!${process.execPath}
      fetch('${server.url}', { method: 'POST', body: JSON.stringify([process.cwd(), ...process.argv.slice(2)]) })
        .then(async (answer) => { process.stdout.write(await answer.text()); process.exitCode = answer.ok ? 0 : 1; });`;
    writeFileSync(join(folder, 'docker'), program);
    chmodSync(join(folder, 'docker'), 0o755);
    return standIn;
  }

  async close(): Promise<void> {
    await Promise.all([...this.apps.values()].map((app) => app.stop()));
    await this.demo?.stop(STOP_WITHIN_MS);
    await Promise.all([this.server.close(), this.names.close()]);
  }

  /** The environment that Compose gives a service, in the places of this machine. */
  environmentOf(name: string): Record<string, string> {
    const own = this.services[name]?.environment ?? {};
    const { DATABASE_URL = '', KAFKA_BROKERS = '', TOPIC_PREFIX = '' } = this.bed.env;
    return {
      ...Object.fromEntries(Object.entries(own).map(([key, value]) => [key, this.place(name, value)])),
      DATABASE_URL,
      KAFKA_BROKERS,
      TOPIC_PREFIX,
      RECEIVER_ALLOWED_CIDRS: `${own['RECEIVER_ALLOWED_CIDRS']},127.0.0.0/8`,
      DNS_SERVERS: this.names.address,
    };
  }

  /** @returns what the command prints */
  private async answer(folder: string, ...words: readonly string[]): Promise<string> {
    const [, service = '', line = ''] = /^compose exec (\S+) node (.+)$/.exec(words.join(' ')) ?? [];
    if (service !== '') return (await runImage(this.image, line.split(' '), this.environmentOf(service))).output;
    switch (words.join(' ')) {
      case 'compose --profile demo up --wait':
        return this.up(folder);
      case 'compose --profile demo logs -f --no-log-prefix demo':
        return this.demoLog();
      case 'compose --profile demo restart demo':
        await this.demo?.stop(STOP_WITHIN_MS);
        await this.begin('demo');
        return '';
      default:
        throw new Error(`test/image/docker-stand-in.ts does not know: docker ${words.join(' ')}`);
    }
  }

  private async up(folder: string): Promise<string> {
    this.services = readCompose(folder);
    const names = [...APPS, 'demo'];
    const ports = await freePorts(names.length * 2);
    this.ports = Object.fromEntries(
      names.flatMap((name, index) => [
        [name, ports[2 * index]!],
        [`${name}:internal`, ports[2 * index + 1]!],
      ]),
    );
    const begun = new Map<string, Promise<void>>();
    const begin = (name: string): Promise<void> => {
      const before = Object.keys(this.services[name]?.depends_on ?? {});
      const begins = begun.get(name) ?? Promise.all(before.map(begin)).then(() => this.begin(name));
      begun.set(name, begins);
      return begins;
    };
    await Promise.all(Object.keys(this.services).map(begin));
    return '';
  }

  private async begin(name: string): Promise<void> {
    const service = this.services[name];
    if (service?.image !== this.services['token-api']?.image) return;
    const args = service?.command.map((word) => this.place(name, word)) ?? [];
    if (service?.restart === 'on-failure') return this.runJob(name, args);
    const child = startChild(testStack().run, {
      ...this.image.command(args, { ...this.environmentOf(name), ...this.portsOf(name) }),
      name: `image-${name}-${++this.serial}`,
      stage: 'app',
      stopSignal: 'SIGTERM',
    });
    if (!isApp(name)) return void (this.demo = child);
    const [url, internalUrl] = [name, `${name}:internal`].map((port) => `http://127.0.0.1:${this.ports[port]}`) as [string, string];
    const app = watchApp(name, child, { url, internalUrl });
    this.apps.set(name, app);
    await untilReady(child, app.isReady);
  }

  private async runJob(name: string, args: readonly string[]): Promise<void> {
    const ended = await runImage(this.image, args, this.environmentOf(name));
    this.jobs.set(name, ended.code);
    if (ended.code !== 0) throw new Error(`${name} ended with ${ended.code}: ${ended.output}`);
  }

  /** `logs -f` ends when a reader would press Ctrl-C: at the last line. */
  private demoLog(): Promise<string> {
    return waitFor(
      () => {
        const log = readFileSync(this.demo?.logFile ?? '', 'utf8');
        return (/^Console: .+\n/m.test(log) || this.demo?.hasExited() === true) && log;
      },
      { what: 'the last line of the demo' },
    );
  }

  private portsOf(name: string): Record<string, string> {
    const [port, internalPort] = [this.ports[name], this.ports[`${name}:internal`]].map(String) as [string, string];
    return { PORT: port, INTERNAL_PORT: internalPort, API_HOST: '127.0.0.1', INTERNAL_HOST: '127.0.0.1' };
  }

  /** Replaces an address in the network of Compose, or the path of a mounted file, by the address or path on this machine. */
  private place(name: string, text: string): string {
    const api = `127.0.0.1:${this.ports['token-api']}`;
    const places: (readonly [string, string])[] = [
      ['token-api:8080', api],
      ['127.0.0.1:8080', api],
      ['demo:8443', `demo:${this.ports['demo']}`],
      ...(this.services[name]?.volumes ?? []).map(({ source, target }) => [target, source] as const),
    ];
    return places.reduce((before, [from, to]) => before.replace(from, to), text);
  }
}
