// The links of a document, and where they lead in the console.
import { type DocumentName, documentNamed } from '../shared/documents.js';

/** Returns the name of a heading in links: `Send it again` → `send-it-again`. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

export type LinkTarget =
  | { readonly kind: 'document'; readonly name: DocumentName; readonly hash: string }
  | { readonly kind: 'heading'; readonly hash: string }
  | { readonly kind: 'web'; readonly url: string }
  /** A file that the console does not show. */
  | { readonly kind: 'none' };

/** Returns where a link of a document leads in the console. */
export function targetOf(url: string): LinkTarget {
  if (url.startsWith('#')) return { kind: 'heading', hash: url.slice(1) };
  if (url.startsWith('https://')) return { kind: 'web', url };
  const [, file = '', hash = ''] = /^(?:\.\/)?([a-z-]+)\.md(?:#(.*))?$/.exec(url) ?? [];
  const name = documentNamed(file);
  return name === undefined ? { kind: 'none' } : { kind: 'document', name, hash };
}
