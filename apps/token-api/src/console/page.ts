/** The routes of pages and of their files. */
export const CONSOLE_ROUTES: readonly string[] = ['/', '/console', '/console/*path'];

const HOME = '/console/';
const ASSETS = 'assets/';

/** Vite writes this placeholder wherever a nonce belongs (apps/console/vite.config.ts). */
const NONCE = '__NONCE__';

export type ConsoleAnswer =
  | { readonly kind: 'redirect' }
  /** `base` leads from this address back to /console/, where the page finds its assets. */
  | { readonly kind: 'page'; readonly base: string }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'nothing' };

/**
 * Decides the answer to an address at or below /console. The page serves every address that is not a file. Its links are relative, so that
 * it works behind a proxy that adds a path.
 * @param path as the client wrote it, escapes included: browsers do not read `%2F` as a slash
 * @param files the names of all files
 */
export function answerTo(path: string, files: { has(name: string): boolean }): ConsoleAnswer {
  if (!path.startsWith(HOME)) return { kind: 'redirect' };
  const name = path.slice(HOME.length);
  if (files.has(name)) return { kind: 'file', name };
  const segments = name.split('/');
  const isOdd = segments.some((segment) => ['.', '..'].includes(decodeURIComponent(segment)));
  if (isOdd || name.startsWith(ASSETS)) return { kind: 'nothing' };
  return { kind: 'page', base: '../'.repeat(segments.length - 1) || './' };
}

interface PageOptions {
  readonly nonce: string;
  readonly base: string;
}

export const toConsolePage = (template: string, { nonce, base }: PageOptions): string =>
  template.replace('<head>', `<head>\n    <base href="${base}" />`).replaceAll(NONCE, nonce);

/**
 * Returns the security policy of the page: scripts and styles come from this service only.
 * @param ancestors the origins whose pages may show the console in a frame
 */
export function consoleSecurity(nonce: string, ancestors: readonly string[]): string {
  const framedBy = ancestors.length === 0 ? "'none'" : ["'self'", ...ancestors].join(' ');
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ');
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
};

export const contentTypeOf = (name: string): string => TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

/** The names of assets change with their content, so browsers may cache them for good. */
export const cacheControlOf = (name: string): string =>
  name.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
