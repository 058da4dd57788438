// A live list: the newest page, asked for again and again, is laid upon the pages that are loaded.
import type { Schemas } from '../api/schemas.js';

type Page = Schemas['DeliveryPage'];

export interface Pages {
  readonly pages: readonly Page[];
  readonly pageParams: readonly string[];
}

/** More rows would fill the browser of a screen that is live for days. */
const MOST_ROWS = 5_000;

/** Newest first, as the API sorts; the newest page is right where it reaches, the loaded rows beyond it stay, up to 5,000. */
export function withNewest({ pages, pageParams }: Pages, newest: Page): Pages {
  const known = new Set(pages.flatMap(({ deliveries }) => deliveries.map(({ deliveryId }) => deliveryId)));
  const isJoined = newest.nextCursor === null || newest.deliveries.some(({ deliveryId }) => known.has(deliveryId));
  const [first, ...others] = pages;
  const isLong = pages.reduce((sum, { deliveries }) => sum + deliveries.length, 0) >= MOST_ROWS;
  // more are new than one page holds, or the list is long: the rest is loaded when one scrolls there
  if (first === undefined || !isJoined || isLong) return { pages: [newest], pageParams: [''] };
  const ids = new Set(newest.deliveries.map(({ deliveryId }) => deliveryId));
  const oldest = newest.nextCursor === null ? '' : (newest.deliveries.at(-1)?.createdAt ?? '');
  const rest = ({ deliveries, nextCursor }: Page): Page => ({
    nextCursor,
    deliveries: deliveries.filter(({ deliveryId, createdAt }) => !ids.has(deliveryId) && createdAt <= oldest),
  });
  return {
    pages: [{ ...rest(first), deliveries: [...newest.deliveries, ...rest(first).deliveries] }, ...others.map(rest)],
    pageParams,
  };
}

/** The ids that the newest page has and the loaded pages have not. */
export function freshIds({ pages }: Pages, newest: Page): string[] {
  const known = new Set(pages.flatMap(({ deliveries }) => deliveries.map(({ deliveryId }) => deliveryId)));
  return newest.deliveries.map(({ deliveryId }) => deliveryId).filter((deliveryId) => !known.has(deliveryId));
}
