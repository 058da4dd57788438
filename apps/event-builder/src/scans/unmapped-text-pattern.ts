/** Read of a text; what is behind adds patterns, not meaning. */
const READ_CHARS = 200;
const MOST_PATTERN_CHARS = 100;

/**
 * SQL: what texts of one kind have in common. Words with a digit become #, the place of the scan becomes …, blanks fold into one.
 * One expression for listing and for erasure: a pattern that holds a name is found again by the scan that it came from.
 * @param text SQL of a text @param place SQL of the place of the scan, '' = none
 */
export const textPatternSql = (text: string, place: string): string => `
  left(btrim(regexp_replace(regexp_replace(
    CASE WHEN ${place} = '' THEN left(${text}, ${READ_CHARS}) ELSE replace(left(${text}, ${READ_CHARS}), ${place}, '…') END,
    '\\S*\\d\\S*', '#', 'g'), '\\s+', ' ', 'g')), ${MOST_PATTERN_CHARS})`;
