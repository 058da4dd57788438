// A live list: the newest page is loaded again and again, and joined with the loaded pages.
import type { Schemas } from '../api/schemas.js';

type Page = Schemas['DeliveryPage'];

export interface Pages {
  readonly pages: readonly Page[];
  readonly pageParams: readonly string[];
}

/** A list that stays live for days must not fill the memory of the browser. */
const MOST_ROWS = 5_000;

/** Joins the newest page with the loaded pages, newest first as the API sorts. Loaded rows that are older than the newest page stay, up to 5,000 rows. */
export function withNewest({ pages, pageParams }: Pages, newest: Page): Pages {
  const known = new Set(pages.flatMap(({ deliveries }) => deliveries.map(({ deliveryId }) => deliveryId)));
  const isJoined = newest.nextCursor === null || newest.deliveries.some(({ deliveryId }) => known.has(deliveryId));
  const [first, ...others] = pages;
  // more rows are new than one page holds, or the first page is too long: older rows load again when a person scrolls to them
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

/** @returns how many of the pages fit into 5,000 rows; at least one */
function pagesWithin(pages: readonly Page[]): number {
  let rows = 0;
  const tooFar = pages.findIndex(({ deliveries }) => (rows += deliveries.length) > MOST_ROWS);
  return tooFar === -1 ? pages.length : Math.max(1, tooFar);
}

/** Returns the ids of the newest page that no loaded page has. */
export function freshIds({ pages }: Pages, newest: Page): string[] {
  const known = new Set(pages.flatMap(({ deliveries }) => deliveries.map(({ deliveryId }) => deliveryId)));
  return newest.deliveries.map(({ deliveryId }) => deliveryId).filter((deliveryId) => !known.has(deliveryId));
}
