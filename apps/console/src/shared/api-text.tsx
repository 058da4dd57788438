import { Code } from '@mantine/core';
import { Instant } from '../times/instant.js';

const SPECIAL = /(`[^`]*`|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z)/;

/** A sentence of the API. Text between back quotes is shown as code, and a moment in the zone of the page. */
export function ApiText({ text }: { readonly text: string }) {
  const parts = text.split(SPECIAL).map((part, index) => ({ part, key: `${index} ${part}`, isSpecial: index % 2 === 1 }));
  return parts.map(({ part, key, isSpecial }) => (isSpecial ? <Special key={key} part={part} /> : <span key={key}>{part}</span>));
}

const Special = ({ part }: { readonly part: string }) => (part.startsWith('`') ? <Code>{part.slice(1, -1)}</Code> : <Instant at={part} />);
