/**
 * An address that came with a record, if it leads to a page; undefined for an empty one and for any scheme but http and https. An address with
 * user or password is none: `https://bank.example@evil.example` leads elsewhere than it seems.
 */
export function webLink(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { username, password } = new URL(text);
  return username === '' && password === '' ? text : undefined;
}
