// npm run release on a copy: candidates from 1 on, then the release; each time one version in every place, and a section of CHANGELOG.md.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'release-'));
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

afterAll(() => {
  rmSync(copy, { recursive: true });
});

it('makes 1.0.0-rc.1 of what is here, then 1.0.0-rc.2 and 1.0.0', () => {
  expect(release()).toEqual(['1.0.0-rc.1']);
  expect(read('CHANGELOG.md')).toContain('The first release.');
  expect(read('deploy/helm/parcel-event-webhooks/Chart.yaml')).toMatch(/version: 1\.0\.0-rc\.1\n[^]*prerelease: 'true'/);
  expect(JSON.parse(read('docs/openapi.json'))).toMatchObject({ info: { version: '1.0.0-rc.1' } });
  note('repair', 'patch', 'A repair.');
  expect(release()).toEqual(['1.0.0-rc.2', '1.0.0-rc.1']);
  changeset('pre', 'exit');
  expect(release()).toEqual(['1.0.0', '1.0.0-rc.2', '1.0.0-rc.1']);
  expect(read('deploy/helm/parcel-event-webhooks/Chart.yaml')).toMatch(/version: 1\.0\.0\n[^]*prerelease: 'false'/);
});
