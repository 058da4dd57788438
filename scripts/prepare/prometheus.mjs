import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const HOME = join(import.meta.dirname, '..', '..', '.cache', 'prometheus');
const WITHIN_MS = 120_000;

/** Prometheus is unavailable here. The message says why. */
export class MissingPrometheus extends Error {}

/**
 * Finds Prometheus on the machine, or unpacks Debian's package into .cache: this needs no root and installs nothing.
 * @returns {{ prometheus: string, promtool: string }} paths of the programs
 */
export function findPrometheus() {
  if (answers('promtool')) return { prometheus: 'prometheus', promtool: 'promtool' };
  const programs = { prometheus: join(HOME, 'usr/bin/prometheus'), promtool: join(HOME, 'usr/bin/promtool') };
  if (!existsSync(programs.promtool)) fetchPackage();
  if (!answers(programs.promtool)) throw new MissingPrometheus(`${programs.promtool} does not run on this machine`);
  return programs;
}

function fetchPackage() {
  rmSync(HOME, { recursive: true, force: true });
  mkdirSync(HOME, { recursive: true });
  const download = () => run('apt-get', ['download', 'prometheus']);
  let fetched = download();
  // A fresh container has no package lists. Only root may fetch them.
  if (!fetched.ok && process.getuid?.() === 0 && run('apt-get', ['update', '-q']).ok) fetched = download();
  if (!fetched.ok) throw new MissingPrometheus(`no promtool in PATH, and \`apt-get download prometheus\` says: ${fetched.output}`);
  const [file] = readdirSync(HOME);
  const unpacked = run('dpkg-deb', ['-x', file, '.']);
  if (!unpacked.ok) throw new MissingPrometheus(`${file} cannot be unpacked: ${unpacked.output}`);
  rmSync(join(HOME, file));
}

const answers = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

function run(command, args) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd: HOME, encoding: 'utf8', timeout: WITHIN_MS });
  return { ok: status === 0, output: error?.message ?? (stderr || stdout).trim().split('\n').at(-1) };
}
