const MOST_CHARS = 1000;

/** The note as the audit log keeps it. Its entries stay long after the token and count for no limit, so of a long note they hold the beginning. */
export const auditedNote = (note: string): string => (note.length <= MOST_CHARS ? note : `${note.slice(0, MOST_CHARS).toWellFormed()}…`);
