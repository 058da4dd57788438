import type { Scan } from '#libs/contracts';

/** What the operator sees of a scan that no rule explains. Its length fits a row of unmapped_code or unmapped_text and a label of a metric. */
export interface UnmappedCode {
  readonly courier: string;
  readonly code: string;
  readonly subCode: string;
  /** How its text begins: erasure finds it by that. */
  readonly sampleText: string;
  /** Where the scan was made: left out of the pattern of its text. */
  readonly place: string;
}

/** With the courier's 200 in one entry of an index, which takes 2,704 bytes. */
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

/** At most so many UTF-16 units, none of them half a character: PostgreSQL takes no such text, and refuses all rows of the statement with it. */
const beginning = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
