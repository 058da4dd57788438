import { parse, type ParsedUrlQuery } from 'node:querystring';

/** All of a query, which Node otherwise reads up to its 1000th pair, empty ones included: a filter behind it would not be seen, and everything be shown. */
export const parseQuery = (text: string): ParsedUrlQuery => parse(text, '&', '=', { maxKeys: 0 });
