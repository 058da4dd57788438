/** Returns what people call a receiver. Without a name, it is the host alone: the path of a URL may be a secret. */
export const receiverNameOf = ({ name, url }: { readonly name: string; readonly url: string }): string =>
  name === '' ? new URL(url).host : name;
