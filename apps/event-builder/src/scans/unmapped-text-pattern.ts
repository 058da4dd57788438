/** The number of characters that are read: more would add patterns but no meaning. */
const READ_CHARS = 200;
const MOST_PATTERN_CHARS = 100;

/**
 * Returns SQL for the common pattern of similar texts. Words with a digit become #, the place of the scan becomes …, blanks fold into one.
 * Listing and erasure share this expression: a pattern with a name is found again by the scan that it came from.
 * @param text SQL of a text
 * @param place SQL of the place of the scan, '' = none
 */
export const textPatternSql = (text: string, place: string): string => `
  left(btrim(regexp_replace(regexp_replace(
    CASE WHEN ${place} = '' THEN left(${text}, ${READ_CHARS}) ELSE replace(left(${text}, ${READ_CHARS}), ${place}, '…') END,
    '\\S*\\d\\S*', '#', 'g'), '\\s+', ' ', 'g')), ${MOST_PATTERN_CHARS})`;
