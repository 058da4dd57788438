import { MINUTE, SECOND } from '#libs/config';
import type { LocalFault } from '../http/outcome.js';

/** No way out of this machine is doubted to be a fault of ours after so long, if it lets others out. */
const DOUBT_MS = 10 * SECOND;
/** Where no other receiver is reached, a failure counts against the receiver after this time: the default pause before a retry. */
const LONGEST_DOUBT_MS = 30 * MINUTE;

/** The times of the attempt that met the fault, all by the steady clock. */
export interface FaultTimes {
  /** Since when it is to be made. */
  readonly begunMs: number;
  /** When the try that met the fault began. */
  readonly triedMs: number;
  /** The latest beginning of a POST, to whomever, that was answered. */
  readonly answeredMs: number;
}

/**
 * Whether a fault of our own is the receiver's failure after all: its address is one that this machine has no way to (IPv6 where there is none).
 * Some faults never depend on the receiver's address: a sender address that is not here, no file descriptor or memory left. Others may be answered
 * all the while, for they have another sender address or a connection already.
 */
export function isTheirs({ mayBeTheirs }: LocalFault, { begunMs, triedMs, answeredMs }: FaultTimes): boolean {
  const doubtMs = triedMs - begunMs;
  return mayBeTheirs === true && ((answeredMs > begunMs && doubtMs >= DOUBT_MS) || doubtMs >= LONGEST_DOUBT_MS);
}
