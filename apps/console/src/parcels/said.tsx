import { Code } from '@mantine/core';

/** A sentence of the API; what stands between back quotes is code. */
export function Said({ text }: { readonly text: string }) {
  const parts = text.split('`').map((part, index) => ({ part, key: `${index} ${part}`, isCode: index % 2 === 1 }));
  return parts.map(({ part, key, isCode }) => (isCode ? <Code key={key}>{part}</Code> : <span key={key}>{part}</span>));
}
