// A live list: the newest page, asked for again and again, is laid upon the pages that are loaded.
import type { Schemas } from '../api/schemas.js';

type Page = Schemas['DeliveryPage'];

export interface Pages {
  readonly pages: readonly Page[];
  readonly pageParams: readonly string[];
}

/** More rows would fill the browser of a screen that is live for days. */
const MOST_ROWS = 5_000;

/** Newest first, as the API sorts; the newest page is right where it reaches, the loaded rows beyond it stay, as far as 5,000 rows hold them. */
export function withNewest({ pages, pageParams }: Pages, newest: Page): Pages {
  const known = new Set(pages.flatMap(({ deliveries }) => deliveries.map(({ deliveryId }) => deliveryId)));
  const isJoined = newest.nextCursor === null || newest.deliveries.some(({ deliveryId }) => known.has(deliveryId));
  const [first, ...others] = pages;
  // more are new than one page holds, or the first page has grown long: the rest is loaded when one scrolls there
  if (first === undefined || !isJoined || first.deliveries.length >= MOST_ROWS) return { pages: [newest], pageParams: [''] };
  const ids = new Set(newest.deliveries.map(({ deliveryId }) => deliveryId));
  const oldest = newest.nextCursor === null ? '' : (newest.deliveries.at(-1)?.createdAt ?? '');
  const rest = ({ deliveries, nextCursor }: Page): Page => ({
    nextCursor,
    deliveries: deliveries.filter(({ deliveryId, createdAt }) => !ids.has(deliveryId) && createdAt <= oldest),
  });
  const renewed = [{ ...rest(first), deliveries: [...newest.deliveries, ...rest(first).deliveries] }, ...others.map(rest)];
  const kept = pagesWithin(renewed);
  return { pages: renewed.slice(0, kept), pageParams: pageParams.slice(0, kept) };
}

/** @returns how many of the pages have 5,000 rows together at most; one at least */
function pagesWithin(pages: readonly Page[]): number {
  let rows = 0;
  const tooFar = pages.findIndex(({ deliveries }) => (rows += deliveries.length) > MOST_ROWS);
  return tooFar === -1 ? pages.length : Math.max(1, tooFar);
}

/** The ids that the newest page has and the loaded pages have not. */
export function freshIds({ pages }: Pages, newest: Page): string[] {
  const known = new Set(pages.flatMap(({ deliveries }) => deliveries.map(({ deliveryId }) => deliveryId)));
  return newest.deliveries.map(({ deliveryId }) => deliveryId).filter((deliveryId) => !known.has(deliveryId));
}
