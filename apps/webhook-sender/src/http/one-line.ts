/**
 * Shortens foreign text to one line for the attempt log: a certificate may name thousands of hosts, and each attempt writes a row and a log
 * line.
 */
export const oneLine = (text: string, mostChars: number): string =>
  text
    .slice(0, mostChars)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .toWellFormed();
