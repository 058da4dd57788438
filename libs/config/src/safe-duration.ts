import { SECOND } from './units.js';

const MARGIN = 0.1;

/**
 * Returns how long this process may rely on a session or lease of `limitMs`: a tenth, at least a second, is a margin.
 * Work that begins within this time is under way before another process can take over.
 */
export const safeDurationMs = (limitMs: number): number => limitMs - Math.max(SECOND, limitMs * MARGIN);
