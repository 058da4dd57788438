// out: questions to the name servers about receivers, token endpoints and proxies
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, MINUTE, SECOND } from '#libs/config';
import type { EgressConfig } from '../egress.config.js';
import { isRefusedAddress } from './address-guard.js';
import { namesToAsk, parseHosts, parseSearchDomains } from './local-names.js';
import { FailureAttribution } from './failure-attribution.js';
import { NAME_REFUSAL } from './receiver-url.js';

/** The longest wait for all answers about one name. */
const LOOKUP_MS = 5 * SECOND;
/** The first wait for one name server. The second try waits twice as long. */
const QUERY_MS = 1500;
const TRIES = 2;
/** The longest wait for IPv6 addresses after the IPv4 addresses. */
const SECOND_FAMILY_MS = 100;
/** How often the machine's own files are read again. */
const SOURCES_MS = 10 * SECOND;
/** How long name servers that resolve no name count as faulty: the default pause before a retry. */
const DOUBT_MS = 30 * MINUTE;
/** Definite answers: the name has no addresses, or does not exist. It may still exist under a search domain. */
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** The most addresses that one POST tries. A name may resolve to hundreds, and not all belong to the receiver. */
const MOST_DESTINATIONS = 8;

type Family = 4 | 0;
type Addresses = readonly LookupAddress[];

/** The name resolves to an address that the guard refuses. */
class GuardRefusal extends Error {
  readonly code = 'E_GUARD';
}

class LookupFailure extends Error {
  /** E_OWN_DNS: the service's own name servers seem to resolve no name at all. */
  code: 'E_DNS' | 'E_OWN_DNS' = 'E_DNS';

  /** @param isLate true = the name servers did not answer in time */
  constructor(
    hostname: string,
    readonly reason: string,
    readonly isLate: boolean,
  ) {
    super(`${hostname} could not be resolved (${reason})`);
  }
}

interface Flight {
  readonly addresses: Promise<Addresses>;
  /** Time of the steady clock. */
  readonly askedMs: number;
}

interface Sources {
  readonly resolver: Resolver;
  readonly hosts: ReadonlyMap<string, readonly string[]>;
  readonly searchDomains: readonly string[];
  readonly readAtMs: number;
}

/**
 * Asks the name servers directly. The system's getaddrinfo would hold one of four threads while a name server is silent, so a few receivers
 * with broken DNS would stall all look-ups. A second look-up of the same name waits for the answer to the first.
 */
@Injectable()
export class DnsResolver {
  private readonly flights = new Map<string, Flight>();
  private sources: Promise<Sources> | undefined;
  private readonly reach = new FailureAttribution(DOUBT_MS);

  constructor(@Inject(CONFIG) private readonly config: Pick<EgressConfig, 'allowedRanges' | 'dnsServers'>) {}

  /** Returns IPv4 addresses first, because the published sender addresses are IPv4. @throws LookupFailure */
  addressesOf(hostname: string, family: Family = 0): Promise<Addresses> {
    const key = `${family} ${hostname}`;
    const known = this.flights.get(key);
    if (known) return known.addresses;
    const askedMs = performance.now();
    const addresses = this.inTime(hostname, family, askedMs).finally(() => this.flights.delete(key));
    this.flights.set(key, { addresses, askedMs });
    return addresses;
  }

  /** Resolves the name and checks every address. One refused address refuses the whole name. */
  private async checkedAddressesOf(hostname: string, family: Family): Promise<Addresses> {
    const addresses = await this.addressesOf(hostname, family);
    const isRefused = addresses.some(({ address }) => isRefusedAddress(address, this.config.allowedRanges));
    if (isRefused) throw new GuardRefusal(`${hostname} ${NAME_REFUSAL}`);
    return addresses;
  }

  /**
   * Returns the addresses that a connection may go to. An address in a URL was checked together with the URL; the addresses of a name are
   * checked now. @throws GuardRefusal, LookupFailure
   */
  async destinationsOf(hostname: string, family: Family = 0): Promise<readonly string[]> {
    if (isIP(hostname)) return [hostname];
    const addresses = await this.checkedAddressesOf(hostname, family);
    return addresses.slice(0, MOST_DESTINATIONS).map(({ address }) => address);
  }

