import { SECOND } from './units.js';

const MARGIN = 0.1;

/** How long a session or a lease of `limitMs` is surely ours: what begins before then is under way when others can have it. A tenth is kept in hand, a second at least. */
export const sureForMs = (limitMs: number): number => limitMs - Math.max(SECOND, limitMs * MARGIN);
