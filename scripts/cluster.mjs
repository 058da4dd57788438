import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

const KIT = process.env.CLUSTER_KIT ?? join(ROOT, '..', 'shared', 'cluster', 'kit');
const HOME = process.env.CLUSTER_KIT_HOME ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cluster-kit');
const IMAGE = 'parcel-event-webhooks';
const TAGS = ['one', 'two'];

/**
 * The chart on a real one-node cluster: `npm run test:cluster`. The kit builds the image and the cluster; what happens in it is
 * test/cluster/cluster.main.ts, run inside. `--keep-image` uses the images of the last run. The cluster is ended, however this ends.
 */
await runMain(async () => {
  if (!existsSync(KIT)) throw new Error(`there is no cluster kit at ${KIT}: set CLUSTER_KIT to its "kit"`);
  await prepare();
  kit('tools');
  kit('base-image');
  if (!process.argv.includes('--keep-image')) timed('image', () => TAGS.forEach(build));
  process.on('SIGTERM', () => process.exit(1));
  process.on('SIGINT', () => process.exit(1));
  process.on('exit', () => spawnSync(KIT, ['down'], { stdio: 'inherit' }));
  timed('cluster', () => kit('up'));
  timed('load', () => kit('load', ...TAGS.map((tag) => `${IMAGE}:${tag}`)));
  const main = join(ROOT, 'dist', 'test', 'cluster', 'cluster.main.js');
  const args = ['run', process.execPath, '--enable-source-maps', main, join(HOME, 'cluster', 'hosts'), ...TAGS];
  const child = spawn(KIT, args, { cwd: ROOT, stdio: 'inherit' });
  child.on('exit', (code) => process.exit(code ?? 1));
});

/** Two images of the same code: an upgrade exchanges every pod. The second is the first with another label. */
function build(tag, index) {
  if (index === 0) return kit('image', ROOT, `${IMAGE}:${tag}`);
  const store = ['buildah', '--root', join(HOME, 'images'), '--runroot', join(HOME, 'images-run')];
  const from = spawnSync('unshare', ['--mount', ...store, 'from', '--pull-never', `localhost/${IMAGE}:${TAGS[0]}`], {
    encoding: 'utf8',
  }).stdout.trim();
  must('unshare', ['--mount', ...store, 'config', '--label', `test.tag=${tag}`, from]);
  return must('unshare', ['--mount', ...store, 'commit', '-q', '--rm', from, `localhost/${IMAGE}:${tag}`]);
}

function kit(...args) {
  must(KIT, args);
}

function must(command, args) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}: see above`);
}

function timed(title, work) {
  const sinceMs = Date.now();
  work();
  process.stdout.write(`ok ${((Date.now() - sinceMs) / 1000).toFixed(1).padStart(6)} s  ${title}\n`);
}
