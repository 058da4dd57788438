import { cleanText } from '../output/clean-text.js';

/** The beginning of a foreign text, on one line, without characters that steer a terminal. */
export const printable = (text: string, mostChars = 200): string => cleanText(text.slice(0, mostChars).replace(/\s+/g, ' ').trim());
