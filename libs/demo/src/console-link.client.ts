import type { ApiCall } from '#libs/command-line';

export interface ConsoleLink {
  readonly url: string;
  /** True: the link contains a code that signs in. */
  readonly isSignedIn: boolean;
}

export const LINK_MINUTES = 15;

/**
 * Returns the console's address with a code that signs in once, or without a code when the API gives none: the stack runs anyway.
 * @param address of the API in the reader's browser
 */
export async function linkToConsole(call: ApiCall, address: string): Promise<ConsoleLink> {
  const order = { scope: 'write', expiresInSeconds: LINK_MINUTES * 60 };
  const link = await call<{ path: string }>('POST', '/sessions/links', order).catch(() => undefined);
  return { url: `${address}${link?.path ?? '/console/'}`, isSignedIn: link !== undefined };
}
