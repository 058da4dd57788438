import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { PrepareError } from './prepare/step.mjs';
import { prepare, ROOT, runMain } from './prepare/prepare.mjs';

const USAGE = `usage: npm run dev:console [-- --api URL]

Serves the console from its sources, and reloads the page at each change. Requests outside /console/ go to the API of the running npm start.

  --api URL   the API to use instead
  --help      this text
`;
const BASE = '/console/';

await runMain(async () => {
  const { values } = readOptions();
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  await prepare({ broker: false });
  const api = values.api ?? (await findApi());
  const server = await serve(api);
  const { port } = server.httpServer.address();
  process.stdout.write(`console  http://127.0.0.1:${port}${BASE}   (API: ${api}; Ctrl-C stops it)\n`);
});

function readOptions() {
  try {
    return parseArgs({ options: { api: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  } catch ({ message }) {
    throw new PrepareError(`${message}\n\n${USAGE}`);
  }
}

async function findApi() {
  const { runningConnections } = await import(pathToFileURL(join(ROOT, 'dist', 'scripts', 'stack', 'connection-file.js')).href);
  const urls = runningConnections().map(({ apiUrl }) => apiUrl);
  if (urls.length === 1) return urls[0];
  if (urls.length === 0) throw new PrepareError('npm start is not running: start it in another terminal, or name an API with --api URL.');
  throw new PrepareError(`npm start is running ${urls.length} times: choose an API with --api URL. The APIs are ${urls.join(', ')}.`);
}

/** Serves the same paths as in production, so that router and API addresses match. */
async function serve(api) {
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: join(ROOT, 'apps', 'console', 'vite.config.ts'),
    base: BASE,
    logLevel: 'warn',
    server: { host: '127.0.0.1', proxy: { [`^/(?!${BASE.slice(1)})`]: { target: api } } },
    plugins: [{ name: 'base', transformIndexHtml: () => [{ tag: 'base', attrs: { href: BASE }, injectTo: 'head-prepend' }] }],
  });
  return server.listen();
}
