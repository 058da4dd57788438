// Where the links of a document lead from inside the console.
import { type DocumentName, documentNamed } from '../shared/documents.js';

/** `Send it again` → `send-it-again`: how links name a heading. */
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
  /** A file that is not here. */
  | { readonly kind: 'none' };

/** Where a link of a document leads from inside the console. */
export function targetOf(url: string): LinkTarget {
  if (url.startsWith('#')) return { kind: 'heading', hash: url.slice(1) };
  if (url.startsWith('https://')) return { kind: 'web', url };
  const [, file = '', hash = ''] = /^(?:\.\/)?([a-z-]+)\.md(?:#(.*))?$/.exec(url) ?? [];
  const name = documentNamed(file);
  return name === undefined ? { kind: 'none' } : { kind: 'document', name, hash };
}
