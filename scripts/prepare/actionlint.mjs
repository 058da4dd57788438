import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

// renovate: datasource=go depName=github.com/rhysd/actionlint
const VERSION = 'v1.7.12';
const FOLDER = join(import.meta.dirname, '..', '..', '.cache', 'actionlint', VERSION);
const PROGRAM = join(FOLDER, 'actionlint');
const WITHIN_MS = 300_000;

/** Builds actionlint once with Go: it is published only as a Go module. @returns its path, or the reason why it is missing */
export function findActionlint() {
  if (existsSync(PROGRAM)) return { program: PROGRAM };
  mkdirSync(FOLDER, { recursive: true });
  const env = { ...process.env, GOBIN: FOLDER };
  const args = ['install', `github.com/rhysd/actionlint/cmd/actionlint@${VERSION}`];
  const { status, error, stderr } = spawnSync('go', args, { env, encoding: 'utf8', timeout: WITHIN_MS });
  if (status === 0) return { program: PROGRAM };
  return { missing: `actionlint could not be built: \`go install\` says: ${error?.message ?? stderr.trim().split('\n').at(-1)}` };
}
