import type { X509Certificate } from 'node:crypto';

type Step = 'dnsMs' | 'connectMs' | 'tlsMs';

/** How long each step of opening one connection took, and what TLS agreed on; undefined = the step was not reached, or was given up. */
export class ConnectionSteps {
  dnsMs: number | undefined;
  connectMs: number | undefined;
  tlsMs: number | undefined;
  tlsVersion: string | undefined;
  /** The certificate that the server showed; undefined = none yet. */
  certificate: X509Certificate | undefined;
  /** The index of the proxy or sender address in the setting; known before the TLS handshake. */
  way: number | undefined;

  private limit: AbortSignal | undefined;

  /** @param limit aborted = the connection is given up */
  constructor(limit: AbortSignal) {
    this.limit = limit;
  }

  /**
   * Call this when the connection is open or has failed. Drops the signal: these steps are kept with their pool, and the signal's listeners
   * hold the socket.
   */
  end(): void {
    this.limit = undefined;
  }

  /** Measures a step, even if it fails. */
  async time<T>(step: Step, work: Promise<T>): Promise<T> {
    const startedMs = performance.now();
    try {
      return await work;
    } finally {
      if (this.limit?.aborted === false) this[step] = Math.round(performance.now() - startedMs);
    }
  }
}
