// What a machine says about names beside its name servers: /etc/hosts and the search domains of /etc/resolv.conf.

/** Text of a hosts file → addresses by lower-case name, in the file's order. */
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

/** Text of a resolv.conf → its search domains; the last `search` or `domain` line counts. */
export function parseSearchDomains(text: string): readonly string[] {
  const lines = text.split('\n').map(wordsOf);
  const [, ...domains] = lines.findLast(([keyword]) => keyword === 'search' || keyword === 'domain') ?? [];
  return domains.map((domain) => domain.replace(/\.$/, '')).filter((domain) => domain !== '');
}

/**
 * The names to ask for, in turn, until one exists. A name with a dot is asked as it stands first, whatever `ndots` says: receivers are
 * public names nearly always, and the usual `ndots:5` of Kubernetes would cost each of them three useless queries. A name that ends
 * with a dot is complete.
 */
export function namesToAsk(hostname: string, searchDomains: readonly string[]): readonly string[] {
  if (hostname.endsWith('.')) return [hostname.slice(0, -1)];
  const searched = searchDomains.map((domain) => `${hostname}.${domain}`);
  return hostname.includes('.') ? [hostname, ...searched] : [...searched, hostname];
}

const wordsOf = (line: string): string[] => (line.split(/[#;]/, 1)[0] ?? '').split(/\s+/).filter((word) => word !== '');
