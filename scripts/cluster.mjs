import { spawn, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

const KIT = process.env.CLUSTER_KIT ?? join(ROOT, '..', 'shared', 'cluster', 'kit');
const HOME = process.env.CLUSTER_KIT_HOME ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cluster-kit');
const IMAGE = 'parcel-event-webhooks';
const REGISTRY_VERSION = 'v3.1.2';
const REGISTRY = join(ROOT, '.cache', `registry-${REGISTRY_VERSION}`, 'registry');
const USAGE = `usage: npm run test:cluster [-- OPTIONS]

Puts image and chart into a local registry and installs them from there on a real one-node cluster: first this commit, as its README says; then
the previous commit, which is upgraded to this commit and rolled back under load.

  --from COMMIT   upgrade from this commit instead of the commit before
  --keep-images   use the images of the last run
`;

/**
 * The kit builds the images and the cluster. test/cluster/cluster.main.ts runs the registry and the steps in the cluster. The cluster is always
 * ended, even after a failure.
 */
await runMain(async () => {
  const options = { from: { type: 'string', default: 'HEAD^' }, 'keep-images': { type: 'boolean' }, help: { type: 'boolean' } };
  const { values } = parseArgs({ options });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  if (!existsSync(KIT)) throw new Error(`there is no cluster kit at ${KIT}: set CLUSTER_KIT to its program "kit"`);
  await prepare({ tools: true });
  const now = { root: ROOT, tag: 'now' };
  const before = cloneOf(values.from);
  kit('tools');
  kit('base-image');
  if (!values['keep-images']) [before, now].forEach(({ root, tag }) => timed(`image ${tag}`, () => kit('image', root, `${IMAGE}:${tag}`)));
  process.on('SIGTERM', () => process.exit(1));
  process.on('SIGINT', () => process.exit(1));
  process.on('exit', () => spawnSync(KIT, ['down'], { stdio: 'inherit' }));
  timed('cluster', () => kit('up'));
  timed('registry', buildRegistry);
  const main = join(ROOT, 'dist', 'test', 'cluster', 'cluster.main.js');
  const versions = [now, before].flatMap(({ root, tag }) => [root, tag]);
  const args = ['run', process.execPath, '--enable-source-maps', main, join(HOME, 'cluster', 'hosts'), REGISTRY, HOME, ...versions];
  const child = spawn(KIT, args, { cwd: ROOT, stdio: 'inherit' });
  child.on('exit', (code) => process.exit(code ?? 1));
});

/** Checks the commit out into its own folder, for its chart and its image. */
function cloneOf(commit) {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short', `${commit}^{commit}`], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git does not know the commit ${commit}`);
  const tag = stdout.trim();
  const root = join(ROOT, '.cache', 'cluster', tag);
  rmSync(root, { recursive: true, force: true });
  must('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, root]);
  must('git', ['-C', root, 'checkout', '--quiet', '--detach', tag]);
  return { root, tag };
}

function buildRegistry() {
  if (existsSync(REGISTRY)) return;
  const env = { ...process.env, GOBIN: dirname(REGISTRY), CGO_ENABLED: '0' };
  must('go', ['install', `github.com/distribution/distribution/v3/cmd/registry@${REGISTRY_VERSION}`], env);
}

function kit(...args) {
  must(KIT, args);
}

function must(command, args, env = process.env) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env });
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}: see above`);
}

function timed(title, work) {
  const sinceMs = Date.now();
  work();
  process.stdout.write(`ok ${((Date.now() - sinceMs) / 1000).toFixed(1).padStart(6)} s  ${title}\n`);
}
