import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { defineConfig, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..');

/** token-api replaces this text in each page that it serves by a new nonce (apps/token-api/src/console). */
const NONCE = '__NONCE__';

/** `docs/….md?document` is the parsed tree of a document, so that the page needs no parser. */
const documents: Plugin = {
  name: 'documents',
  load(id) {
    const [path = '', query] = id.split('?');
    if (query !== 'document') return undefined;
    const tree = fromMarkdown(readFileSync(path, 'utf8'), { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
    const text = JSON.stringify(tree, (key, value: unknown) => (key === 'position' ? undefined : value));
    return { code: `export default ${text}`, moduleType: 'js' };
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [documents],
  html: { cspNonce: NONCE },
  resolve: { alias: { '#libs/api-client': join(ROOT, 'libs/api-client/src/index.ts') } },
  server: { fs: { allow: [ROOT] } }, // the documents lie outside the page's own folder
  cacheDir: join(ROOT, '.cache/vite'),
  build: {
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: 'licences.json' },
    rolldownOptions: { checks: { moduleLevelDirective: false } }, // "use client" means nothing here, and its warnings hide others
  },
});
