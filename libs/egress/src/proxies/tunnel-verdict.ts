import type { FailureAttribution } from '../addresses/failure-attribution.js';

/** What a proxy that works gave in place of a tunnel: a status, or nothing in time, or the end of the connection. */
export type Refusal = number | 'silence' | 'hung up';

export interface NoTunnel {
  readonly proxy: string;
  readonly refusal: Refusal;
}

/** What could be tried, and how each proxy answered. */
export interface AllTried {
  readonly target: string;
  readonly refusals: readonly NoTunnel[];
  /** Proxies that are not there, in words. */
  readonly faults: readonly string[];
}

/** No tunnel could be had; `code` is what classifyFailure reads. */
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
 * Whose failure it is that no proxy has opened a tunnel. Statuses alone cannot tell: 502, 503 and 504 are what Squid, Smokescreen and Envoy
 * answer for a target that is down as well as for an uplink that is; 407 is a wrong password as well as Smokescreen's word for
 * "not to this address".
 */
export function judgeNoTunnel({ target, refusals, faults }: AllTried, reach: FailureAttribution, nowMs: number): NoTunnelFailure {
  const told = [...refusals.map(({ proxy, refusal }) => `${proxy} ${refusal}`), ...faults].join('; ');
  if (refusals.length === 0) return new NoTunnelFailure('E_PROXY', `no proxy works: ${told}`);
  const isUnauthenticated = refusals.every(({ refusal }) => refusal === PROXY_AUTHENTICATION_REQUIRED);
  const isTheirs = isUnauthenticated ? reach.isProven(target, nowMs) : reach.isFailureOf(target, nowMs);
  if (!isTheirs) return new NoTunnelFailure('E_PROXY', `the proxies open no tunnel, to no receiver so far: ${told}`);
  return ofTarget(refusals.map(({ refusal }) => refusal));
}

/** Without the names of the proxies: customers read it. */
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
