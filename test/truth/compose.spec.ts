// Compares the values that deploy/compose.yaml repeats with the code. No Docker is needed: the test reads the file and runs nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { SETTINGS as tokenApi } from '../../apps/token-api/src/token-api.config.js';
import { SETTINGS as eventBuilder } from '../../apps/event-builder/src/event-builder.config.js';
import { SETTINGS as webhookSender } from '../../apps/webhook-sender/src/webhook-sender.config.js';
import { holdPart, ROOT } from './held-document.js';

interface Service {
  readonly build?: object;
  readonly profiles?: readonly string[];
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly volumes?: readonly (string | { readonly source: string; readonly target: string })[];
}

const APPS = { 'token-api': tokenApi, 'event-builder': eventBuilder, 'webhook-sender': webhookSender };
const { services } = parse(readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};
const namesOf = (settings: object): string[] => Object.values(settings).map(({ name }: { name: string }) => name);
const environmentOf = (app: string): Service['environment'] => services[app]?.environment ?? {};

describe.each(Object.entries(APPS))('%s in compose.yaml', (app, settings) => {
  it('gets every required setting', () => {
    const required = Object.values(settings)
      .filter(({ fallback }) => fallback === undefined)
      .map(({ name }) => name);
    expect(Object.keys(environmentOf(app))).toEqual(expect.arrayContaining(required));
  });
});

it('compose.yaml passes RECEIVER_ALLOWED_CIDRS to each app that reads it', () => {
  const readers = Object.entries(APPS).filter(([, settings]) => namesOf(settings).includes('RECEIVER_ALLOWED_CIDRS'));
  expect(readers.map(([app]) => app)).toEqual(['token-api', 'webhook-sender']);
  const passed = readers.map(([app]) => environmentOf(app)['RECEIVER_ALLOWED_CIDRS']);
  expect(passed).toEqual(readers.map(() => '${RECEIVER_ALLOWED_CIDRS:-}'));
});

it('compose.yaml sets only settings that an app reads', () => {
  const known = Object.values(APPS).flatMap(namesOf);
  const set = Object.keys(APPS).flatMap((app) => Object.keys(environmentOf(app)));
  expect(set.filter((name) => !known.includes(name))).toEqual([]);
});

it('webhook-sender reads EXTRA_CA_FILE from the path where compose.yaml mounts the host’s file', () => {
  const [, inside] = /^\$\{EXTRA_CA_FILE:\+(.+)\}$/.exec(environmentOf('webhook-sender')['EXTRA_CA_FILE'] ?? '') ?? [];
  expect(services['webhook-sender']?.volumes).toMatchObject([{ source: '${EXTRA_CA_FILE:-/dev/null}', target: inside }]);
});

it('no word of a health check contains a space, because podman 4 would split it there', () => {
  const words = Object.values(services).flatMap(({ healthcheck }) => healthcheck?.test ?? []);
  expect(words).toContain('node');
  expect(words.filter((word) => word.includes(' '))).toEqual([]);
});

describe('compose.yaml alone', () => {
  const page = readFileSync(join(ROOT, 'docs/run-it.md'), 'utf8');
  const [, lines = ''] = /```sh\n([^`]+--profile demo up[^`]+)```/.exec(page) ?? [];

  it('needs no other file, except for the demo, whose profile is off by default', () => {
    const sources = Object.entries(services).flatMap(([name, { volumes = [] }]) =>
      volumes.flatMap((volume) => (typeof volume === 'object' && volume.source.startsWith('.') ? [[name, volume.source]] : [])),
    );
    expect(sources).toEqual([
      ['demo', './demo-key.pem'],
      ['demo', './demo.pem'],
    ]);
    expect(Object.entries(services).filter(([, { build, profiles }]) => build ?? profiles)).toEqual([
      ['demo', expect.objectContaining({ profiles: ['demo'] })],
    ]);
  });

  it('starts with four variables', () => {
    const set = [...lines.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(set).toEqual(['POSTGRES_PASSWORD', 'SECRETS_KEY', 'RECEIVER_ALLOWED_CIDRS', 'EXTRA_CA_FILE']);
  });

  it('starts by the same lines in docs/run-it.md and deploy/README.md', () => {
    holdPart('deploy/README.md', 'first look', `\`\`\`sh\n${lines}\`\`\``);
  });
});