  /** Start of the current look-up of this name, by the steady clock; undefined = there is none. */
  askedMsOf(hostname: string): number | undefined {
    return (this.flights.get(`0 ${hostname}`) ?? this.flights.get(`4 ${hostname}`))?.askedMs;
  }

  /**
   * True when the service's name servers, not the domain, caused a failed look-up. Silence, SERVFAIL and REFUSED mean either: the domain's own
   * servers are broken, or the name servers reach nothing. @param askedMs when they were asked, by the steady clock
   */
  isOurFailure(hostname: string, askedMs: number): boolean {
    return !this.reach.isFailureOf(hostname, performance.now(), askedMs);
  }

  private async inTime(hostname: string, family: Family, askedMs: number): Promise<Addresses> {
    const sources = await this.currentSources(); // Read the files before the time limit starts: a busy disk must not look like silent name servers.
    const end = new AbortController();
    try {
      return await Promise.race([this.resolve(sources, hostname, family), tooLate(hostname, end.signal)]);
    } catch (error) {
      if (!(error instanceof LookupFailure)) throw error;
      if (NO_SUCH_NAME.has(error.reason)) this.reach.reached(hostname, performance.now());
      else if (this.isOurFailure(hostname, askedMs)) error.code = 'E_OWN_DNS';
      throw error;
    } finally {
      end.abort();
    }
  }

  private async resolve({ resolver, hosts, searchDomains }: Sources, hostname: string, family: Family): Promise<Addresses> {
    const listed = (hosts.get(hostname.toLowerCase()) ?? []).map(toAddress).filter((each) => family === 0 || each.family === family);
    if (listed.length > 0) return listed.toSorted((a, b) => a.family - b.family);
    const startedAtMs = performance.now();
    let reason = '';
    for (const name of namesToAsk(hostname, searchDomains)) {
      const answer = await ask(resolver, name, family);
      if (typeof answer !== 'string') {
        this.reach.reached(hostname, performance.now());
        return answer;
      }
      reason ||= answer; // The answer about the name as it was given is the most informative one.
      if (!NO_SUCH_NAME.has(answer)) break;
    }
    throw new LookupFailure(hostname, reason, performance.now() - startedAtMs >= QUERY_MS);
  }

  private async currentSources(): Promise<Sources> {
    const known = await this.sources;
    if (known && performance.now() - known.readAtMs < SOURCES_MS) return known;
    this.sources = readSources(this.config.dnsServers);
    return this.sources;
  }
}

async function readSources(servers: readonly string[]): Promise<Sources> {
  const [hosts, resolvConf] = await Promise.all(['/etc/hosts', '/etc/resolv.conf'].map((path) => readFile(path, 'utf8').catch(() => '')));
  const resolver = new Resolver({ timeout: QUERY_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return { resolver, hosts: parseHosts(hosts ?? ''), searchDomains: parseSearchDomains(resolvConf ?? ''), readAtMs: performance.now() };
}

/** @returns the addresses, or the error code when there are none */
async function ask(resolver: Resolver, name: string, family: Family): Promise<Addresses | string> {
  const four = settled(resolver.resolve4(name));
  const six = family === 4 ? Promise.resolve('ENODATA') : settled(resolver.resolve6(name));
  const addresses4 = await four;
  if (typeof addresses4 !== 'string') return [...addresses4, ...(await within(six, SECOND_FAMILY_MS))];
  const addresses6 = await six;
  if (typeof addresses6 !== 'string') return addresses6;
  return addresses4 === 'ENODATA' ? addresses6 : addresses4;
}

const settled = (question: Promise<string[]>): Promise<Addresses | string> =>
  question.then(
    (addresses) => addresses.map(toAddress),
    ({ code }: NodeJS.ErrnoException) => code ?? 'EUNKNOWN',
  );

async function within(answer: Promise<Addresses | string>, ms: number): Promise<Addresses> {
  const end = new AbortController();
  const addresses = await Promise.race([answer, wait(ms, '', { signal: end.signal })]);
  end.abort();
  return typeof addresses === 'string' ? [] : addresses;
}

async function tooLate(hostname: string, signal: AbortSignal): Promise<never> {
  await wait(LOOKUP_MS, undefined, { signal });
  throw new LookupFailure(hostname, 'ETIMEOUT', true);
}

const toAddress = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 });
