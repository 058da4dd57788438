// The machine's own files about names: /etc/hosts and the search domains of /etc/resolv.conf.

/** Returns the addresses in a hosts file by lower-case name, in the file's order. */
export function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const addresses = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address, ...names] = wordsOf(line);
    if (address === undefined || address.includes('%')) continue; // an address of one interface only
    for (const name of names.map((each) => each.toLowerCase())) {
      const known = addresses.get(name);
      if (known) known.push(address);
      else addresses.set(name, [address]);
    }
  }
  return addresses;
}

/** Returns the search domains in a resolv.conf. The last `search` or `domain` line counts. */
export function parseSearchDomains(text: string): readonly string[] {
  const lines = text.split('\n').map(wordsOf);
  const [, ...domains] = lines.findLast(([keyword]) => keyword === 'search' || keyword === 'domain') ?? [];
  return domains.map((domain) => domain.replace(/\.$/, '')).filter((domain) => domain !== '');
}

/**
 * Returns the names to ask for, in order, until one exists. A name with a dot is asked unchanged first, whatever `ndots` says: receivers are
 * nearly always public names, and the usual `ndots:5` of Kubernetes would cost three useless queries for each. A name that ends with a dot
 * is complete.
 */
export function namesToAsk(hostname: string, searchDomains: readonly string[]): readonly string[] {
  if (hostname.endsWith('.')) return [hostname.slice(0, -1)];
  const searched = searchDomains.map((domain) => `${hostname}.${domain}`);
  return hostname.includes('.') ? [hostname, ...searched] : [...searched, hostname];
}

const wordsOf = (line: string): string[] => (line.split(/[#;]/, 1)[0] ?? '').split(/\s+/).filter((word) => word !== '');
