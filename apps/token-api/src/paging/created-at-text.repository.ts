import { instantText } from '#libs/persistence';

/** Column `createdAtText` of a list: the time that orders the list, with the microseconds of the table, which the cursor needs. */
export const atText = (column: string): string => `${instantText(column)} AS "createdAtText"`;
export const CREATED_AT_TEXT = atText('created_at');
