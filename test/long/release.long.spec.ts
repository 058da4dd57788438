// Runs npm run release on a copy: candidates, then the release. Each time, every place has the same version, and CHANGELOG.md gets a
// section.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/temporary-folder.js';

const ROOT = join(import.meta.dirname, '../..');
const copy = temporaryFolder();
const read = (file: string): string => readFileSync(join(copy, file), 'utf8');

function run(program: string, ...args: string[]): string {
  const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`, HOME: copy };
  return execFileSync(program, args, { cwd: copy, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
const git = (...args: string[]): string => run('git', '-c', 'user.name=Test', '-c', 'user.email=test@example.invalid', ...args);
const changeset = (...args: string[]): string => run(process.execPath, 'node_modules/@changesets/cli/bin.js', ...args);

/** @returns headings of CHANGELOG.md */
function release(): string[] {
  run(process.execPath, 'scripts/release.mjs');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'release');
  return [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
}

function note(name: string, bump: string, text: string): void {
  writeFileSync(join(copy, '.changeset', `${name}.md`), `---\n'parcel-event-webhooks': ${bump}\n---\n\n${text}\n`);
}

beforeAll(() => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of files.split('\0').filter(Boolean)) cpSync(join(ROOT, file), join(copy, file));
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'before');
});

const chart = (): string => read('deploy/helm/parcel-event-webhooks/Chart.yaml');

it('makes one candidate after another from the change notes, then the release', () => {
  if (!existsSync(join(copy, '.changeset/pre.json'))) changeset('pre', 'enter', 'rc');
  note('repair', 'patch', 'A repair.');
  const [first = '', ...before] = release();
  const [, version, number] = /^(\d+\.\d+\.\d+)-rc\.(\d+)$/.exec(first) ?? [];
  expect(Number(number)).toBeGreaterThan(0);
  expect(read('CHANGELOG.md')).toContain('A repair.');
  expect(chart()).toContain(`version: ${first}\n`);
  expect(chart()).toContain("prerelease: 'true'");
  expect(JSON.parse(read('docs/openapi.json'))).toMatchObject({ info: { version: first } });
  note('second-repair', 'patch', 'A second repair.');
  const second = `${version}-rc.${Number(number) + 1}`;
  expect(release()).toEqual([second, first, ...before]);
  changeset('pre', 'exit');
  expect(release()).toEqual([version, second, first, ...before]);
  expect(chart()).toContain(`version: ${version}\n`);
  expect(chart()).toContain("prerelease: 'false'");
});
