/**
 * Returns the address of a record if it leads to a page: only http and https do. An address with user or password is left out:
 * `https://bank.example@evil.example` does not lead where it seems to.
 */
export function webLink(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { username, password } = new URL(text);
  return username === '' && password === '' ? text : undefined;
}
