import { LONGEST_LEASE_MS } from './persistence.config.js';

/** SQL that is true when nobody holds the lease. A lease that ends far in the future began before the database's clock was set back. */
export const leaseIsFree = (column: string): string =>
  `(${column} < now() OR ${column} > now() + interval '${2 * LONGEST_LEASE_MS} milliseconds')`;
