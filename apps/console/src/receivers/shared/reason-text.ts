import { localTime } from '../../shared/time.js';

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z/g;

/** A sentence of the API for people: times in the viewer's zone, no marks of code. */
export const reasonText = (reason: string): string => reason.replaceAll('`', '').replaceAll(INSTANT, (at) => localTime(at));
