// Input from customers and their servers: URLs, addresses, answers, token answers, names.
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { Secret } from '#libs/config';
import { isRefusedAddress, parseReceiverUrl } from '#libs/egress';
import { authFaults, headersFaults, urlFaults } from '../../../apps/token-api/src/receivers/receiver-rules.js';
import { namesToAsk, parseHosts, parseSearchDomains } from '../../../libs/egress/src/addresses/local-names.js';
import { maskSecrets } from '../../../apps/webhook-sender/src/http/mask-secrets.js';
import { classifyFailure, type ExchangeCircumstances, type Failure } from '../../../apps/webhook-sender/src/http/outcome.js';
import { parseTokenAnswer } from '../../../apps/webhook-sender/src/oauth2/token-answer.js';
import { hold, isOneLine, type Target, twice } from '../target.js';

/** Uses Node's list, not the library that the guard uses. */
const PRIVATE_4 = new BlockList();
const PRIVATE_6 = new BlockList();
const OF_4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3';
/** Only 2000::/3 is in use; within it, the translated and documentary networks are refused. */
const OF_6 = '::/3 4000::/2 8000::/1 2001::/32 2001:db8::/32 2002::/16 3fff::/20';
const subnets = (text: string): [string, number][] => text.split(' ').map((each) => [each.split('/')[0]!, Number(each.split('/')[1])]);
subnets(OF_4).forEach(([net, bits]) => PRIVATE_4.addSubnet(net, bits, 'ipv4'));
subnets(OF_6).forEach(([net, bits]) => PRIVATE_6.addSubnet(net, bits, 'ipv6'));

function isPrivate(address: string): boolean {
  if (isIPv4(address)) return PRIVATE_4.check(address, 'ipv4');
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address);
  if (mapped) return PRIVATE_4.check(dotted(mapped[1]!, mapped[2]!), 'ipv4');
  const dottedMapped = /^::ffff:([\d.]+)$/i.exec(address);
  if (dottedMapped) return PRIVATE_4.check(dottedMapped[1]!, 'ipv4');
  return PRIVATE_6.check(address, 'ipv6');
}

const dotted = (high: string, low: string): string =>
  [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]).join('.');

