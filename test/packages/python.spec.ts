// The Python package: its own tests, its types, and what is published of it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { missingProgram, outputOf, ROOT } from './packages.js';

const PACKAGE = join(ROOT, 'packages/receiver-python');
const OUT = join(ROOT, '.cache/packages');
const PINNED = join(PACKAGE, 'requirements-dev.txt');
const VENV = join(OUT, `python-${createHash('sha256').update(readFileSync(PINNED)).digest('hex').slice(0, 12)}`);
const python = (...args: string[]): string => outputOf(join(VENV, 'bin/python'), args, { cwd: PACKAGE });

const missing = missingProgram(
  'python3',
  ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))'],
  'Python 3.10 with venv',
);
const inPython = missing === undefined ? describe : describe.skip;

inPython('packages/receiver-python', () => {
  beforeAll(() => {
    if (existsSync(VENV)) return;
    rmSync(`${VENV}.partial`, { recursive: true, force: true });
    mkdirSync(OUT, { recursive: true });
    outputOf('python3', ['-m', 'venv', `${VENV}.partial`]);
    // `python -m pip` names no path of the folder, so that the folder may be renamed.
    outputOf(join(`${VENV}.partial`, 'bin/python'), ['-m', 'pip', 'install', '--quiet', '-r', PINNED]);
    renameSync(`${VENV}.partial`, VENV);
  });

  it('passes its tests', () => {
    expect(python('-m', 'pytest', '-q', '-p', 'no:cacheprovider')).toMatch(/^\d+ passed/m);
  });

  it('has types', () => {
    expect(python('-m', 'mypy', '--cache-dir', join(OUT, 'mypy'))).toContain('Success');
    expect(python('-m', 'ruff', 'check', '--no-cache', '.')).toContain('All checks passed');
  });

  it('is a correct package', () => {
    const folder = join(OUT, 'python-dist');
    rmSync(folder, { recursive: true, force: true });
    python('-m', 'build', '--no-isolation', '--outdir', folder, '.');
    expect(outputOf(join(VENV, 'bin/python'), ['-m', 'twine', 'check', '--strict', `${folder}/*`])).not.toContain('FAILED');
    outputOf(join(VENV, 'bin/python'), [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--no-deps',
      '--target',
      join(folder, 'try'),
      '--no-index',
      '--find-links',
      folder,
      'owner_placeholder-parcel-webhooks-receiver',
    ]);
    expect(
      outputOf('python3', ['-c', 'import parcel_webhooks; print(parcel_webhooks.__file__)'], { env: { PYTHONPATH: join(folder, 'try') } }),
    ).toContain(folder);
  });
});
