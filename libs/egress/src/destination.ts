/** The host to connect to, and the receiver that the connection serves. */
export interface Destination {
  readonly receiverId: string;
  /** A name, or an address without brackets. */
  readonly hostname: string;
  readonly port: number;
}

export interface ResolvedDestination extends Destination {
  /** The addresses that the guard has checked, in the order of the tries. */
  readonly addresses: readonly string[];
}
