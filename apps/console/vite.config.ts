import { join } from 'node:path';
import { defineConfig } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..');

/** token-api replaces both in the page that it serves (apps/token-api/src/console): a nonce per answer, and the way back to /console/. */
const NONCE = '__NONCE__';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  html: { cspNonce: NONCE },
  resolve: { alias: { '#libs/api-client': join(ROOT, 'libs/api-client/src/index.ts') } },
  cacheDir: join(ROOT, '.cache/vite'),
  build: {
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: 'licences.json' },
    rolldownOptions: { checks: { moduleLevelDirective: false } }, // "use client" means nothing here, and each of its warnings hides others
  },
});
