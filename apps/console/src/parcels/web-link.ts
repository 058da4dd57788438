/** An address that came with a record, if it leads to a page; undefined for an empty one and for any scheme but http and https. */
export const webLink = (text: string): string | undefined => (/^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined);
