import { utimesSync, watch } from 'node:fs';
import { join } from 'node:path';
import { type Screen } from '#libs/demo';
import { copyAssets } from '../prepare/copy-assets.mjs';
import { type AppName } from './app-environment.js';
import { startChild } from './child.js';
import { compiled, ROOT } from './clone.js';
import { type RunFolder } from './run-folder.js';

const READ_BY: AppName = 'event-builder';
const ASSET = /\.(?:json|ya?ml)$/;
const NEWS = /error TS\d|Found \d/;

/**
 * Compiles each changed source into dist. An app started with Node's `--watch` restarts when a module that it imports changes.
 * Node does not watch files that an app reads, so event-builder is restarted when a carrier's rules change.
 */
export function watchSources(run: RunFolder, screen: Screen): void {
  startChild(run, {
    name: 'tsc',
    command: process.execPath,
    args: [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput'],
    stage: 'app',
    stopSignal: 'SIGTERM',
    cwd: ROOT,
    onLine: (line) => {
      if (NEWS.test(line)) screen.line(line.trim());
    },
  });
  const watcher = watch(join(ROOT, 'apps', READ_BY), { recursive: true }, (_, file) => {
    if (file === null || !ASSET.test(file)) return;
    copyAssets(ROOT);
    utimesSync(compiled(`apps/${READ_BY}/src/main`), new Date(), new Date());
  });
  watcher.unref();
}
