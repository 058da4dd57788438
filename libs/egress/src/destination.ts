/** The host to connect to, and the receiver that the connection serves. */
export interface Destination {
  readonly receiverId: string;
  /** A name, or an address without brackets. */
  readonly hostname: string;
  readonly port: number;
}

export interface ResolvedDestination extends Destination {
  /** Checked by the guard, in the order in which they are tried. */
  readonly addresses: readonly string[];
}