export const URLS: Target = {
  name: 'urls',
  what: 'the URL of a receiver or a token endpoint → where requests really go',
  seeds: [
    'https://shop.example/hook?a=1',
    'https://127.0.0.1/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]:8443/x',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1./',
    'https://user:pw@shop.example/',
    'https:\\\\shop.example\\x',
    'https://shop.example/hook\\x?\\',
    'https://ⓛocalhost/',
    'https://１２７.０.０.１/',
    'https://shop.example:65535/%2e%2e/#x',
  ],
  words: ['@', '#', '\\', '[', ']', ':', '//', '%00', '。', '127.0.0.1', '[::1]', 'localhost', '0x', '\t', 'xn--', '..', '%2f', '::ffff:'],
  check: (input) => {
    const text = input.toString('utf8');
    const read = twice(() => parseReceiverUrl(text, []));
    const faults = twice(() => urlFaults(text));
    if (!read.ok) return hold(isOneLine(read.detail) && read.detail.length < 400, 'a refusal is one short line');
    const { url, ipLiteral } = read;
    hold(
      url.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '',
      'the URL has scheme https, no credentials and no fragment',
    );
    hold(new URL(url.href).href === url.href, 'parsing the URL a second time gives the same URL');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const isAddress = isIPv4(host) || isIPv6(host);
    hold(isAddress === (ipLiteral !== undefined), 'an address is recognised in every spelling');
    hold(!isAddress || !isPrivate(host), `${host} is a public address`);
    if (faults.length === 0)
      hold(/^https:\/\//i.test(text) && isOneLine(text) && !text.includes('\\'), 'the stored URL is the requested URL');
  },
};

export const ADDRESSES: Target = {
  name: 'addresses',
  what: 'an address from a name server → whether the guard allows it',
  seeds: [
    '127.0.0.1',
    '8.8.8.8',
    '::1',
    '::ffff:10.0.0.1',
    '::7f00:1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:0:53aa::1',
    '2606:2800:220:1::1',
    '5f00::1',
    '3fff::1',
    'fe80::1%eth0',
  ],
  words: [':', '::', 'ffff', '.', '0', '127', '10', 'fe80', '2001', '2002', '%lo', '/8'],
  check: (input) => {
    const text = input.toString('utf8');
    const isRefused = twice(() => isRefusedAddress(text, []));
    const isAddress = isIPv4(text) || isIPv6(text);
    if (isAddress && !text.includes('%')) hold(isRefused || !isPrivate(text), `${text} is refused`);
    // A spelling of an address that only some libraries understand must not pass as something else.
    if (!isAddress && !isRefused) hold(/^[\da-fx.:]+$/i.test(text), `${text} is refused`);
  },
};

const SECRETS = [new Secret('Bearer S3CRETs3cretS3CRET'), new Secret('päss/w"ord\\x'), new Secret('a'.repeat(40))];

export const ANSWERS: Target = {
  name: 'answers',
  what: 'a receiver’s answer → the part that the attempt log keeps',
  seeds: [
    'ok',
    'Authorization: Bearer S3CRETs3cretS3CRET',
    '{"echo":"S3CRETs3cretS3CRET"}',
    'S3CRETs3cr',
    'päss/w"ord\\x',
    '"päss\\/w\\"ord\\\\x"',
  ],
  words: ['S3CRETs3cretS3CRET', 'S3CRETs3cret', 'Bearer ', 'p\\u00e4ss', '[secret]', 'aaaaaa'],
  check: (input) => {
    const text = input.subarray(0, 4096).toString('utf8').replaceAll('\u0000', '');
    const kept = twice(() => maskSecrets(text, SECRETS));
    hold(!SECRETS.some((secret) => kept.includes(secret.reveal())), 'the attempt log keeps no secret');
    hold(!kept.includes('S3CRETs3cretS3CRET'), 'the attempt log keeps no secret without its scheme');
    hold(!kept.endsWith('S3CRETs3cr'), 'the attempt log does not end with the beginning of a secret');
  },
};

export const TOKEN_ANSWERS: Target = {
  name: 'token-answers',
  what: 'an OAuth2 token endpoint’s answer → token and lifetime, or one line that repeats no secret',
  seeds: [
    '{"access_token":"abc","token_type":"Bearer","expires_in":3600}',
    '{"access_token":"abc","expires_in":"60"}',
    '{"error":"invalid_client","error_description":"S3CRETs3cretS3CRET"}',
    '[]',
  ],
  words: ['access_token', 'expires_in', 'error', 'invalid_grant', '1e999', '-1', 'bearer', 'S3CRETs3cretS3CRET'],
  check: (input) => {
    for (const status of [200, 201, 302, 400, 401, 500]) {
      const answer = twice(() => parseTokenAnswer(status, input.toString('utf8'), SECRETS));
      if (answer.ok) {
        hold(status === 200 && /^[\x21-\x7e]+$/.test(answer.token.reveal()), 'a token is valid in a header');
        hold(answer.lifetimeMs >= 0, 'a lifetime is not negative');
      } else {
        hold(isOneLine(answer.detail) && answer.detail.length < 320, 'a refusal is one short line');
        hold(!answer.detail.includes('S3CRETs3cretS3CRET'), 'a refusal repeats no secret');
      }
    }
  },
};

const CODES = ['', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ECONNRESET', 'E_DNS', 'E_PROXY', 'EMFILE', 'UND_ERR_SOCKET', '__proto__', 'toString'];

export const FAILURES: Target = {
  name: 'failures',
  what: 'an error of a broken exchange → its class and one line for log and attempt log',
  seeds: ['other side closed', "Hostname/IP does not match certificate's altnames: DNS:a.example", `DNS:${'a.example, DNS:'.repeat(5000)}`],
  words: [...CODES, '\r\n', '\u0000', '\u001b[31m'],
  check: (input) => {
    const message = input.toString('utf8');
    for (const code of [...CODES, message]) {
      const circumstances: ExchangeCircumstances = { limit: { timeoutMs: 1000 }, progress: { kind: 'answering', httpStatus: 200 } };
      const outcome = twice(() => classifyFailure({ name: 'Error', message, code } satisfies Failure, circumstances));
      const { detail = '' } = outcome;
      hold(typeof outcome.kind === 'string' && /^[a-z_]+$/.test(outcome.kind), 'a class is one lower-case word');
      hold(isOneLine(detail) && detail.length <= 600 && detail.isWellFormed(), 'a detail is one short line that can be stored');
    }
  },
};

export const NAMES: Target = {
  name: 'names',
  what: '/etc/hosts, /etc/resolv.conf → names to look up',
  seeds: ['127.0.0.1 localhost a # b\n::1 localhost\nfe80::1%eth0 x', 'search a.example b.example.\nnameserver 10.0.0.1\n; c', 'domain x'],
  words: ['search ', '#', ';', '\t', '.', '__proto__'],
  check: (input) => {
    const text = input.toString('utf8');
    const hosts = twice(() => parseHosts(text));
    hold(
      [...hosts.keys()].every((name) => name === name.toLowerCase() && !/\s/.test(name)),
      'a name is a word in lower case',
    );
    const domains = twice(() => parseSearchDomains(text));
    hold(
      namesToAsk(text, domains).length === domains.length + (text.endsWith('.') ? 1 - domains.length : 1),
      'each search domain is tried once',
    );
  },
};

/** The input is JSON: headers and auth as a customer sends them. */
export const AUTH: Target = {
  name: 'auth',
  what: 'auth of a receiver as JSON → faults that repeat no value, or headers that fit a request',
  seeds: [
    '{"type":"headers","headers":{"X-Api-Key":"abc","Authorization":"Bearer x"}}',
    '{"type":"basic","username":"u","password":"p"}',
    '{"type":"oauth2","tokenUrl":"https://a.example/t","clientId":"c","clientSecret":"s","scope":"a b"}',
    '{"type":"none"}',
  ],
  words: ['Host', 'content-length', 'Webhook-Id', 'X: y', 'a\r\nb', '\u0085', 'Transfer-Encoding', 'x-y', ' a', 'a '],
  check: (input) => {
    const auth = parse(input.toString('utf8'));
    const faults = twice(() => authFaults(auth));
    const { headers } = (auth ?? {}) as { headers?: Record<string, string> };
    if (faults.length > 0 || headers === undefined) return;
    hold(headersFaults(headers).length === 0, 'accepted headers are valid');
    hold([...new Headers(Object.entries(headers)).keys()].length > 0, 'fetch accepts the headers'); // An object would lose the header __proto__.
    hold(
      Object.entries(headers).every(([name, value]) => isOneLine(name + value)),
      'no header holds a line break',
    );
  },
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
