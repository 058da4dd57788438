const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** True when the URL's host is this machine by its spelling. `localhost` is always this machine (RFC 6761 6.3). */
export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname);
