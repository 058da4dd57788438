// schemathesis in a Python environment below .cache, with the versions from test/schemathesis/requirements.txt.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/stack/clone.js';

const run = promisify(execFile);
const REQUIREMENTS = join(ROOT, 'test/schemathesis/requirements.txt');
const PYTHONS = ['python3', 'python3.13', 'python3.12', 'python3.11'];
const OLDEST = [3, 11] as const;
const INSTALL_WITHIN_MS = 240_000;

/** Returns a Python that can run it; undefined = this machine has none. */
export async function findPython(): Promise<string | undefined> {
  for (const python of PYTHONS) {
    const isFine = await run(python, ['-c', `import sys, venv, ensurepip; sys.exit(sys.version_info < (${OLDEST.join(', ')}))`]).then(
      () => true,
      () => false,
    );
    if (isFine) return python;
  }
  return undefined;
}

/** @returns the path of the command, installed once for these requirements */
export async function installSchemathesis(python: string): Promise<string> {
  const version = createHash('sha256').update(readFileSync(REQUIREMENTS)).update(python).digest('hex').slice(0, 12);
  const folder = join(ROOT, '.cache', `schemathesis-${version}`);
  const command = join(folder, 'bin', 'schemathesis');
  const done = join(folder, 'installed');
  if (!existsSync(done)) {
    rmSync(folder, { recursive: true, force: true });
    await run(python, ['-m', 'venv', folder]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--require-hashes', '-r', REQUIREMENTS];
    await run(join(folder, 'bin', 'python'), pip, { timeout: INSTALL_WITHIN_MS });
    await run(join(folder, 'bin', 'python'), ['-c', 'import sys; open(sys.argv[1], "w").close()', done]);
  }
  return command;
}

export interface Fuzzing {
  readonly command: string;
  readonly url: string;
  readonly seed: number;
  readonly maxExamples: number;
  readonly env: Readonly<Record<string, string>>;
}

/** Returns the exit code and the whole output. */
export async function fuzz({ command, url, seed, maxExamples, env }: Fuzzing): Promise<{ code: number; output: string }> {
  const args = ['--config-file', join(ROOT, 'test/schemathesis/schemathesis.toml'), '--no-color', 'run', `${url}/openapi.json`];
  const bounds = ['--seed', String(seed), '--max-examples', String(maxExamples)];
  const options = { env: { ...process.env, ...env }, cwd: join(ROOT, '.cache'), maxBuffer: 2 ** 26 };
  return run(command, [...args, ...bounds], options).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code?: number; stdout?: string; stderr?: string }) => ({ code: error.code ?? 1, output: `${error.stdout}${error.stderr}` }),
  );
}
