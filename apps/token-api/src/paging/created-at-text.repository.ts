import { instantText } from '#libs/persistence';

/** Column `createdAtText` of a list: the moment by which it is ordered, to the microsecond, as the table keeps it and the cursor needs it. */
export const atText = (column: string): string => `${instantText(column)} AS "createdAtText"`;
export const CREATED_AT_TEXT = atText('created_at');
