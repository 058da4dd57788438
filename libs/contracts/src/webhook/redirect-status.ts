/** Without 304, which leads nowhere, and 305 and 306, which are obsolete. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MULTIPLE_CHOICES = 300;

/** A 300 is a redirect when its answer names a location. */
export const isRedirect = (httpStatus: number, location?: string): boolean =>
  REDIRECTS.has(httpStatus) || (httpStatus === MULTIPLE_CHOICES && location !== undefined);
