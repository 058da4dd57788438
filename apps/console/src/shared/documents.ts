// The documents that the console shows, and the document about each view.

export const DOCUMENTS = [
  'console',
  'quick-start',
  'receivers',
  'credentials',
  'signatures',
  'where-is-my-webhook',
  'delivery',
  'http',
  'notifications',
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
  '/notifications': 'notifications',
  '/receivers': 'receivers',
  '/catalogue': 'events',
  '/access': 'tokens',
};

/** Returns the document about a view. @param route as the router names it: `/parcels/$courier/$trackingNumber` */
export const documentOf = (route: string): DocumentName => BY_ROUTE[`/${route.split('/')[1]}`] ?? 'console';
