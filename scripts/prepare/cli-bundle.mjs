import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCE = join(ROOT, 'packages', 'cli-node');

/** Bundles the customers' command line: one program, in which `#libs/…` is built in and the dependencies of its package are not. */
export const bundleCli = async (outDir) => {
  const { build } = await import('vite'); // not before the packages are installed
  await build({
    root: SOURCE,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: [{ find: /^#libs\/([^/]+)$/, replacement: join(ROOT, 'libs', '$1', 'src', 'index.ts') }] },
    build: {
      ssr: 'src/main.ts',
      outDir,
      target: 'node22',
      minify: false,
      emptyOutDir: true,
      rolldownOptions: {
        external: ['commander', 'openapi-fetch'],
        // The doors of the libs also lead to Nest and ajv. Nothing here relies on a module that only has effects.
        treeshake: { moduleSideEffects: false },
        output: { entryFileNames: 'main.js', chunkFileNames: '[name].js' },
      },
    },
  });
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleCli(process.argv[2]);
