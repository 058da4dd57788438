import type { Scan } from '#libs/contracts';

/** The fields of an unexplained scan for the operator, short enough for a row of unmapped_code or unmapped_text and for a metric label. */
export interface UnmappedCode {
  readonly courier: string;
  readonly code: string;
  readonly subCode: string;
  /** The beginning of the text; erasure finds the row by it. */
  readonly sampleText: string;
  /** The place of the scan: it is left out of the text's pattern. */
  readonly place: string;
}

/** Fits together with the courier's 200 characters into one index entry, which may have 2,704 bytes. */
const MOST_CODE_CHARS = 100;
const MOST_SAMPLE_CHARS = 500;
const MOST_PLACE_CHARS = 200;

export const unmappedCodeOf = ({ courier, code = '', subCode = '', rawText = '', locationText }: Scan): UnmappedCode => ({
  courier,
  code: beginning(code, MOST_CODE_CHARS),
  subCode: beginning(subCode, MOST_CODE_CHARS),
  sampleText: beginning(rawText, MOST_SAMPLE_CHARS),
  place: beginning(locationText, MOST_PLACE_CHARS),
});

/**
 * Cuts a text to this many UTF-16 units, never inside a character: PostgreSQL refuses half a character, and with it the whole statement.
 */
const beginning = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
