const LOOPBACK_IPV4 = /^127(?:\.\d{1,3}){3}$/;

/** True when the URL's host is this machine by its spelling. `localhost` is always this machine (RFC 6761 6.3). */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  LOOPBACK_IPV4.test(hostname) ||
  (hostname.endsWith('.localhost') && hostname !== '.localhost');
