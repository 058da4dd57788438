/** The code of a link (`#code=…`); undefined = the page was opened without one. */
export const codeIn = (hash: string): string | undefined => new URLSearchParams(hash.slice(1)).get('code') ?? undefined;

/** Takes the code out of the address at once: it must not stay in the history or be copied with the address. */
export function takeCode(): string | undefined {
  const code = codeIn(window.location.hash);
  if (code !== undefined) window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return code;
}
