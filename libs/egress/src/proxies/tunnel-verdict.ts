import type { FailureAttribution } from '../addresses/failure-attribution.js';

/** The answer of a working proxy that opened no tunnel: a status, nothing in time, or the end of the connection. */
export type Refusal = number | 'silence' | 'hung up';

export interface NoTunnel {
  readonly proxy: string;
  readonly refusal: Refusal;
}

/** The tries, and the answer of each proxy. */
export interface AllTried {
  readonly target: string;
  readonly refusals: readonly NoTunnel[];
  /** A sentence about each proxy that does not work. */
  readonly faults: readonly string[];
}

/** No proxy opened a tunnel. classifyFailure reads `code`. */
export class NoTunnelFailure extends Error {
  constructor(
    readonly code: 'E_PROXY' | 'E_UNANSWERED' | 'E_UNREACHED' | 'E_REFUSED_BY_PROXY',
    message: string,
    readonly isLate = false,
  ) {
    super(message);
  }
}

export const PROXY_AUTHENTICATION_REQUIRED = 407;
const GATEWAY_TIMEOUT = 504;

/**
 * Decides who is at fault that no proxy opened a tunnel. Statuses alone cannot tell: Squid, Smokescreen and Envoy answer 502, 503 and 504 for a
 * target that is down and for an uplink that is down. A 407 means a wrong password, or in Smokescreen "not to this address".
 */
export function judgeNoTunnel({ target, refusals, faults }: AllTried, reach: FailureAttribution, nowMs: number): NoTunnelFailure {
  const told = [...refusals.map(({ proxy, refusal }) => `${proxy} ${refusal}`), ...faults].join('; ');
  if (refusals.length === 0) return new NoTunnelFailure('E_PROXY', `no proxy works: ${told}`);
  const isUnauthenticated = refusals.every(({ refusal }) => refusal === PROXY_AUTHENTICATION_REQUIRED);
  const isTheirs = isUnauthenticated ? reach.isProven(target, nowMs) : reach.isFailureOf(target, nowMs);
  if (!isTheirs) return new NoTunnelFailure('E_PROXY', `the proxies have not opened a tunnel to any receiver: ${told}`);
  return ofTarget(refusals.map(({ refusal }) => refusal));
}

/** The sentence omits the names of the proxies, because customers read it. */
function ofTarget(refusals: readonly Refusal[]): NoTunnelFailure {
  const seen = [...new Set(refusals)].join(', ');
  if (refusals.some(isUnreached)) {
    const isLate = refusals.includes('silence');
    return new NoTunnelFailure('E_UNREACHED', `none of the forward proxies could connect to it (${seen})`, isLate);
  }
  if (refusals.some((refusal) => refusal === 'silence' || refusal === GATEWAY_TIMEOUT)) {
    return new NoTunnelFailure('E_UNANSWERED', `it took no connection from any forward proxy in time (${seen})`);
  }
  return new NoTunnelFailure('E_REFUSED_BY_PROXY', `the forward proxies refuse to go there (${seen}): the operator can allow it`);
}

const isUnreached = (refusal: Refusal): boolean =>
  refusal === 'hung up' || (typeof refusal === 'number' && refusal >= 500 && refusal !== GATEWAY_TIMEOUT);
