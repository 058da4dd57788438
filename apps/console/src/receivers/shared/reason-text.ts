import { timeIn } from '../../times/zone-time.js';

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z/g;

/** Returns a sentence of the API with times in a zone and without back quotes. */
export const reasonText = (reason: string, zone: string): string =>
  reason.replaceAll('`', '').replaceAll(INSTANT, (at) => timeIn(zone, at));
