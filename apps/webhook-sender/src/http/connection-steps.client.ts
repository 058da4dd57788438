import type { X509Certificate } from 'node:crypto';

type Step = 'dnsMs' | 'connectMs' | 'tlsMs';

/** How long each step of opening one connection took, and what TLS agreed on; undefined = it did not come to that, or was given up meanwhile. */
export class ConnectionSteps {
  dnsMs: number | undefined;
  connectMs: number | undefined;
  tlsMs: number | undefined;
  tlsVersion: string | undefined;
  /** The server certificate, as it was shown; undefined = it was not. */
  certificate: X509Certificate | undefined;
  /** The proxy or sender address, by its index in the setting; known before the TLS handshake. */
  way: number | undefined;

  private limit: AbortSignal | undefined;

  /** @param limit aborted = the connection is given up */
  constructor(limit: AbortSignal) {
    this.limit = limit;
  }

  /** The connection is open, or has failed. The signal goes: these steps are kept with their pool, and its listeners hold the socket. */
  end(): void {
    this.limit = undefined;
  }

  /** A step that fails has taken its time, too. */
  async time<T>(step: Step, work: Promise<T>): Promise<T> {
    const startedMs = performance.now();
    try {
      return await work;
    } finally {
      if (this.limit?.aborted === false) this[step] = Math.round(performance.now() - startedMs);
    }
  }
}
