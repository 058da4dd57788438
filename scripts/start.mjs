import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { forgetBuild } from './prepare/build.mjs';
import { prepare, preparePage, ROOT, runMain } from './prepare/prepare.mjs';
import { readStartOptions, USAGE } from './prepare/start-options.mjs';
import { timings } from './prepare/step.mjs';

// package.json runs this file with `exec`: npm sends SIGTERM only to the shell, which would die without forwarding it.
const { options, fault } = readStartOptions(process.argv.slice(2));
if (fault) {
  process.stderr.write(`${fault}\n\n${USAGE}`);
  process.exit(2);
}
if (options.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
await runMain(async () => {
  await prepare({ page: options.noDemo }); // the demonstration shows webhooks first, so what only the page needs comes later
  if (options.watch) forgetBuild(ROOT);
  process.setSourceMapsEnabled(true);
  const { start } = await import(pathToFileURL(join(ROOT, 'dist', 'scripts', 'stack', 'start.js')).href);
  await start({ options, timings, preparePage });
});
