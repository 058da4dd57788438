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

Image and chart in a local registry, and from there on a real one-node cluster: this commit installed by its README; the commit before installed,
upgraded to this one and rolled back under load.

  --from COMMIT   upgrade from this commit instead of the commit before
  --keep-images   use the images of the last run
`;

/** The kit builds the images and the cluster; the registry and what happens in the cluster is test/cluster/cluster.main.ts. The cluster is ended, however this ends. */
await runMain(async () => {
  const options = { from: { type: 'string', default: 'HEAD^' }, 'keep-images': { type: 'boolean' }, help: { type: 'boolean' } };
  const { values } = parseArgs({ options });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  if (!existsSync(KIT)) throw new Error(`there is no cluster kit at ${KIT}: set CLUSTER_KIT to its "kit"`);
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

/** The commit in a folder of its own, for its chart and its image. */
function cloneOf(commit) {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short', `${commit}^{commit}`], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git knows no commit ${commit}`);
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
