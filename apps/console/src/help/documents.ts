// Which documents the console shows, and where each view leads.

export const DOCUMENTS = [
  'console',
  'quick-start',
  'receivers',
  'signatures',
  'where-is-my-webhook',
  'delivery',
  'events',
  'languages',
  'tokens',
  'errors',
  'glossary',
] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

export const documentNamed = (name: string): DocumentName | undefined => DOCUMENTS.find((known) => known === name);

const BY_ROUTE: Readonly<Record<string, DocumentName>> = {
  '/parcels': 'where-is-my-webhook',
  '/deliveries': 'where-is-my-webhook',
  '/recover': 'where-is-my-webhook',
  '/receivers': 'receivers',
  '/catalogue': 'events',
  '/access': 'tokens',
};

/** @param route as the router names it: `/parcels/$courier/$trackingNumber` */
export const documentOf = (route: string): DocumentName => BY_ROUTE[`/${route.split('/')[1]}`] ?? 'console';

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
