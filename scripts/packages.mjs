import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

/** `npm run check:licences` and `npm run check:audit`: checks of the production packages. */
await runMain(async () => {
  await prepare({ broker: false, tools: true });
  await import(pathToFileURL(join(ROOT, 'dist', 'scripts', 'packages', `${process.argv[2]}.main.js`)).href);
});
