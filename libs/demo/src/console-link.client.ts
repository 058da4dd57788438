import type { ApiCall } from '#libs/command-line';

export interface ConsoleLink {
  readonly url: string;
  /** True: the link contains a code that signs in. */
  readonly isSignedIn: boolean;
}

const LINK_MINUTES = 15;

/**
 * Returns the console's address, without a code when the API gives none: the console also has a form to sign in.
 * @param address the API's address in the reader's browser
 */
export async function linkToConsole(call: ApiCall, address: string): Promise<ConsoleLink> {
  const order = { scope: 'write', expiresInSeconds: LINK_MINUTES * 60 };
  const link = await call<{ path: string }>('POST', '/sessions/links', order).catch(() => undefined);
  return { url: `${address}${link?.path ?? '/console/'}`, isSignedIn: link !== undefined };
}

export const linkText = ({ url, isSignedIn }: ConsoleLink): string =>
  isSignedIn ? `${url}   (this link signs you in, once, within ${LINK_MINUTES} minutes)` : url;
