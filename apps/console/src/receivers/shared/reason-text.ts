import { timeIn } from '../../times/zone-time.js';

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z/g;

/** A sentence of the API for people: times in a zone, no marks of code. */
export const reasonText = (reason: string, zone: string): string =>
  reason.replaceAll('`', '').replaceAll(INSTANT, (at) => timeIn(zone, at));
