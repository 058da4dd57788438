import { SECOND } from './units.js';

const MARGIN = 0.1;

/** How long this process surely holds a session or a lease of `limitMs`. Work that begins before then is under way when others can take over. A tenth is kept in hand, a second at least. */
export const safeDurationMs = (limitMs: number): number => limitMs - Math.max(SECOND, limitMs * MARGIN);
