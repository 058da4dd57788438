import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

// renovate: datasource=go depName=github.com/rhysd/actionlint
const VERSION = 'v1.7.12';
const FOLDER = join(import.meta.dirname, '..', '..', '.cache', 'actionlint', VERSION);
const PROGRAM = join(FOLDER, 'actionlint');
const WITHIN_MS = 300_000;

/** Built by Go, once: it comes as a Go module alone. @returns its path, or why there is none */
export function findActionlint() {
  if (existsSync(PROGRAM)) return { program: PROGRAM };
  mkdirSync(FOLDER, { recursive: true });
  const env = { ...process.env, GOBIN: FOLDER };
  const args = ['install', `github.com/rhysd/actionlint/cmd/actionlint@${VERSION}`];
  const { status, error, stderr } = spawnSync('go', args, { env, encoding: 'utf8', timeout: WITHIN_MS });
  if (status === 0) return { program: PROGRAM };
  return { missing: `actionlint is built by Go, and \`go install\` says: ${error?.message ?? stderr.trim().split('\n').at(-1)}` };
}
