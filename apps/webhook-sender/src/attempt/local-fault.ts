import { MINUTE, SECOND } from '#libs/config';
import type { LocalFault } from '../http/outcome.js';

/** An unreachable address counts against its receiver after this long, if other receivers can be reached. */
const DOUBT_MS = 10 * SECOND;
/** An unreachable address counts against its receiver after this long in any case: the default retry delay. */
const LONGEST_DOUBT_MS = 30 * MINUTE;

/** The times of the attempt that met the fault, all by the steady clock. */
export interface FaultTimes {
  /** When work on the attempt began. */
  readonly begunMs: number;
  /** When the try that met the fault began. */
  readonly triedMs: number;
  /** The start of the latest POST, to any receiver, that was answered. */
  readonly answeredMs: number;
}

/**
 * Returns true when a local fault is the receiver's failure after all: this machine has no route to the receiver's address (IPv6 on a
 * machine without IPv6). Other local faults never depend on the receiver's address: a missing sender address, no free file descriptor, no
 * memory. During such faults other receivers may still be answered, because they use another sender address or an open connection.
 */
export function isTheirs({ mayBeTheirs }: LocalFault, { begunMs, triedMs, answeredMs }: FaultTimes): boolean {
  const doubtMs = triedMs - begunMs;
  return mayBeTheirs === true && ((answeredMs > begunMs && doubtMs >= DOUBT_MS) || doubtMs >= LONGEST_DOUBT_MS);
}
