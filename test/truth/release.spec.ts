// Checks that every place has the version and the owner of package.json; UPDATE_DOCS=1 writes them. For the API documents and the client's
// types see openapi.spec.ts and asyncapi.spec.ts.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './held-document.js';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Manifest {
  readonly version: string;
  readonly repository: { readonly url: string };
  readonly bugs: { readonly url: string; readonly email: string };
}
const { version, repository, bugs } = JSON.parse(read('package.json')) as Manifest;
const owner = /github\.com\/([\w.-]+)\/parcel-event-webhooks\.git$/.exec(repository.url)?.[1] ?? '';

/** PyPI's way to write it: 1.0.0-rc.2 is 1.0.0rc2. */
const pythonVersion = version.replace('-rc.', 'rc');
const PACKAGES = ['receiver-node', 'client-node', 'cli-node'].map((name) => `packages/${name}/package.json`);
const CHART = 'deploy/helm/parcel-event-webhooks/Chart.yaml';
const COMPOSE = 'deploy/compose.yaml';
/** The files that must contain the version or the owner, each with the pattern that finds it. */
const PLACES: readonly (readonly [file: string, value: string, pattern: RegExp])[] = [
  ['package-lock.json', version, /(?<="name": "parcel-event-webhooks",\n +"version": ")[^"]+/g],
  ['Dockerfile', version, /(?<=^ARG VERSION=)\S+/gm],
  [CHART, version, /(?<=^version: )\S+/gm],
  [CHART, version, /(?<=^appVersion: ')[^']+/gm],
  [CHART, version, /(?<=image: ghcr\.io\/.+:)\S+/g],
  [CHART, String(version.includes('-')), /(?<=artifacthub\.io\/prerelease: ')[^']+/g],
  [CHART, owner, /(?<=^ {2}- name: |^ {4}url: https:\/\/github\.com\/)[\w.-]+$/gm],
  [COMPOSE, version, /(?<=^ {2}image: ghcr\.io\/[\w.-]+\/parcel-event-webhooks:)\S+/gm],
  [COMPOSE, owner, /(?<=^ {2}image: ghcr\.io\/)[\w.-]+(?=\/parcel-event-webhooks:)/gm],
  ['deploy/helm/artifacthub-repo.yml', owner, /(?<=- name: )\S+/g],
  ['deploy/helm/artifacthub-repo.yml', bugs.email, /(?<=email: )\S+/g],
  ['.github/CODEOWNERS', owner, /(?<=@)\S+/g],
  ['SUPPORT.md', bugs.email, /(?<=public: )\S+(?=\.)/g],
  ...PACKAGES.map((file) => [file, version, /(?<="version": ")[^"]+/g] as const),
  ...PACKAGES.map((file) => [file, owner, /(?<="name": "@)[\w.-]+(?=\/)/g] as const),
  ['packages/receiver-python/pyproject.toml', pythonVersion, /(?<=^version = ")[^"]+/gm],
  ['packages/receiver-python/pyproject.toml', owner, /(?<=^name = ")[\w.]+(?=-parcel-webhooks-receiver)/gm],
  ['packages/receiver-php/composer.json', owner, /(?<="name": ")[\w.-]+(?=\/)/g],
  ['package.json', owner, /(?<=github\.com\/)[\w.-]+(?=\/parcel-event-webhooks\/issues")/g],
];

/** The ways in which texts show a release: `helm install … --version 1.0.0`, `ghcr.io/owner/parcel-event-webhooks:1.0.0`. */
const SHOWN: readonly (readonly [value: string, pattern: RegExp])[] = [
  [version, /(?<=--version |\bVERSION=|\bparcel-event-webhooks:v?)\d+\.\d+\.\d+(?:-[\w.]+)?/g],
  [owner, /(?<=ghcr\.io\/)[\w.-]+(?=\/(?:charts\/)?parcel-event-webhooks)/g],
  [version, /(?<=parcel-webhooks-(?:receiver|client)-)\d+\.\d+\.\d+(?:-[\w.]+)?(?=\.tgz)/g],
  [owner, /(?<=@)[\w.-]+(?=\/parcel-webhooks-(?:receiver|client))/g],
  [owner, /(?<=[\s"'/])[\w.]+(?=[-/]parcel-webhooks-(?:receiver|client))/g],
  [owner, /(?<=(?:github|githubusercontent)\.com\/)[\w.-]+(?=\/parcel-event-webhooks)/g],
];
const TEXTS = globSync(
  [
    '*.md',
    'docs/**/*.md',
    'deploy/**/*.{md,gotmpl,yaml,yml}',
    '.github/**/*.{md,yml,json}',
    'packages/*/*.{md,json,toml}',
    'examples/*/*.{md,json,toml,ts,js,txt,xml}',
    'test/packages/*',
  ],
  { cwd: ROOT },
);

function hold(file: string, value: string, pattern: RegExp): string[] {
  const text = read(file);
  const right = text.replaceAll(pattern, value);
  // Files that are right are not written, because other tests read them at the same time.
  if (process.env['UPDATE_DOCS'] && right !== text) writeFileSync(join(ROOT, file), right);
  return [...read(file).matchAll(pattern)].map(([found]) => found);
}

describe('the version and the owner of package.json', () => {
  it('are a version number and an account', () => {
    expect([version, owner, bugs.email]).toEqual([
      expect.stringMatching(/^\d+\.\d+\.\d+(-rc\.\d+)?$/),
      expect.stringMatching(/./),
      expect.stringContaining('@'),
    ]);
  });

  it.each(PLACES)('appear in %s: %s', (file, value, pattern) => {
    const found = hold(file, value, pattern);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((each) => each !== value)).toEqual([]);
  });

  it('are the same in every text', () => {
    const wrong = TEXTS.flatMap((file) =>
      SHOWN.flatMap(([value, pattern]) => hold(file, value, pattern).map((found) => ({ file, found, value }))),
    ).filter(({ found, value }) => found !== value);
    expect(TEXTS).toContain('deploy/README.md');
    expect(wrong).toEqual([]);
  });
});

describe('a text that says that nothing is published yet', () => {
  const [, pattern = ''] = /git grep -niE '([^']+)'/.exec(read('.github/workflows/release.yml')) ?? [];
  const isRefused = (text: string): boolean => new RegExp(pattern, 'i').test(text);
  const ABOUT = /nothing is published|not published yet|not yet published|until \S+ \S+ is published|owner.placeholder/i;
  const lines = TEXTS.filter((file) => !file.startsWith('.github/')).flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => ABOUT.test(line))
      .map((line) => ({ file, line })),
  );

  it('stands in one place, deploy/README.md', () => {
    const files = lines.filter(({ line }) => /published/.test(line)).map(({ file }) => file);
    expect(files.filter((file, index) => file !== 'deploy/README.md' || index > 0)).toEqual([]);
  });

  it('is found by the release workflow, as is every placeholder', () => {
    expect(isRefused('[Until the first release](deploy/README.md#until-the-first-release)')).toBe(true);
    expect(lines.filter(({ line }) => !isRefused(line))).toEqual([]);
  });
});

describe('CHANGELOG.md', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);

  it('begins with the version', () => {
    expect(headings[0]).toBe(version);
  });
});
