import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

/**
 * A program that gets the clone's folder and makes dist/apps/console: the page, compressed copies, and the licence notice of its packages.
 * The folder is renamed when it is complete. A running token-api serves the page as soon as it exists.
 */
const root = process.argv[2];
const target = join(root, 'dist', 'apps', 'console');
const page = join(root, 'dist', '.console.partial');

await build({ configFile: join(root, 'apps', 'console', 'vite.config.ts'), logLevel: 'warn', build: { outDir: page } });
writeFileSync(join(page, 'licences.txt'), noticeOf(JSON.parse(readFileSync(join(page, 'licences.json'), 'utf8'))));
for (const file of ['licences.txt', ...readdirSync(join(page, 'assets')).map((name) => join('assets', name))]) compress(join(page, file));
mkdirSync(dirname(target), { recursive: true });
renameSync(page, target);

function noticeOf(packages) {
  const sections = packages.map(({ name, version, identifier, text }) => {
    const rest = text ?? `The package contains no licence file. Its package.json states the licence ${identifier}.`;
    return `${name} ${version} (${identifier})\n\n${rest}\n`;
  });
  return ['The console contains these packages, each under its own licence.\n', ...sections].join(`\n${'-'.repeat(80)}\n\n`);
}

/** Compresses once here, so that the server only reads. */
function compress(file) {
  const bytes = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
}
