import { describe, expect, it } from '@jest/globals';
import { namesToAsk, parseHosts, parseSearchDomains } from './local-names.js';

describe('parseHosts', () => {
  it('collects the addresses of a name from all lines, without comments and addresses of a single interface', () => {
    const hosts = parseHosts(
      '# a comment\n127.0.0.1\tlocalhost  Box # mine\n::1 localhost\nfe80::1%lo0 localhost\n\n10.0.0.7 shop.internal\r',
    );
    expect([...hosts]).toEqual([
      ['localhost', ['127.0.0.1', '::1']],
      ['box', ['127.0.0.1']],
      ['shop.internal', ['10.0.0.7']],
    ]);
  });
});

describe('parseSearchDomains', () => {
  it.each([
    ['nameserver 10.0.0.1', []],
    [
      'search prod.svc.cluster.local svc.cluster.local. cluster.local\noptions ndots:5',
      ['prod.svc.cluster.local', 'svc.cluster.local', 'cluster.local'],
    ],
    ['search first.example\ndomain last.example', ['last.example']],
    ['; search none.example\nsearch .', []],
  ])('%j', (text, domains) => {
    expect(parseSearchDomains(text)).toEqual(domains);
  });
});

describe('namesToAsk', () => {
  const domains = ['prod.svc.cluster.local', 'cluster.local'];

  it.each([
    ['shop.example', ['shop.example', 'shop.example.prod.svc.cluster.local', 'shop.example.cluster.local']],
    ['shop', ['shop.prod.svc.cluster.local', 'shop.cluster.local', 'shop']],
    ['shop.example.', ['shop.example']],
  ])('%s', (hostname, names) => {
    expect(namesToAsk(hostname, domains)).toEqual(names);
  });
});
