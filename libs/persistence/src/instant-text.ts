/** Returns SQL for an instant as text with the tables' microseconds. A Date would lose them. */
export const instantText = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
