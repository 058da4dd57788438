/** An instant as text, to the microsecond as the tables keep it: a Date keeps milliseconds. */
export const instantText = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
